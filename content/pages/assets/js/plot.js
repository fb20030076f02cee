/**
 * The plot on the page of a formula: drawn by the build, redrawn here when the form changes or other curves are chosen.
 * Values along the axis are read with a slider or a pointer; what is drawn is in the address.
 */

import { watchValues } from "./calculate.js";
import { brief, ends, samples } from "./plot-axis.js";
import { cursor, draw, pointed, swatch } from "./plot-draw.js";
import { element, words } from "./words.js";

/** @typedef {import("./plot-axis.js").Scale} Scale */
/** @typedef {{zh: string, en: string}} Both */
/** @typedef {{key: string, title: Both, formula: string, values: Record<string, number>, end: number | null, shown: boolean}} Line */
/** @typedef {{key: string, title: Both, reasons: Both[]}} Refused */
/** @typedef {{id: string, title: Both, quantity: Both, unit: string, x: {symbol: string, title: Both, unit: string, integer: boolean}, range: [number, number], scale: Scale, y_scale: Scale, rows: number[], lines: Line[], own: boolean, refused: Refused[], marks: {title: Both, at: number}[], formulas: Record<string, Record<string, number>>, names: Record<string, Both>}} Data */
/** @typedef {(x: Record<string, number>) => number} Compute */

const say = words.plot;
const locale = document.documentElement.lang === "en" ? "en" : "zh";
const MOST = 8;
const LETTERS = "ABCDEFGH";
const OWN = "own";

/** Bring the plot of the page to life. A plot without its data stays as the build drew it. */
export async function startPlot() {
  const place = document.querySelector(".am-plot");
  if (!(place instanceof HTMLElement)) return;
  const base = new URL(place.dataset.base ?? "", document.baseURI);
  try {
    const answer = await fetch(new URL("plot.json", base));
    if (!answer.ok) return;
    const data = /** @type {Data} */ (await answer.json());
    const names = Object.keys(data.formulas);
    const modules = await Promise.all(names.map((name) => import(new URL(`../${name}/formula.js`, base).href)));
    new Plot(place, data, Object.fromEntries(names.map((name, i) => [name, modules[i].compute])));
  } catch {
    /* What the build drew remains. */
  }
}

class Plot {
  /** @param {HTMLElement} place @param {Data} data @param {Record<string, Compute>} compute */
  constructor(place, data, compute) {
    this.place = place;
    this.data = data;
    this.compute = compute;
    this.lines = data.own ? [...data.lines, { key: OWN, title: say.own, formula: data.id, values: {}, end: null, shown: false }] : data.lines;
    /** @type {Record<string, number>} */
    this.form = data.formulas[data.id];
    this.places = samples(...data.range, data.scale, data.x.integer);
    this.at = this.#within(this.form[data.x.symbol]);
    /** @type {(string | null)[]} Keys of the curves, by their place in the legend, which keeps its colour. */
    this.slots = Array(MOST).fill(null);
    this.marks = data.marks.map(() => true);
    this.picture = /** @type {HTMLElement} */ (place.querySelector(".am-plot__picture"));
    this.table = /** @type {HTMLTableElement} */ (place.querySelector(".am-plot__table table"));
    this.said = element("p", { class: "am-plot__said", role: "status" });
    this.values = element("p", { class: "am-plot__values", "aria-live": "polite" });
    this.slider = element("input", { type: "range", id: "plot-at", min: "0", max: String(this.places.length - 1), step: "1" });
    this.#controls();
    this.#defaults();
    this.said.textContent = this.#read();
    this.#draw();
    watchValues((values) => this.#formed(values));
  }

  /** @param {number} at */
  #within(at) {
    return Math.min(this.data.range[1], Math.max(this.data.range[0], at));
  }

