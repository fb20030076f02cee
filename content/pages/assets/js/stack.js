/** The page stack/: what is chosen and what is in the address → verdicts, each with what it rests on. */

import { LOCALE, ROOT, read, short } from "./compare-words.js";
import { judge, overall } from "./stack-engine.js";
import { say, sentence } from "./stack-words.js";
import { element } from "./words.js";

/** @typedef {import("./stack-engine.js").Tables} Tables */
/** @typedef {import("./stack-engine.js").Verdict} Verdict */
/** @typedef {{records: Record<string, [string, string]>, features: Record<string, string>, predicates: Record<string, string>, notes: Record<string, string>}} Names */

const MOST = 20;
const FIELDS = /** @type {const} */ (["model", "hardware", "engine"]);
const ORDER = /** @type {const} */ (["no", "untested", "yes"]);

const form = /** @type {HTMLFormElement} */ (document.querySelector("#am-stack"));
const status = /** @type {HTMLElement} */ (document.querySelector("#am-stack-status"));
const result = /** @type {HTMLElement} */ (document.querySelector("#am-stack-result"));
const chips = /** @type {HTMLElement} */ (document.querySelector("#s-chosen"));
const find = /** @type {HTMLInputElement} */ (document.querySelector("#s-find"));
const count = /** @type {HTMLElement} */ (document.querySelector("#s-count"));
const boxes = /** @type {HTMLInputElement[]} */ ([...form.querySelectorAll("input[name=with]")]);

/** Techniques in the order in which they were chosen. @type {string[]} */
let chosen = [];
/** @type {Promise<[Tables, Names]> | undefined} */
let loading;

function load() {
  loading ??= Promise.all([read("stack/tables.json"), read(`stack/words.${LOCALE}.json`)]);
  return loading;
}

/** @param {string} name */
const select = (name) => /** @type {HTMLSelectElement} */ (form.elements.namedItem(name));

/** A message beside a field; '' takes it away. @param {string} name @param {string} message */
function tell(name, message) {
  const said = /** @type {HTMLElement} */ (document.getElementById(`s-${name}-said`));
  if (said.textContent !== message) said.textContent = message;
  const field = name === "with" ? find : select(name);
  if (message) field.setAttribute("aria-invalid", "true");
  else field.removeAttribute("aria-invalid");
}

function fill() {
  const asked = new URLSearchParams(location.search);
  for (const name of FIELDS) {
    const value = asked.get(name) ?? "";
    const known = [...select(name).options].some((option) => option.value === value);
    if (known) select(name).value = value;
    else tell(name, say.unknown(short(value)));
  }
  const wanted = [...new Set((asked.get("with") ?? "").split(",").filter(Boolean))];
  const known = new Set(boxes.map((box) => box.value));
  const unknown = wanted.filter((id) => !known.has(id));
  chosen = wanted.filter((id) => known.has(id)).slice(0, MOST);
  if (unknown.length) tell("with", say.unknownTechniques(short(unknown.join(", "))));
  else if (wanted.length > MOST) tell("with", say.tooMany(MOST));
}

function keep() {
  const asked = new URLSearchParams();
  for (const name of FIELDS) if (select(name).value) asked.set(name, select(name).value);
  if (chosen.length) asked.set("with", chosen.join(","));
  const text = asked.toString().replaceAll("%2C", ",").replaceAll("%2F", "/");
  history.replaceState(null, "", `${location.pathname}${text ? `?${text}` : ""}${location.hash}`);
}

function list() {
  const words = find.value.toLowerCase().split(/\s+/).filter(Boolean);
  let shown = 0;
  for (const box of boxes) {
    box.checked = chosen.includes(box.value);
    const item = /** @type {HTMLElement} */ (box.parentElement);
    item.hidden = !words.every((word) => (item.dataset.names ?? "").includes(word) || box.value.includes(word));
    shown += Number(!item.hidden);
  }
  count.textContent = say.count(shown, boxes.length, chosen.length);
  chips.replaceChildren(...chosen.map(chip));
}

/** @param {string} id */
function chip(id) {
  const title = boxes.find((box) => box.value === id)?.parentElement?.textContent?.trim() ?? id;
  const button = element("button", { type: "button", "aria-label": say.remove(title) }, "×");
  button.addEventListener("click", () => {
    const next = chosen.indexOf(id);
    chosen = chosen.filter((one) => one !== id);
    changed();
    const others = chips.querySelectorAll("button");
    (others[Math.min(next, others.length - 1)] ?? find).focus();
  });
  return element("li", {}, title, button);
}

function changed() {
  list();
  keep();
  show();
}

