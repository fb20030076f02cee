/** Sorting, filtering and CSV for the tables of compare/. Without it they are plain tables. */

import { say } from "./compare-words.js";
import { toCsv } from "./csv.js";
import { element } from "./words.js";

/** A cell as shown: without the marks of sources, the record that a row belongs to and without what only screen readers hear. @param {Element} cell */
function shown(cell) {
  const copy = /** @type {Element} */ (cell.cloneNode(true));
  for (const extra of copy.querySelectorAll(".am-cite, .am-sr, .am-of")) extra.remove();
  return (copy.textContent ?? "").replace(/\s+/g, " ").trim();
}

/** @param {HTMLElement} frame */
export function enrich(frame) {
  const table = /** @type {HTMLTableElement} */ (frame.querySelector("table"));
  const body = table.tBodies[0];
  const rows = [...body.rows];
  const status = element("span", { class: "am-compare__status", role: "status" });
  const filter = element("input", { type: "search", "aria-label": say.filter, placeholder: say.filter });
  const csv = element("button", { type: "button" }, say.csv);
  frame.prepend(element("p", { class: "am-compare__tools" }, filter, csv, status));

  filter.addEventListener("input", () => {
    const words = filter.value.toLowerCase().split(/\s+/).filter(Boolean);
    for (const row of rows) row.hidden = !words.every((word) => shown(row).toLowerCase().includes(word));
    const left = rows.filter((row) => !row.hidden).length;
    status.textContent = left ? (words.length ? say.shown(left, rows.length) : "") : say.none;
  });
  csv.addEventListener("click", () => download(table, frame.dataset.table ?? "table"));
  [...(table.tHead?.rows[0].cells ?? [])].forEach((head, column) => sortable(head, column, body, rows));
}

/**
 * A button in the heading sorts by its column: up, down, and back to the order of the page.
 * @param {HTMLTableCellElement} head @param {number} column @param {HTMLTableSectionElement} body @param {HTMLTableRowElement[]} rows
 */
function sortable(head, column, body, rows) {
  const title = shown(head);
  const button = element("button", { type: "button", class: "am-sort", title: say.sort(title) }, title);
  head.replaceChildren(button);
  button.addEventListener("click", () => {
    const next = { none: "ascending", ascending: "descending", descending: "none" }[head.getAttribute("aria-sort") ?? "none"] ?? "ascending";
    for (const other of head.parentElement?.children ?? []) other.removeAttribute("aria-sort");
    if (next !== "none") head.setAttribute("aria-sort", next);
    const order = next === "none" ? rows : [...rows].sort((a, b) => compared(a.cells[column], b.cells[column], next === "descending" ? -1 : 1));
    body.append(...order);
  });
}

/** Numbers by value, the rest by words; empty cells stay last in either direction. @param {HTMLElement} a @param {HTMLElement} b @param {number} sign */
function compared(a, b, sign) {
  const [emptyA, emptyB] = [a, b].map((cell) => cell.classList.contains("am-empty"));
  if (emptyA || emptyB) return Number(emptyA) - Number(emptyB);
  const [left, right] = [a, b].map((cell) => (cell.dataset.sort === undefined ? NaN : Number(cell.dataset.sort)));
  if (!Number.isNaN(left) && !Number.isNaN(right)) return sign * (left - right);
  return sign * shown(a).localeCompare(shown(b), document.documentElement.lang, { numeric: true });
}

/** @param {HTMLTableElement} table @param {string} name */
function download(table, name) {
  const rows = [...table.rows].filter((row) => !row.hidden).map((row) => [...row.cells].map(shown));
  const address = URL.createObjectURL(new Blob(["\ufeff", toCsv(rows)], { type: "text/csv;charset=utf-8" }));
  const link = element("a", { href: address, download: `${name}.csv` });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

/** A note that a citation leads to has to be visible: open the folded list around it. */
export function unfold() {
  const open = (/** @type {string} */ hash) => {
    const target = hash.length > 1 ? document.getElementById(decodeURIComponent(hash.slice(1))) : null;
    const folded = target?.closest("details");
    if (folded) folded.open = true;
  };
  document.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest("a.am-cite") : null;
    if (link instanceof HTMLAnchorElement) open(link.hash);
  });
  try {
    open(location.hash);
  } catch {
    /* A hash that is no valid address leads nowhere. */
  }
}