  #defaults() {
    this.slots.fill(null);
    this.lines.filter((line) => line.shown).forEach((line, i) => (this.slots[i] = line.key));
    this.marks.fill(true);
  }

  /** The form has other values, or (null) values that cannot be used. @param {Record<string, number> | null} values */
  #formed(values) {
    if (values) {
      if (values[this.data.x.symbol] !== this.form[this.data.x.symbol]) this.at = this.#within(values[this.data.x.symbol]);
      this.form = values;
      if (this.said.dataset.stale) this.#say("");
      this.#draw();
    } else {
      this.#say(say.stale);
      this.said.dataset.stale = "yes";
    }
  }

  /** @param {string} text */
  #say(text) {
    delete this.said.dataset.stale;
    this.said.textContent = text;
  }

  // -- choosing ---------------------------------------------------------

  #controls() {
    const options = element("div", { class: "am-plot__options" });
    for (const { key, title } of this.lines) options.append(this.#option("curve", key, title[locale]));
    for (const { key, title } of this.data.refused) {
      const option = this.#option("curve", key, `${title[locale]} – ${words.calculator.refused}`);
      option.classList.add("am-plot__option--refused");
      options.append(option);
    }
    const curves = element("fieldset", { class: "am-plot__curves" }, element("legend", {}, say.curves), options);
    const marks = element("div", { class: "am-plot__options" });
    this.data.marks.forEach(({ title, at }, i) => marks.append(this.#option("mark", LETTERS[i], `${LETTERS[i]} · ${title[locale]} (${this.#x(at)})`)));
    const reset = element("button", { type: "button" }, say.reset);
    reset.addEventListener("click", () => {
      this.#defaults();
      this.#changed("");
    });
    this.slider.addEventListener("input", () => this.#move(this.places[Number(this.slider.value)]));
    this.picture.addEventListener("pointermove", (event) => {
      const share = pointed(this.picture, event.clientX);
      this.#move(this.places[Math.round(share * (this.places.length - 1))]);
    });
    const slide = element("div", { class: "am-plot__slide" }, element("label", { for: "plot-at" }, `${say.at} ${this.data.x.title[locale]}`), this.slider, this.values);
    const controls = /** @type {HTMLElement} */ (this.place.querySelector(".am-plot__controls"));
    const fieldsets = this.data.marks.length ? [curves, element("fieldset", {}, element("legend", {}, say.marks), marks)] : [curves];
    controls.replaceChildren(slide, this.said, ...fieldsets, reset);
  }

  /** @param {"curve" | "mark"} kind @param {string} key @param {string} text */
  #option(kind, key, text) {
    const box = element("input", { type: "checkbox", value: key, "data-kind": kind });
    box.addEventListener("change", () => this.#choose(kind, key, box.checked));
    return element("label", { class: "am-plot__option" }, box, element("span", {}), element("span", {}, text));
  }

  /** @param {"curve" | "mark"} kind @param {string} key @param {boolean} on */
  #choose(kind, key, on) {
    if (kind === "mark") this.marks[LETTERS.indexOf(key)] = on;
    this.#changed(kind === "mark" ? "" : on ? this.#add(key) : this.#remove(key));
  }

  /** Draw a curve; what stands against it, or "". @param {string} key */
  #add(key) {
    const refused = this.data.refused.find((one) => one.key === key);
    if (refused) return `${refused.title[locale]}${locale === "zh" ? "：" : ": "}${refused.reasons.map((reason) => reason[locale]).join(" ")}`;
    if (!this.lines.some((line) => line.key === key)) return `${say.unknown}: ${key.slice(0, 60)}`;
    const free = this.slots.indexOf(null);
    if (free < 0) return say.most;
    if (!this.slots.includes(key)) this.slots[free] = key;
    return "";
  }

  /** @param {string} key */
  #remove(key) {
    this.slots = this.slots.map((one) => (one === key ? null : one));
    return "";
  }

  /** @param {string} message */
  #changed(message) {
    this.#say(message);
    this.#draw();
    history.replaceState(null, "", this.#address());
  }

  // -- the address ------------------------------------------------------

  /** Curves and marks of the address; what is wrong with it, or "". */
  #read() {
    const given = new URLSearchParams(location.search);
    const problems = [];
    if (given.has("plot.curve")) {
      this.slots.fill(null);
      for (const key of given.getAll("plot.curve").slice(0, 40)) if (key) problems.push(this.#add(key));
    }
    if (given.has("plot.mark")) {
      const letters = given.getAll("plot.mark").slice(0, 40);
      this.marks = this.marks.map((_, i) => letters.includes(LETTERS[i]));
      for (const letter of letters) if (letter && !(letter.length === 1 && LETTERS.slice(0, this.marks.length).includes(letter))) problems.push(`${say.unknown}: ${letter.slice(0, 60)}`);
    }
    return [...new Set(problems.filter(Boolean))].join(" ");
  }

  #address() {
    const query = new URLSearchParams(location.search);
    for (const name of ["plot.curve", "plot.mark"]) query.delete(name);
    const chosen = this.slots.filter((key) => key !== null);
    const first = this.lines.filter((line) => line.shown).map((line) => line.key);
    if (chosen.join("\n") !== first.join("\n")) for (const key of chosen.length ? chosen : [""]) query.append("plot.curve", key);
    const letters = [...LETTERS].filter((_, i) => this.marks[i]);
    if (letters.length !== this.marks.length) for (const letter of letters.length ? letters : [""]) query.append("plot.mark", letter);
    const text = query.toString();
    return location.pathname + (text ? `?${text}` : "") + location.hash;
  }

  // -- drawing ----------------------------------------------------------

  /** Curves that are drawn, by place in the legend. @returns {{slot: number, line: Line}[]} */
  #chosen() {
    return this.slots.flatMap((key, slot) => this.lines.filter((line) => line.key === key).map((line) => ({ slot, line })));
  }

  /** Result of a curve at a value of x, or null. @param {Line} line @param {number} at @returns {number | null} */
  #value(line, at) {
    if (line.end !== null && at > line.end) return null;
    const defaults = this.data.formulas[line.formula];
    const shared = Object.fromEntries(Object.entries(this.form).filter(([symbol]) => symbol in defaults));
    const value = this.compute[line.formula]({ ...defaults, ...shared, ...line.values, [this.data.x.symbol]: at });
    return Number.isFinite(value) ? value : null;
  }

  /** @param {Line} line @returns {[number, number][]} */
  #points(line) {
    const end = line.end;
    const inside = end !== null && end > this.places[0] && end < this.places[this.places.length - 1];
    const places = inside ? [...new Set([...this.places, end])].sort((a, b) => a - b) : this.places;
    return places.flatMap((at) => {
      const value = this.#value(line, at);
      return value === null || (this.data.y_scale !== "linear" && value <= 0) ? [] : [/** @type {[number, number]} */ ([at, value])];
    });
  }

  #draw() {
    const chosen = this.#chosen();
    const { data } = this;
    const curves = chosen.map(({ slot, line }) => ({ slot, points: this.#points(line) }));
    const found = curves.flatMap(({ points }) => points.map(([, y]) => y));
    const [low, high] = found.length ? ends(Math.min(...found), Math.max(...found), data.y_scale) : [1, 10];
    const [title, quantity] = [data.title[locale], data.quantity[locale]];
    const xText = withUnit(data.x.title[locale], data.x.unit);
    this.chart = {
      title, description: say.describes(title, quantity, xText, chosen.map(({ line }) => line.title[locale])),
      x: { text: xText, low: data.range[0], high: data.range[1], scale: data.scale },
      y: { text: withUnit(quantity, data.unit), low, high, scale: data.y_scale },
      curves, marks: data.marks.flatMap(({ at }, i) => (this.marks[i] ? [{ letter: LETTERS[i], at }] : [])),
    };
    this.picture.replaceChildren(draw(this.chart));
    this.#list(chosen);
    for (const box of this.place.querySelectorAll("input[data-kind]")) if (box instanceof HTMLInputElement) this.#tick(box);
    if (!chosen.length && !this.said.textContent) this.#say(say.empty);
    this.#move(this.at);
  }

  /** @param {HTMLInputElement} box */
  #tick(box) {
    const slot = box.dataset.kind === "curve" ? this.slots.indexOf(box.value) : -1;
    box.checked = slot >= 0 || (box.dataset.kind === "mark" && this.marks[LETTERS.indexOf(box.value)]);
    box.nextElementSibling?.replaceChildren(...(slot >= 0 ? [swatch(slot)] : []));
  }

  /** The table below: the same numbers. @param {{slot: number, line: Line}[]} chosen */
  #list(chosen) {
    const head = element("tr", {}, element("th", { scope: "col", class: "am-num" }, withUnit(this.data.x.title[locale], this.data.x.unit)));
    for (const { slot, line } of chosen) head.append(element("th", { scope: "col", class: "am-num" }, swatch(slot), ` ${line.title[locale]}`));
    const rows = this.data.rows.map((at) => {
      const cells = chosen.map(({ line }) => element("td", { class: "am-num" }, shown(this.#value(line, at))));
      return element("tr", {}, element("th", { scope: "row", class: "am-num" }, brief(at)), ...cells);
    });
    if (Object.keys(this.data.names).length > 1) {
      const links = chosen.map(({ line }) => element("td", { class: "am-num" }, element("a", { href: `../${line.formula}/` }, this.data.names[line.formula][locale])));
      rows.push(element("tr", { class: "am-plot__formulas" }, element("th", { scope: "row", class: "am-num" }, say.formula), ...links));
    }
    this.table.tHead?.replaceChildren(head);
    this.table.tBodies[0]?.replaceChildren(...rows);
  }

  /** Read the curves at a value of x. @param {number} at */
  #move(at) {
    if (!this.chart) return;
    this.at = at;
    const values = this.#chosen().map(({ slot, line }) => ({ slot, line, value: this.#value(line, at) }));
    this.picture.querySelector(".am-plot__reading")?.remove();
    this.picture.querySelector("svg")?.append(cursor(this.chart, at, values));
    this.slider.value = String(this.places.reduce((best, place, i) => (Math.abs(place - at) < Math.abs(this.places[best] - at) ? i : best), 0));
    this.slider.setAttribute("aria-valuetext", this.#x(at));
    const unit = this.data.unit === "1" ? "" : ` ${this.data.unit}`;
    const texts = values.map(({ line, value }) => element("span", {}, `${line.title[locale]}${locale === "zh" ? "：" : ": "}${shown(value)}${value === null ? "" : unit}`));
    this.values.replaceChildren(element("b", {}, `${this.data.x.symbol} = ${this.#x(at)}`), ...texts.flatMap((text) => [" · ", text]));
  }

  /** @param {number} at */
  #x(at) {
    return `${brief(at)}${this.data.x.unit === "1" ? "" : ` ${this.data.x.unit}`}`;
  }
}

/** @param {number | null} value */
const shown = (value) => (value === null ? "–" : brief(value));

/** @param {string} text @param {string} unit */
function withUnit(text, unit) {
  if (unit === "1" || unit === "token") return text;
  return locale === "zh" ? `${text}（${unit}）` : `${text} (${unit})`;
}
