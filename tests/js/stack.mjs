/** Reads {tables, stacks} from standard input; writes the verdicts, one JSON text a line. */

import { text } from "node:stream/consumers";

const { judge } = await import(new URL("../../content/pages/assets/js/stack-engine.js", import.meta.url).href);
const { tables, stacks } = JSON.parse(await text(process.stdin));
process.stdout.write(stacks.map((stack) => JSON.stringify(judge(tables, stack))).join("\n"));
