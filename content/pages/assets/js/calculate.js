/**
 * The form on the page of a formula: presets from records, inputs with units, the result, each step.
 * Everything it needs lies beside the page, written by the build; the state is in the address.
 */

import { element, words } from "./words.js";

/** @typedef {{zh: string, en: string}} Both */
/** @typedef {{symbol: string, title: Both, unit: string, scale: number, min: number, max: number, default: number, integer: boolean, preset: string | null}} Input */
/** @typedef {{symbol: string, title: Both, value: number, unit: string, base: number}} Constant */
/** @typedef {{name: string, kind: "model" | "hardware", title: Both, values: Record<string, number>, refused: Both[]}} Preset */
/** @typedef {{symbol: string, unit: string, scale: number, expression: string, inputs: Input[], constants: Constant[], presets: Preset[]}} Formula */
/** @typedef {{input: Input, entry: HTMLInputElement, message: HTMLElement}} Field */
/** @typedef {{kind: "model" | "hardware", select: HTMLSelectElement, message: HTMLElement}} Picker */
/** @typedef {(x: Record<string, number>) => number} Compute */

const say = words.calculator;
const locale = document.documentElement.lang === "en" ? "en" : "zh";
const PLAIN = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d{1,3})?$/;

/** @typedef {(values: Record<string, number> | null) => void} Watcher */
/** @type {Set<Watcher>} */
const watchers = new Set();
/** @type {Record<string, number> | null | undefined} */
let latest;

/** Be told the values of the form, now and whenever they change; null while one of them is wrong. @param {Watcher} watcher */
export function watchValues(watcher) {
  watchers.add(watcher);
  if (latest !== undefined) watcher(latest);
}

/** Put the form into its place on the page. */
export async function startCalculator() {
  const place = document.querySelector(".am-calc");
  if (!(place instanceof HTMLElement)) return;
  const base = new URL(place.dataset.base ?? "", document.baseURI);
  try {
    const [answer, module] = await Promise.all([fetch(new URL("formula.json", base)), import(new URL("formula.js", base).href)]);
    if (!answer.ok) throw new Error(String(answer.status));
    build(place, await answer.json(), module.compute);
  } catch {
    place.replaceChildren(element("p", { class: "am-calc__message" }, say.failed));
  }
}

/** @param {HTMLElement} place @param {Formula} formula @param {Compute} compute */
function build(place, formula, compute) {
  const form = element("form", { novalidate: "" });
  const pickers = kinds(formula).map((kind) => picker(form, kind, formula.presets.filter((preset) => preset.kind === kind)));
  const fields = formula.inputs.map((input) => field(form, input));
  const refusal = element("div", { "aria-live": "polite" });
  const result = element("p", { class: "am-calc__result", "aria-live": "polite", role: "status" });
  const steps = element("details", { class: "am-calc__steps" }, element("summary", {}, say.steps));
  const list = element("ol");
  steps.append(list);

  const update = (/** @type {boolean} */ write = true) => {
    show(formula, compute, fields, pickers, { refusal, result, list });
    if (write) history.replaceState(null, "", address(fields, pickers));
  };
  const reset = element("button", { type: "button" }, say.reset);
  reset.addEventListener("click", () => {
    for (const { input, entry } of fields) entry.value = String(input.default);
    for (const { select } of pickers) select.value = "";
    update();
  });
  const link = element("button", { type: "button" }, say.link);
  link.addEventListener("click", async () => {
    await navigator.clipboard?.writeText(location.href);
    link.textContent = say.copied;
  });
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("input", (event) => {
    const chosen = pickers.find(({ select }) => select === event.target);
    if (chosen) fill(formula, chosen, fields);
    update();
  });
  read(formula, fields, pickers);
  place.replaceChildren(form, refusal, result, element("div", { class: "am-calc__buttons" }, reset, link), steps);
  update(false);
}

/** @param {Formula} formula @returns {("model" | "hardware")[]} */
function kinds(formula) {
  const all = /** @type {("model" | "hardware")[]} */ (["model", "hardware"]);
  return all.filter((kind) => formula.presets.some((preset) => preset.kind === kind));
}

