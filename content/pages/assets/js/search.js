/**
 * The search dialog over the Pagefind index of the page's language.
 * Titles and aliases outrank body text; facets are filters.
 */

import { element, words } from "./words.js";

const FACETS = /** @type {const} */ (["kind", "stage", "bottleneck", "layer", "category"]);
const SHOWN = 12;

/**
 * @typedef {{url: string, excerpt: string, meta: Record<string, string>, filters: Record<string, string[]>}} Found
 * @typedef {{id: string, data: () => Promise<Found>}} Result
 * @typedef {{results: Result[], filters: Record<string, Record<string, number>>, totalFilters?: Record<string, Record<string, number>>}} Answer
 * @typedef {{options: (o: object) => Promise<void>, init: () => Promise<void>, filters: () => Promise<Record<string, Record<string, number>>>,
 *   search: (query: string | null, o: object) => Promise<Answer>}} Pagefind
 */

/** @type {Promise<Pagefind> | undefined} */
let engine;
/** @type {Dialog | undefined} */
let dialog;

/** Open the dialog, building it and loading the index the first time. */
export function openSearch() {
  dialog ??= new Dialog();
  dialog.open();
}

/** @returns {Promise<Pagefind>} */
function pagefind() {
  engine ??= import(new URL("../../pagefind/pagefind.js", import.meta.url).href).then(async (module) => {
    await module.options({ ranking: { termFrequency: 0.4, pageLength: 0.1, termSaturation: 1.4, termSimilarity: 2.5 }, excerptLength: 22 });
    await module.init();
    return module;
  });
  return engine;
}

/** Case, width, spaces and separators removed: what a reader would call the same name. @param {string} text */
export function folded(text) {
  return text.normalize("NFKC").toLowerCase().replace(/[\s\-_/·.]+/g, "");
}

/**
 * How well a name answers a query: 0 the name itself, then its beginning, a typing slip away, a part of it, not at all.
 * @param {string} query folded @param {string} names joined by ¦
 */
export function nameRank(query, names) {
  let best = 4;
  for (const name of names.split("¦").map(folded)) {
    if (!name) continue;
    if (name === query) return 0;
    if (name.startsWith(query)) best = Math.min(best, 1);
    else if (query.length > 4 && slips(query, name) <= 2) best = Math.min(best, 2);
    else if (query.length > 2 && name.includes(query)) best = Math.min(best, 3);
  }
  return best;
}

/** Edits between two words, a swap of neighbours counting once; 9 if their lengths differ by more than 2. @param {string} a @param {string} b */
function slips(a, b) {
  if (Math.abs(a.length - b.length) > 2) return 9;
  /** @type {number[]} */
  let before = [];
  let last = [...Array(b.length + 1).keys()];
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      row[j] = Math.min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) row[j] = Math.min(row[j], before[j - 2] + 1);
    }
    before = last;
    last = row;
  }
  return last[b.length];
}

class Dialog {
  constructor() {
    this.input = element("input", { type: "search", placeholder: words.search, "aria-label": words.search, autocomplete: "off", spellcheck: "false", role: "combobox", "aria-expanded": "true", "aria-controls": "am-results" });
    this.list = element("ul", { id: "am-results", class: "am-results", role: "listbox" });
    this.status = element("p", { class: "am-search__status", role: "status" });
    this.facets = element("div", { class: "am-search__facets" });
    const close = element("button", { type: "button", class: "am-search__close", "aria-label": words.close }, "×");
    this.box = element("dialog", { class: "am-search", "aria-label": words.search },
      element("div", { class: "am-search__bar" }, this.input, close), this.facets, this.status, this.list,
      element("p", { class: "am-search__keys" }, words.keys));
    document.body.append(this.box);
    this.turn = 0;
    this.chosen = -1;
    /** @type {Record<string, string>} */
    this.filters = {};
    close.addEventListener("click", () => this.box.close());
    this.box.addEventListener("click", (event) => event.target === this.box && this.box.close());
    this.input.addEventListener("input", () => this.wait());
    this.box.addEventListener("keydown", (event) => this.key(event));
  }

  open() {
    if (!this.box.open) this.box.showModal();
    this.input.focus();
    this.input.select();
    this.search();
  }

