/** Reads {rules, cases} from standard input; writes the answers, one JSON text a line. */

import { text } from "node:stream/consumers";

const { evaluate } = await import(new URL("../../content/pages/assets/js/diagnose-engine.js", import.meta.url).href);
const { rules, cases } = JSON.parse(await text(process.stdin));
process.stdout.write(cases.map((given) => JSON.stringify(evaluate(rules, given))).join("\n"));
