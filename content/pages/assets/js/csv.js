/** Rows of text → CSV that a spreadsheet opens without running any of it. No page, no words. */

const FORMULA = /^[=+\-@\t\r＝＋－＠]/;

/**
 * A leading =, +, - or @ would make a formula of the cell; an apostrophe before it keeps it text.
 * @param {string} text
 */
export function defused(text) {
  return FORMULA.test(text.trimStart()) || FORMULA.test(text) ? `'${text}` : text;
}

/** @param {string} text */
function quoted(text) {
  const safe = defused(text);
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** @param {string[][]} rows */
export function toCsv(rows) {
  return rows.map((row) => row.map(quoted).join(",")).join("\r\n") + "\r\n";
}
