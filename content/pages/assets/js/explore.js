/** The explorer: facets with counts, a text filter, an order, the state in the address. Without JavaScript the page lists all records. */

import { startCards } from "./cards.js";
import { LONGEST, read, written } from "./explore-address.js";
import { FACETS, SORTS, Table } from "./explore-table.js";
import { element, words } from "./words.js";

/** @typedef {import("./explore-table.js").Facet} Facet @typedef {import("./explore-table.js").Sort} Sort */

const STEP = 50;
const OPEN = ["kind", "stage", "bottleneck", "layer"];
const said = words.explore;

class Explorer {
  /** @param {HTMLElement} frame @param {Table} table @param {URL} home */
  constructor(frame, table, home) {
    this.table = table;
    this.home = home;
    const { choice, ignored } = read(location.search, table.data.facets);
    this.choice = choice;
    this.shown = STEP;
    this.message = element("p", { class: "am-explore__message", role: "alert" });
    this.status = element("p", { class: "am-explore__count", role: "status" });
    this.list = element("ul", { class: "am-index am-explore__rows", "aria-label": said.results });
    this.input = element("input", { type: "search", class: "am-explore__text", "aria-label": said.filter, placeholder: said.filter, maxlength: String(LONGEST), autocomplete: "off", spellcheck: "false" });
    this.sort = element("select", { class: "am-explore__sort", "aria-label": said.sort }, ...SORTS.map((name) => element("option", { value: name }, said.sorts[name])));
    this.clear = element("button", { type: "button", class: "am-explore__button" }, words.clear);
    this.more = element("button", { type: "button", class: "am-explore__button" }, words.more);
    const wide = window.matchMedia("(min-width: 45em)").matches;
    this.facets = FACETS.map((name) => this.facet(name, wide && OPEN.includes(name)));
    frame.replaceChildren(
      element("form", { class: "am-explore__bar", role: "search" }, this.input, this.sort, this.clear), this.message,
      element("div", { class: "am-explore__body" },
        element("div", { class: "am-explore__facets", role: "group", "aria-label": said.filters }, ...this.facets.map((facet) => facet.box)),
        element("div", { class: "am-explore__found" }, this.status, this.list, this.more, element("p", { class: "am-muted am-note" }, said.keys))));
    this.listen(frame);
    this.input.value = this.choice.q;
    if (ignored.length) this.message.textContent = said.ignored(ignored.join(", "));
    this.update();
  }

  /** @param {HTMLElement} frame */
  listen(frame) {
    frame.addEventListener("keydown", (event) => this.key(event));
    frame.querySelector("form")?.addEventListener("submit", (event) => event.preventDefault());
    this.input.addEventListener("input", () => {
      this.choice.q = this.input.value.trim();
      this.changed();
    });
    this.sort.addEventListener("change", () => {
      this.choice.sort = SORTS.find((name) => name === this.sort.value) ?? "name";
      this.changed();
    });
    this.clear.addEventListener("click", () => {
      this.choice = Table.nothing();
      this.input.value = "";
      this.changed();
      this.input.focus();
    });
    this.more.addEventListener("click", () => this.extend());
    window.addEventListener("popstate", () => this.reread());
  }

  /** A facet with a box for each option; they stay in place, so that the keyboard's focus does. @param {Facet} name @param {boolean} open */
  facet(name, open) {
    const known = this.table.data.facets[name];
    const options = known.map(([, label], option) => {
      const box = element("input", { type: "checkbox" });
      const count = element("span", { class: "am-explore__number" });
      box.addEventListener("change", () => {
        if (box.checked) this.choice.chosen[name].add(option);
        else this.choice.chosen[name].delete(option);
        this.changed();
      });
      return { box, count, row: element("label", { class: "am-explore__option" }, box, element("span", {}, label), count) };
    });
    const box = element("details", { class: "am-explore__facet", "data-facet": name }, element("summary", {}, said.facets[name]),
      element("div", { class: "am-explore__options", role: "group", "aria-label": said.facets[name] }, ...options.map((one) => one.row)));
    box.open = open || this.choice.chosen[name].size > 0;
    return { name, box, options };
  }

  changed() {
    this.message.textContent = "";
    this.shown = STEP;
    this.update();
    window.clearTimeout(this.timer);
    this.timer = window.setTimeout(() => history.replaceState(history.state, "", location.pathname + written(this.choice, this.table.data.facets) + location.hash), 200);
  }

  reread() {
    const { choice, ignored } = read(location.search, this.table.data.facets);
    this.choice = choice;
    this.input.value = choice.q;
    this.message.textContent = ignored.length ? said.ignored(ignored.join(", ")) : "";
    this.update();
  }

