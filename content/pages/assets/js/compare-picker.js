/** Two to six records of a kind side by side, differences marked; the choice stands in the address. */

import { LOCALE, ROOT, read, say, short } from "./compare-words.js";
import { element } from "./words.js";

/** @typedef {{title: string, url: string, summary: string, cells: string[]}} Choice */
/** @typedef {{fields: string[], records: Record<string, Choice>}} Kind */

const MOST = 6;
const FALLBACK = "technique";

/** @template {Element} T @param {string} id @param {new () => T} type @returns {T} */
function part(id, type) {
  const found = document.getElementById(id);
  if (!(found instanceof type)) throw new Error(`#${id} is missing`);
  return found;
}

export function startPicker() {
  const form = part("pick-kind", HTMLSelectElement).form;
  if (!form) return;
  const picker = new Picker(form);
  form.hidden = false;
  picker.fromAddress();
}

class Picker {
  kind = part("pick-kind", HTMLSelectElement);
  add = part("pick-add", HTMLInputElement);
  only = part("pick-only", HTMLInputElement);
  names = part("pick-names", HTMLDataListElement);
  chips = part("pick-chosen", HTMLUListElement);
  status = part("pick-status", HTMLParagraphElement);
  result = part("pick-result", HTMLDivElement);
  /** @type {string[]} */
  ids = [];
  /** @type {Map<string, Kind>} */
  loaded = new Map();

  /** @param {HTMLFormElement} form */
  constructor(form) {
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.put(this.add.value.trim());
    });
    this.kind.addEventListener("change", () => {
      this.ids = [];
      this.tell("kind", "");
      this.tell("add", "");
      this.show();
    });
    this.only.addEventListener("change", () => this.show());
  }

  /** @param {"kind" | "add"} field @param {string} message */
  tell(field, message) {
    part(`pick-${field}-said`, HTMLSpanElement).textContent = message;
    const input = field === "kind" ? this.kind : this.add;
    if (message) input.setAttribute("aria-invalid", "true");
    else input.removeAttribute("aria-invalid");
  }

  async fromAddress() {
    const asked = new URLSearchParams(location.search);
    const kind = asked.get("kind") ?? FALLBACK;
    const known = [...this.kind.options].some((option) => option.value === kind);
    this.kind.value = known ? kind : FALLBACK;
    if (!known) this.tell("kind", say.noKind(short(kind)));
    this.only.checked = asked.get("only") === "1";
    const wanted = [...new Set((asked.get("ids") ?? "").split(",").filter(Boolean))];
    const data = await this.data();
    if (!data || this.kind.value !== (known ? kind : FALLBACK)) return;
    const unknown = wanted.filter((id) => !Object.hasOwn(data.records, id));
    const found = wanted.filter((id) => Object.hasOwn(data.records, id));
    /* A quick reader may have picked before the records came. */
    this.ids = [...new Set([...found, ...this.ids])].slice(0, MOST);
    if (unknown.length) this.tell("add", say.unknownIds(short(unknown.join(", "))));
    else if (found.length > MOST) this.tell("add", say.tooManyIds(MOST));
    await this.show(false);
  }

  /** @returns {Promise<Kind | undefined>} */
  async data() {
    const kind = this.kind.value;
    try {
      if (!this.loaded.has(kind)) this.loaded.set(kind, await read(`compare/${kind}.${LOCALE}.json`));
      return this.loaded.get(kind);
    } catch {
      this.status.textContent = say.failed;
      return undefined;
    }
  }

  /** Add a record by its name or id. @param {string} name */
  async put(name) {
    const data = await this.data();
    if (!data) return;
    const lower = name.toLowerCase();
    const named = Object.entries(data.records);
    const found = named.find(([id, record]) => id === lower || record.title.toLowerCase() === lower) ?? sole(named.filter(([, record]) => lower && record.title.toLowerCase().includes(lower)));
    if (!name) this.tell("add", say.noneNamed);
    else if (!found) this.tell("add", say.noRecord(short(name)));
    else if (this.ids.includes(found[0])) this.tell("add", say.already(found[1].title));
    else if (this.ids.length >= MOST) this.tell("add", say.tooMany(MOST));
    else {
      this.ids.push(found[0]);
      this.add.value = "";
      this.tell("add", "");
      await this.show();
    }
    this.add.focus();
  }

  async show(keep = true) {
    const data = await this.data();
    if (!data) return;
    if (keep) this.keep();
    this.names.replaceChildren(...Object.values(data.records).map((record) => element("option", { value: record.title })));
    this.chips.replaceChildren(...this.ids.map((id) => this.chip(id, data.records[id].title)));
    const picked = this.ids.map((id) => data.records[id]);
    if (picked.length < 2) {
      this.status.textContent = picked.length ? say.pickFew : "";
      this.result.replaceChildren();
      return;
    }
    const { table, different } = side(data.fields, picked, this.only.checked);
    this.status.textContent = say.picked(picked.length, different);
    this.result.replaceChildren(element("div", { class: "am-scroll", tabindex: "0", role: "region", "aria-label": this.status.textContent }, table));
  }

  /** @param {string} id @param {string} title */
  chip(id, title) {
    const button = element("button", { type: "button", "aria-label": say.remove(title) }, "×");
    button.addEventListener("click", () => {
      this.ids = this.ids.filter((one) => one !== id);
      this.tell("add", "");
      this.show();
      this.add.focus();
    });
    return element("li", {}, title, button);
  }

  keep() {
    const asked = new URLSearchParams();
    if (this.ids.length) {
      asked.set("kind", this.kind.value);
      asked.set("ids", this.ids.join(","));
    }
    if (this.only.checked) asked.set("only", "1");
    const text = asked.toString().replaceAll("%2C", ",").replaceAll("%2F", "/");
    history.replaceState(null, "", `${location.pathname}${text ? `?${text}` : ""}${location.hash}`);
  }
}

/** @template T @param {T[]} list @returns {T | undefined} */
const sole = (list) => (list.length === 1 ? list[0] : undefined);

/** The table: a row a field, a column a record. @param {string[]} fields @param {Choice[]} picked @param {boolean} only */
function side(fields, picked, only) {
  let different = 0;
  const rows = [];
  for (const [i, field] of fields.entries()) {
    const values = picked.map((record) => record.cells[i]);
    if (values.every((value) => !value)) continue;
    const state = new Set(values.filter(Boolean)).size > 1 ? "differs" : values.every(Boolean) ? "same" : "partly";
    different += Number(state === "differs");
    if (only && state === "same") continue;
    rows.push(
      element(
        "tr",
        { class: { differs: "am-differs", same: "am-same-row", partly: "am-partly" }[state] },
        element("th", { scope: "row" }, field, " ", element("span", { class: "am-badge" }, { differs: `≠ ${say.differs}`, same: `= ${say.same}`, partly: `? ${say.partly}` }[state])),
        ...values.map((value) => (value ? element("td", {}, value) : element("td", { class: "am-empty" }, element("span", { "aria-hidden": "true" }, "–"), element("span", { class: "am-sr" }, say.stated)))),
      ),
    );
  }
  const heads = picked.map((record) => {
    const link = element("a", { href: new URL(record.url, ROOT).href }, record.title);
    return element("th", { scope: "col" }, link, element("span", { class: "am-note" }, record.summary));
  });
  const head = element("thead", {}, element("tr", {}, element("th", { scope: "col" }, say.field), ...heads));
  return { table: element("table", { class: "am-table am-compare__table" }, head, element("tbody", {}, ...rows)), different };
}
