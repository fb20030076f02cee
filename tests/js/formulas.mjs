/* Reads JSON lines {body, x}, answers each with the value of the function body for x, or null if it is not finite. */
import { createInterface } from "node:readline";

const ready = new Map();

for await (const line of createInterface({ input: process.stdin })) {
  const { body, x } = JSON.parse(line);
  if (!ready.has(body)) ready.set(body, new Function("x", body));
  const value = ready.get(body)(x);
  process.stdout.write(`${JSON.stringify(Number.isFinite(value) ? value : null)}\n`);
}