  update() {
    const { choice, table } = this;
    if (choice.sort === "strength" && !choice.chosen.bottleneck.size) {
      choice.sort = "name";
      this.message.textContent = [this.message.textContent, said.needs].filter(Boolean).join(" ");
    }
    this.sort.value = choice.sort;
    this.answer = table.find(choice);
    const { rows, counts } = this.answer;
    for (const { name, box, options } of this.facets) {
      let left = 0;
      options.forEach((option, i) => {
        const chosen = choice.chosen[name].has(i);
        if (option.box.checked !== chosen) option.box.checked = chosen;
        const text = String(counts[name][i]);
        if (option.count.textContent !== text) option.count.textContent = text;
        const hidden = !counts[name][i] && !chosen;
        if (option.row.hidden !== hidden) option.row.hidden = hidden;
        left += Number(!hidden);
      });
      box.hidden = !left;
    }
    this.status.textContent = rows.length ? said.count(rows.length, table.size) : said.none;
    this.clear.hidden = !choice.q && FACETS.every((name) => !choice.chosen[name].size) && choice.sort === "name";
    this.list.replaceChildren(...rows.slice(0, this.shown).map((row) => this.row(row)));
    this.more.hidden = rows.length <= this.shown;
  }

  /** More rows at the end; the keyboard goes on with the first of them. */
  extend() {
    const rows = this.answer?.rows ?? [];
    const added = rows.slice(this.shown, this.shown + STEP).map((row) => this.row(row));
    this.shown += STEP;
    this.list.append(...added);
    this.more.hidden = rows.length <= this.shown;
    added[0]?.querySelector("a")?.focus();
  }

  /** @param {number} row */
  row(row) {
    const { columns, facets, dates } = this.table.data;
    const [layer] = columns.layer[row].map((option) => facets.layer[option]);
    const link = element("a", { class: "am-ref", "data-id": columns.id[row], href: new URL(this.table.path(row), this.home).href }, columns.title[row]);
    const strength = this.table.strength(row, this.choice.chosen.bottleneck);
    const notes = [facets.kind[columns.kind[row][0]][1], ...(layer ? [layer[1]] : []), ...columns.maturity[row].map((option) => facets.maturity[option][1]), ...(strength ? [`${"●".repeat(strength)}${"○".repeat(3 - strength)} ${said.strength[strength]}`] : [])];
    const date = columns.date[row] < 0 ? "" : dates[columns.date[row]];
    return element("li", { class: `am-index__item${layer ? ` am-layer-${layer[0]}` : ""}` },
      element("span", { class: "am-index__name" }, link, ...(columns.abbr[row] ? [element("span", { class: "am-abbr" }, columns.abbr[row])] : []),
        ...notes.map((note) => element("span", { class: "am-badge" }, note)), ...(date ? [element("time", { class: "am-muted am-note", datetime: date }, date)] : [])),
      element("span", { class: "am-index__text" }, columns.summary[row]));
  }

  /** Arrows lead from the text into the results and through them. @param {KeyboardEvent} event */
  key(event) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const links = [...this.list.querySelectorAll("a")];
    const at = links.findIndex((link) => link === event.target);
    if (!step || event.isComposing || (at < 0 && (event.target !== this.input || step < 0))) return;
    event.preventDefault();
    const next = at + step;
    (next < 0 ? this.input : (links[next] ?? this.more)).focus();
  }
}

/** Cards by id, made when asked for. @param {Table} table @returns {Record<string, import("./cards.js").Card>} */
function cards(table) {
  const { columns, facets } = table.data;
  const place = new Map(columns.id.map((id, row) => [id, row]));
  return new Proxy({}, {
    get(_, id) {
      const row = place.get(String(id));
      return row === undefined ? undefined : [columns.title[row], columns.second[row], columns.abbr[row], columns.summary[row], facets.kind[columns.kind[row][0]][1]];
    },
  });
}

async function start() {
  const frame = document.querySelector(".am-explore");
  if (!(frame instanceof HTMLElement)) return;
  try {
    const answer = await fetch(new URL(frame.dataset.records ?? "", location.href));
    if (!answer.ok) throw new Error(`${answer.status} ${answer.url}`);
    const table = new Table(await answer.json());
    new Explorer(frame, table, new URL(frame.dataset.home ?? "", location.href));
    startCards(cards(table));
    document.querySelector(".am-explore-list")?.setAttribute("hidden", "");
  } catch (error) {
    frame.replaceChildren(element("p", { class: "am-explore__message", role: "alert" }, said.failed));
    console.warn(error);
  }
}

start();