async function show() {
  if (!chosen.length && !select("hardware").value && !select("engine").value && !select("model").value) {
    status.textContent = "";
    result.replaceChildren();
    return;
  }
  try {
    const [tables, names] = await load();
    const [model, size = ""] = select("model").value.split("/");
    const stack = { model, size, hardware: select("hardware").value, engine: select("engine").value, techniques: chosen };
    const found = judge(tables, stack);
    const of = (/** @type {string} */ verdict) => found.filter((one) => one.verdict === verdict);
    const [no, open, yes] = ORDER.map((verdict) => of(verdict).length);
    status.textContent = chosen.length || found.length ? `${say.overall[overall(found)]} ${say.counts(no, open, yes)}` : say.empty;
    status.dataset.verdict = chosen.length || found.length ? overall(found) : "";
    result.replaceChildren(...ORDER.flatMap((verdict) => group(verdict, of(verdict), tables, names)));
  } catch {
    status.textContent = say.failed;
    result.replaceChildren();
  }
}

/** @param {"no" | "untested" | "yes"} verdict @param {Verdict[]} found @param {Tables} tables @param {Names} names */
function group(verdict, found, tables, names) {
  if (!found.length) return [];
  const items = found.map((one) => finding(one, tables, names));
  return [element("h3", {}, `${say.groups[verdict]} (${found.length})`), element("ul", { class: "am-findings" }, ...items)];
}

/** @param {Verdict} one @param {Tables} tables @param {Names} names */
function finding(one, tables, names) {
  const edge = one.edge === null ? undefined : tables.edges[one.edge];
  const text = one.check === "feature" ? names.features[one.object] ?? one.object : one.check === "applies" ? names.predicates[one.subject] ?? "" : edge?.since ?? "";
  const words = sentence(one, { one: link(one.subject, names), other: link(one.object, names), text });
  const badge = element("span", { class: `am-badge am-verdict am-verdict--${one.verdict}` }, `${{ yes: "✓", no: "✕", untested: "?" }[one.verdict]} ${say.verdict[one.verdict]}`);
  const head = element("p", {}, badge, element("span", { class: "am-muted" }, `${say.checks[/** @type {keyof typeof say.checks} */ (one.check)]} · `), ...words);
  return element("li", { class: `am-finding am-finding--${one.verdict}`, "data-check": one.check }, head, ...(edge ? [because(edge, one, tables, names)] : own(one, names)));
}

/** The edge and the source that it comes from. @param {import("./stack-engine.js").Edge} edge @param {Verdict} one @param {Tables} tables @param {Names} names */
function because(edge, one, tables, names) {
  const parts = [`${say.edge}: `, element("code", {}, `${edge.source} ${edge.relation} ${edge.target}`)];
  if (edge.since && one.check !== "conflict") parts.push(` · ${say.since} ${edge.since}`);
  if (edge.how) parts.push(` · ${say.how} `, element("code", {}, edge.how));
  const note = names.notes[String(one.edge)];
  if (note) parts.push(` · ${note}`);
  parts.push(" · ");
  if (edge.cited !== undefined) {
    const [title, locator, href] = tables.sources[edge.cited];
    parts.push(element("a", { href, rel: "noopener" }, title), `, ${locator}`);
  } else parts.push(element("a", { href: `${address(edge.owner ?? edge.source, names)}#sources` }, say.sources));
  return element("p", { class: "am-note" }, ...parts);
}

/** Findings without an edge rest on fields of the records. @param {Verdict} one @param {Names} names */
function own(one, names) {
  if (one.reason === "nothing" || one.reason === "no-entry") return [];
  const field = { feature: "needs_features", applies: "applies_if", engine: one.reason === "alone" ? "no_tool" : "stages" }[one.check];
  if (!field) return [];
  return [element("p", { class: "am-note" }, `${say.edge}: `, element("code", {}, `${one.subject}.${field}`), " · ", element("a", { href: `${address(one.subject, names)}#sources` }, say.sources))];
}

/** @param {string} id @param {Names} names */
function address(id, names) {
  return new URL(names.records[id]?.[1] ?? "", ROOT).href;
}

/** @param {string} id @param {Names} names @returns {Node} */
function link(id, names) {
  if (!Object.hasOwn(names.records, id)) return document.createTextNode(id);
  return element("a", { href: address(id, names) }, names.records[id][0]);
}

for (const name of FIELDS) {
  select(name).addEventListener("change", () => {
    tell(name, "");
    changed();
  });
}
for (const box of boxes) {
  box.addEventListener("change", () => {
    tell("with", "");
    if (!box.checked) chosen = chosen.filter((id) => id !== box.value);
    else if (chosen.length < MOST) chosen.push(box.value);
    else tell("with", say.tooMany(MOST));
    changed();
  });
}
find.addEventListener("input", list);
form.addEventListener("submit", (event) => event.preventDefault());
form.addEventListener("reset", () => {
  chosen = [];
  for (const name of [...FIELDS, "with"]) tell(name, "");
  setTimeout(changed);
});

form.hidden = false;
fill();
list();
show();