/**
 * A list of records; those to which the formula does not apply can be chosen, and say why not.
 * @param {HTMLElement} form @param {"model" | "hardware"} kind @param {Preset[]} presets @returns {Picker}
 */
function picker(form, kind, presets) {
  const select = element("select", { id: `calc-${kind}`, "aria-describedby": `calc-${kind}-message` }, element("option", { value: "" }, say.own));
  const good = presets.filter((preset) => preset.refused.length === 0);
  for (const preset of good) select.append(element("option", { value: preset.name }, preset.title[locale]));
  if (good.length < presets.length) {
    const group = element("optgroup", { label: say.refused });
    for (const preset of presets) if (preset.refused.length) group.append(element("option", { value: preset.name }, preset.title[locale]));
    select.append(group);
  }
  const message = element("p", { class: "am-calc__message", id: `calc-${kind}-message` });
  form.append(element("div", { class: "am-calc__field" }, element("label", { for: `calc-${kind}` }, say[kind]), select, message));
  return { kind, select, message };
}

/** @param {HTMLElement} form @param {Input} input @returns {Field} */
function field(form, input) {
  const id = `calc-input-${input.symbol}`;
  const entry = element("input", {
    id, type: "text", inputmode: input.integer ? "numeric" : "decimal", autocomplete: "off", "aria-describedby": `${id}-message`, value: String(input.default),
  });
  const message = element("p", { class: "am-calc__message", id: `${id}-message` });
  const unit = element("span", { class: "am-calc__unit" }, input.unit === "1" ? "" : input.unit);
  const label = element("label", { for: id }, `${input.title[locale]} (${input.symbol})`);
  form.append(element("div", { class: "am-calc__field" }, label, element("div", { class: "am-calc__entry" }, entry, unit), message));
  return { input, entry, message };
}

/** Values of a chosen record go into the fields they belong to. @param {Formula} formula @param {Picker} chosen @param {Field[]} fields */
function fill(formula, { kind, select }, fields) {
  const preset = formula.presets.find((one) => one.kind === kind && one.name === select.value);
  if (!preset || preset.refused.length) return;
  for (const { input, entry } of fields) if (input.symbol in preset.values) entry.value = String(preset.values[input.symbol]);
}

/** The address as it was opened: records first, then values, which win. @param {Formula} formula @param {Field[]} fields @param {Picker[]} pickers */
function read(formula, fields, pickers) {
  const given = new URLSearchParams(location.search);
  for (const one of pickers) {
    const name = given.get(one.kind);
    if (!name) continue;
    if ([...one.select.options].some((option) => option.value === name)) {
      one.select.value = name;
      fill(formula, one, fields);
    } else one.message.dataset.unknown = `${say.unknown}: ${name.slice(0, 60)}`;
  }
  for (const { input, entry } of fields) {
    const text = given.get(input.symbol);
    if (text !== null) entry.value = text.slice(0, 40);
  }
}

/** @param {Field[]} fields @param {Picker[]} pickers */
function address(fields, pickers) {
  const query = new URLSearchParams();
  const others = [...new URLSearchParams(location.search)].filter(([name]) => name.startsWith("plot."));
  for (const { kind, select } of pickers) if (select.value) query.set(kind, select.value);
  for (const { input, entry } of fields) if (entry.value !== String(input.default)) query.set(input.symbol, entry.value);
  for (const [name, value] of others) query.append(name, value);
  const text = query.toString();
  return location.pathname + (text ? `?${text}` : "") + location.hash;
}

/** What is wrong with an entry, or "". @param {Input} input @param {string} text */
export function wrong(input, text) {
  const plain = text.trim().replaceAll(",", "");
  if (!plain) return say.empty;
  const value = Number(plain);
  if (!PLAIN.test(plain) || !Number.isFinite(value)) return say.number;
  if (input.integer && !Number.isInteger(value)) return say.whole;
  return value < input.min || value > input.max ? `${say.range}: ${number(input.min)} – ${number(input.max)}` : "";
}

