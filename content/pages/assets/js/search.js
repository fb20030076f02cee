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

/**
 * @typedef {[title: string, second: string, url: string, names: string[], facets: number[][]]} Row
 * @typedef {{facets: Record<string, string[]>, rows: Row[]}} Names
 * @typedef {{title: string, kind: string, url: string, text: (Node | string)[]}} Line
 */

const ROOT = new URL("../../", import.meta.url);
const ZH = document.documentElement.lang !== "en";

/** @type {Promise<Pagefind> | undefined} */
let engine;
/** @type {Promise<Names> | undefined} */
let register;
/** @type {Dialog | undefined} */
let dialog;

/** Open the dialog, building it and loading the index the first time. */
export function openSearch() {
  dialog ??= new Dialog();
  dialog.open();
}

/** @returns {Promise<Pagefind>} */
function pagefind() {
  engine ??= import(new URL("pagefind/pagefind.js", ROOT).href).then(async (module) => {
    await module.options({ ranking: { termFrequency: 0.4, pageLength: 0.1, termSaturation: 1.4, termSimilarity: 2.5 }, excerptLength: 22 });
    await module.init();
    await module.filters(); // a search counts only the facets that are loaded
    return module;
  });
  return engine;
}

/** The names of all records, by which slips, pinyin and unspaced Chinese are found. @returns {Promise<Names>} */
function names() {
  register ??= fetch(new URL(`search/names.${ZH ? "zh" : "en"}.json`, ROOT)).then((answer) => answer.json());
  return register;
}

/**
 * Records whose name answers the query, best first.
 * @param {Names} known @param {string} query @param {Record<string, string>} filters
 */
function named(known, query, filters) {
  const wanted = folded(query);
  if (!wanted) return [];
  const asked = FACETS.map((name) => (name in filters ? known.facets[name].indexOf(filters[name]) : undefined));
  return known.rows
    .filter((row) => asked.every((number, i) => number === undefined || row[4][i].includes(number)))
    .map((row) => ({ row, rank: nameRank(wanted, row[3]), length: Math.min(...row[3].map((name) => Math.abs(folded(name).length - wanted.length))) }))
    .filter((hit) => hit.rank < 4)
    .sort((a, b) => a.rank - b.rank || a.length - b.length)
    .slice(0, 8)
    .map(({ row: [title, second, url, , facets] }) => ({ title, kind: known.facets.kind[facets[0][0]], url: new URL(url, ROOT).href, text: [second === title ? "" : second] }));
}

/** Chinese queries come unspaced; where Pagefind finds nothing, ask for their words. @param {string} query */
function spaced(query) {
  if (!/\p{Script=Han}/u.test(query)) return query;
  const cut = new Intl.Segmenter("zh", { granularity: "word" });
  return [...cut.segment(query)].map((part) => part.segment.trim()).filter(Boolean).join(" ");
}

/** Case, width, spaces and separators removed: what a reader would call the same name. @param {string} text */
export function folded(text) {
  return text.normalize("NFKC").toLowerCase().replace(/[\s\-_/·.]+/g, "");
}

/**
 * How well a name answers a query: 0 the name itself, then its beginning, a typing slip away, a part of it, not at all.
 * @param {string} query folded @param {string[]} names
 */
export function nameRank(query, names) {
  return foldedRank(query, names.map(folded));
}

/**
 * The same for names that are folded already; `near` may rule out a slip before it is measured.
 * @param {string} query @param {string[]} names folded @param {(which: number) => boolean} [near]
 */
export function foldedRank(query, names, near = () => true) {
  let best = 4;
  names.forEach((name, i) => {
    if (name === query) best = 0;
    else if (name.startsWith(query)) best = Math.min(best, 1);
    else if (query.length > 4 && best > 2 && near(i) && slips(query, name) <= 2) best = 2;
    else if (query.length > 2 && best > 3 && name.includes(query)) best = 3;
  });
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
    const asked = Boolean(query) || Object.keys(this.filters).length > 0;
    this.status.textContent = asked ? words.loading : "";
    try {
      const [hits, answer] = await Promise.all([names().then((known) => named(known, query, this.filters)), this.fullText(query, asked)]);
      const found = await Promise.all(answer.results.slice(0, SHOWN).map((result) => result.data()));
      if (turn !== this.turn) return;
      this.show(merged(hits, found), answer, asked);
      this.box.dataset.shown = query;
    } catch (error) {
      if (turn === this.turn) this.status.textContent = words.failed;
      console.warn(error);
    }
  }

  /** @param {string} query @param {boolean} asked @returns {Promise<Answer>} */
  async fullText(query, asked) {
    const index = await pagefind();
    if (!asked) return { results: [], filters: await index.filters() };
    const filters = Object.fromEntries(Object.entries(this.filters).map(([name, value]) => [name, [value]]));
    const answer = await index.search(query || null, { filters });
    const words = spaced(query);
    return answer.results.length || words === query ? answer : index.search(words, { filters });
  }

  /** @param {Line[]} lines @param {Answer} answer @param {boolean} asked */
  show(lines, answer, asked) {
    this.list.replaceChildren(...lines.map((line, i) => row(line, i)));
    this.choose(lines.length ? 0 : -1);
    const count = Math.max(lines.length, answer.results.length);
    this.status.textContent = !asked ? "" : count ? `${count} ${words.count}` : words.none;
    this.facets.replaceChildren(...FACETS.map((name) => this.facet(name, answer.filters[name] ?? {})));
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
    if (event.key === "Escape") this.box.close();
    else if (event.key === "ArrowDown" && count) this.choose((this.chosen + 1) % count);
    else if (event.key === "ArrowUp" && count) this.choose((this.chosen + count - 1) % count);
    else if (event.key === "Enter" && this.list.children[this.chosen]) this.list.children[this.chosen].querySelector("a")?.click();
    else return;
    event.preventDefault();
  }
}

/** Records found by name, then by text, each once. @param {Line[]} hits @param {Found[]} found @returns {Line[]} */
function merged(hits, found) {
  const known = new Set(hits.map((hit) => hit.url));
  const more = found.map((one) => ({ title: one.meta.title ?? one.url, kind: one.filters.kind?.[0] ?? "", url: new URL(one.url, location.href).href, text: excerpt(one.excerpt) }));
  return [...hits, ...more.filter((line) => !known.has(line.url))].slice(0, SHOWN);
}

/** Pagefind marks the words it found; nothing else of its HTML is kept. @param {string} marked @returns {Node[]} */
function excerpt(marked) {
  const nodes = [...new DOMParser().parseFromString(marked, "text/html").body.childNodes];
  return nodes.map((node) => (node.nodeName === "MARK" ? element("mark", {}, node.textContent ?? "") : document.createTextNode(node.textContent ?? "")));
}

/** @param {Line} line @param {number} i */
function row(line, i) {
  return element("li", { role: "option", id: `am-result-${i}`, "aria-selected": "false" },
    element("a", { href: line.url, tabindex: "-1" },
      element("span", { class: "am-results__title" }, line.title, ...(line.kind ? [element("span", { class: "am-badge" }, line.kind)] : [])),
      element("span", { class: "am-results__text" }, ...line.text)));
}
