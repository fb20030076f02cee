/* Reads JSON lines [function, ...arguments], answers each with what plot-axis.js gives. */
import { createInterface } from "node:readline";
import * as axis from "../../content/pages/assets/js/plot-axis.js";

for await (const line of createInterface({ input: process.stdin })) {
  const [name, ...given] = JSON.parse(line);
  process.stdout.write(`${JSON.stringify(axis[name](...given))}\n`);
}