/**
 * Messages beside the fields, then either the reasons against, or the result with its steps.
 * @param {Formula} formula @param {Compute} compute @param {Field[]} fields @param {Picker[]} pickers
 * @param {{refusal: HTMLElement, result: HTMLElement, list: HTMLElement}} out
 */
function show(formula, compute, fields, pickers, out) {
  let good = true;
  for (const { input, entry, message } of fields) {
    message.textContent = wrong(input, entry.value);
    entry.setAttribute("aria-invalid", String(message.textContent !== ""));
    good &&= message.textContent === "";
  }
  for (const { select, message } of pickers) {
    if (select.value) delete message.dataset.unknown;
    message.textContent = message.dataset.unknown ?? "";
  }
  const x = Object.fromEntries(fields.map(({ input, entry }) => [input.symbol, Number(entry.value.trim().replaceAll(",", ""))]));
  latest = good ? x : null;
  for (const watcher of watchers) watcher(latest);
  const refused = pickers.flatMap(({ kind, select }) => formula.presets.filter((one) => one.kind === kind && one.name === select.value && one.refused.length));
  out.refusal.replaceChildren(...refused.map((preset) => against(preset)));
  out.list.replaceChildren();
  out.result.textContent = "";
  if (!good || refused.length) return;
  const value = compute(x);
  if (!Number.isFinite(value)) {
    out.refusal.replaceChildren(element("p", { class: "am-calc__refusal" }, say.impossible));
    return;
  }
  out.result.textContent = `${say.result}: ${formula.symbol} = ${number(value)}${formula.unit === "1" ? "" : ` ${formula.unit}`}`;
  out.list.replaceChildren(...steps(formula, x, value));
}

/** @param {Preset} preset */
function against(preset) {
  return element("p", { class: "am-calc__refusal" }, `${preset.title[locale]}${locale === "zh" ? "：" : ": "}${preset.refused.map((reason) => reason[locale]).join(" ")}`);
}

/** From the typed values to the result. @param {Formula} formula @param {Record<string, number>} x @param {number} value */
function steps(formula, x, value) {
  /** @type {Record<string, number>} */
  const base = Object.fromEntries(formula.constants.map((constant) => [constant.symbol, constant.base]));
  const converted = formula.inputs.map((input) => {
    base[input.symbol] = x[input.symbol] * input.scale;
    const unit = input.unit === "1" ? "" : ` ${input.unit}`;
    return `${input.symbol} = ${number(x[input.symbol])}${unit}${input.scale === 1 ? "" : ` = ${number(base[input.symbol])}`}`;
  });
  const inserted = formula.expression.replace(/[A-Za-z_][A-Za-z0-9_]*/g, (name) => (name in base ? number(base[name]) : name));
  const unit = formula.unit === "1" ? "" : ` ${formula.unit}`;
  const end = formula.scale === 1 ? `${number(value)}${unit}` : `${number(value * formula.scale)} = ${number(value)}${unit}`;
  return [
    step("", [`${formula.symbol} = ${formula.expression}`]),
    step(say.convert, converted),
    step(say.insert, [`${formula.symbol} = ${inserted}`]),
    step(say.result, [`${formula.symbol} = ${end}`]),
  ];
}

/** @param {string} title @param {string[]} lines */
function step(title, lines) {
  return element("li", {}, title, ...lines.flatMap((line) => [element("br"), element("code", {}, line)]).slice(title ? 0 : 1));
}

/** Six significant digits, grouped; powers of ten written out. @param {number} value */
export function number(value) {
  const size = Math.abs(value);
  if (size !== 0 && (size >= 1e15 || size < 1e-5)) {
    const [mantissa, exponent] = value.toExponential(5).split("e");
    return `${Number(mantissa)}×10^${Number(exponent)}`;
  }
  return new Intl.NumberFormat("en", { maximumSignificantDigits: Number.isInteger(value) ? 15 : 6 }).format(value);
}
