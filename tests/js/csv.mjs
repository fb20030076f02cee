/** Reads rows from standard input and writes them as CSV. */

import { text } from "node:stream/consumers";

const { toCsv } = await import(new URL("../../content/pages/assets/js/csv.js", import.meta.url).href);
process.stdout.write(toCsv(JSON.parse(await text(process.stdin))));