  wait() {
    window.clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.search(), 120);
  }

  async search() {
    const turn = ++this.turn;
    const query = this.input.value.trim();
    try {
      const index = await pagefind();
      const filters = Object.fromEntries(Object.entries(this.filters).map(([name, value]) => [name, [value]]));
      const filtered = Object.keys(filters).length > 0;
      if (!query && !filtered) {
        const all = await index.filters();
        if (turn === this.turn) this.show([], 0, all);
        return;
      }
      this.status.textContent = words.loading;
      const answer = await index.search(query || null, { filters });
      const found = await Promise.all(answer.results.slice(0, 30).map((result) => result.data()));
      if (turn !== this.turn) return;
      this.show(ordered(found, query).slice(0, SHOWN), answer.results.length, answer.filters);
    } catch (error) {
      if (turn === this.turn) this.status.textContent = words.failed;
      console.warn(error);
    }
  }

  /** @param {Found[]} found @param {number} count @param {Record<string, Record<string, number>>} facets */
  show(found, count, facets) {
    this.list.replaceChildren(...found.map((one, i) => row(one, i)));
    this.choose(found.length ? 0 : -1);
    const asked = this.input.value.trim() || Object.keys(this.filters).length;
    this.status.textContent = !asked ? "" : count ? `${count} ${words.count}` : words.none;
    this.box.toggleAttribute("data-asked", Boolean(asked));
    this.facets.replaceChildren(...FACETS.map((name) => this.facet(name, facets[name] ?? {})));
  }

  /** @param {typeof FACETS[number]} name @param {Record<string, number>} counts */
  facet(name, counts) {
    const select = element("select", { "aria-label": words.facets[name] }, element("option", { value: "" }, words.facets[name]));
    for (const [value, count] of Object.entries(counts)) {
      if (count || this.filters[name] === value) select.append(element("option", { value }, `${value} (${count})`));
    }
    select.value = this.filters[name] ?? "";
    select.addEventListener("change", () => {
      if (select.value) this.filters[name] = select.value;
      else delete this.filters[name];
      this.search();
    });
    return select;
  }

  /** @param {number} which */
  choose(which) {
    this.chosen = which;
    [...this.list.children].forEach((item, i) => item.setAttribute("aria-selected", String(i === which)));
    const item = this.list.children[which];
    if (item) this.input.setAttribute("aria-activedescendant", item.id);
    else this.input.removeAttribute("aria-activedescendant");
    item?.scrollIntoView({ block: "nearest" });
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const count = this.list.children.length;
    if (event.target instanceof HTMLSelectElement || event.isComposing) return;
    if (event.key === "ArrowDown" && count) this.choose((this.chosen + 1) % count);
    else if (event.key === "ArrowUp" && count) this.choose((this.chosen + count - 1) % count);
    else if (event.key === "Enter" && this.list.children[this.chosen]) this.list.children[this.chosen].querySelector("a")?.click();
    else return;
    event.preventDefault();
  }
}

/** Best names first, otherwise as Pagefind ranked them. @param {Found[]} found @param {string} query */
function ordered(found, query) {
  const wanted = folded(query);
  if (!wanted) return found;
  const ranks = new Map(found.map((one) => [one, nameRank(wanted, (one.meta.title ?? "") + "¦" + (one.meta.names ?? ""))]));
  return found.map((one, i) => ({ one, i })).sort((a, b) => (ranks.get(a.one) ?? 4) - (ranks.get(b.one) ?? 4) || a.i - b.i).map(({ one }) => one);
}

/** @param {Found} found @param {number} i */
function row(found, i) {
  const text = element("span", { class: "am-results__text" });
  for (const node of new DOMParser().parseFromString(found.excerpt, "text/html").body.childNodes) {
    text.append(node.nodeName === "MARK" ? element("mark", {}, node.textContent ?? "") : (node.textContent ?? ""));
  }
  const kind = found.filters.kind?.[0] ?? "";
  return element("li", { role: "option", id: `am-result-${i}`, "aria-selected": "false" },
    element("a", { href: found.url, tabindex: "-1" },
      element("span", { class: "am-results__title" }, found.meta.title ?? found.url, ...(kind ? [element("span", { class: "am-badge" }, kind)] : [])), text));
}
