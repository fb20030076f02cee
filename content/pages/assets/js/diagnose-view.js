/** An answer of the diagnosis as elements. Every text goes in as text. */

import { say } from "./diagnose-words.js";
import { element } from "./words.js";

const ROOT = new URL("../../", import.meta.url);
const SHOWN = 5;

/**
 * @typedef {{tool: string, how?: string, since?: string, note?: string}} Switch
 * @typedef {{summary: string, gains?: string[], costs?: string[], tools?: Switch[], software?: string[]}} Told
 * @typedef {{layers: Record<string, string>, metrics: Record<string, string>, features: Record<string, string>, maturities: Record<string, string>,
 *   records: Record<string, [string, string]>, models: Record<string, string>, limits: Record<string, [string, string][]>, candidates: Record<string, Told>}} Texts
 * @typedef {import("./diagnose-engine.js").Answer} Answer
 * @typedef {import("./diagnose-engine.js").Standing} Standing
 * @typedef {import("./diagnose-engine.js").Plan} Plan
 * @typedef {import("./diagnose-engine.js").Remedy} Remedy
 * @typedef {import("./diagnose-engine.js").Withheld} Withheld
 */

/** What the answer comes to, in one sentence. @param {Answer} answer @param {Texts} texts */
export function verdict(answer, texts) {
  const name = (/** @type {Standing} */ one) => title(texts, one.bottleneck);
  if (answer.decided) return say.decided(name(answer.standings[0]));
  const leading = answer.plans.map((plan) => title(texts, plan.bottleneck));
  return leading.length ? say.open(leading.join(say.comma)) : say.nothing;
}

/** The whole answer. @param {Answer} answer @param {Texts} texts @returns {HTMLElement[]} */
export function elements(answer, texts) {
  return [...standings(answer, texts), ...following(answer, texts), ...answer.plans.flatMap((plan) => remedies(plan, texts))];
}

/** @param {Texts} texts @param {string} id */
function title(texts, id) {
  return texts.records[id]?.[0] ?? texts.models[id] ?? texts.features[id] ?? id;
}

/** A link to a record, or its name where it has no page. @param {Texts} texts @param {string} id @returns {HTMLElement} */
function link(texts, id) {
  const path = texts.records[id]?.[1];
  return path ? element("a", { href: new URL(path, ROOT).href }, title(texts, id)) : element("span", {}, title(texts, id));
}

/** Bottlenecks on which an observation bears; the others fold away. @param {Answer} answer @param {Texts} texts @returns {HTMLElement[]} */
function standings(answer, texts) {
  const touched = (/** @type {Standing} */ one) => one.supports.length + one.opposes.length + one.silent.length > 0;
  const [near, far] = [answer.standings.filter(touched), answer.standings.filter((one) => !touched(one))];
  const leading = answer.plans.map((plan) => plan.bottleneck);
  return [...(near.length ? [table(near, texts, leading)] : []), ...(far.length ? [fold(say.untouched(far.length), table(far, texts, leading))] : [])];
}

/** @param {Standing[]} rows @param {Texts} texts @param {string[]} leading */
function table(rows, texts, leading) {
  const heads = [say.bottleneck, say.score, say.for, say.against, say.silent, say.unobserved];
  return element("div", { class: "am-scroll", tabindex: "0", role: "region", "aria-label": say.bottleneck }, element("table", { class: "am-table am-standings" },
    element("thead", {}, element("tr", {}, ...heads.map((head) => element("th", { scope: "col" }, head)))),
    element("tbody", {}, ...rows.map((one) => row(one, texts, leading.includes(one.bottleneck))))));
}

/** @param {Standing} one @param {Texts} texts @param {boolean} leads */
function row(one, texts, leads) {
  const cell = (/** @type {number[]} */ places) =>
    element("td", {}, ...(places.length ? [element("ul", {}, ...places.map((i) => signal(texts.limits[one.bottleneck][i])))] : ["–"]));
  return element("tr", { class: `am-standing${leads ? " am-standing--lead" : ""}`, "data-bottleneck": one.bottleneck },
    element("th", { scope: "row" }, link(texts, one.bottleneck)), element("td", { class: "am-num" }, String(one.score)),
    cell(one.supports), cell(one.opposes), cell(one.silent), cell(one.unobserved));
}

/** @param {[string, string]} told */
function signal([text, why]) {
  return element("li", { title: why }, text);
}

/** @param {Answer} answer @param {Texts} texts @returns {HTMLElement[]} */
function following(answer, texts) {
  const next = answer.next;
  if (!next) return [];
  const names = next.between.map((id) => title(texts, id)).join(say.comma);
  const how = next.command
    ? [element("p", {}, element("strong", {}, next.tool)), element("pre", {}, element("code", {}, next.command)),
       element("p", { class: "am-note" }, `${say.readIn} `, link(texts, next.read_in))]
    : [];
  return [element("h3", {}, `${say.next}${say.stop}${texts.metrics[next.metric]}`),
    element("div", { class: "am-measure", "data-next": next.metric }, element("p", {}, say.between(names)), ...how)];
}

/** @param {Plan} plan @param {Texts} texts @returns {HTMLElement[]} */
function remedies(plan, texts) {
  const found = [element("h3", {}, say.remedies(title(texts, plan.bottleneck)))];
  const items = plan.techniques.map((one) => cure(one, texts));
  if (!items.length) return [...found, element("p", {}, say.none), ...rest(plan, texts)];
  const more = items.slice(SHOWN);
  const list = element("ol", { class: "am-cures", "data-plan": plan.bottleneck }, ...items.slice(0, SHOWN));
  const folded = more.length ? [fold(say.more(more.length), element("ol", { class: "am-cures" }, ...more))] : [];
  return [...found, list, ...folded, ...rest(plan, texts)];
}

/** Tools and what was held back. @param {Plan} plan @param {Texts} texts @returns {HTMLElement[]} */
function rest(plan, texts) {
  const tools = plan.tools.length ? [element("p", {}, `${say.tools}${say.stop}`, ...joined(texts, plan.tools.map((one) => one.id)))] : [];
  if (!plan.withheld.length) return tools;
  const items = plan.withheld.map((one) => element("li", { "data-withheld": one.id }, link(texts, one.id), ` (${reason(one)}${say.stop}`, ...joined(texts, one.because), ")"));
  return [...tools, fold(say.withheld(items.length), element("ul", {}, ...items))];
}

/** @param {Withheld} one */
function reason(one) {
  return say.reasons[/** @type {keyof typeof say.reasons} */ (one.reason)];
}

/** @param {string} head @param {HTMLElement} body */
function fold(head, body) {
  return element("details", { class: "am-more" }, element("summary", {}, head), body);
}

/** Links with separators between. @param {Texts} texts @param {string[]} ids @returns {(Node | string)[]} */
function joined(texts, ids) {
  return ids.flatMap((id, i) => (i ? [say.comma, link(texts, id)] : [link(texts, id)]));
}

/** @param {Remedy} one @param {Texts} texts */
function cure(one, texts) {
  const told = texts.candidates[one.id];
  const badge = (/** @type {string} */ text) => element("span", { class: "am-badge" }, text);
  const strength = say.strength[/** @type {1 | 2 | 3} */ (one.strength)];
  const head = element("h4", { class: "am-cure__head" }, link(texts, one.id),
    element("span", { class: "am-strength" }, element("span", { "aria-hidden": "true" }, `${"●".repeat(one.strength)}${"○".repeat(3 - one.strength)} `), strength),
    badge(texts.layers[one.layer] ?? one.layer), badge(texts.maturities[one.maturity] ?? one.maturity),
    ...(one.swap ? [badge(say.swap)] : []), ...(one.present ? [badge(say.present)] : []));
  const rows = [
    line(say.gains, told.gains ?? [say.noGain]),
    line(say.requires, [...one.requires.map((id) => link(texts, id)), ...(told.software ?? [])]),
    line(say.conflicts, one.conflicts.map((id) => link(texts, id))),
    line(say.costs, told.costs ?? []),
    line(say.flag, (told.tools ?? []).filter((tool) => tool.how).map((tool) => flag(tool, texts))),
  ];
  return element("li", { class: `am-cure am-layer-${one.layer}`, "data-technique": one.id }, head, element("p", {}, told.summary), element("dl", {}, ...rows.flat()));
}

/** A term with its values; nothing if there is none. @param {string} term @param {(Node | string)[]} values */
function line(term, values) {
  if (!values.length) return [];
  const body = values.length === 1 ? values : [element("ul", {}, ...values.map((value) => element("li", {}, value)))];
  return [element("div", {}, element("dt", {}, term), element("dd", {}, ...body))];
}

/** @param {Switch} tool @param {Texts} texts */
function flag(tool, texts) {
  const after = [tool.since ? `${say.since} ${tool.since}` : "", tool.note ?? ""].filter(Boolean).join(say.full);
  return element("span", {}, link(texts, tool.tool), say.stop, element("code", {}, tool.how ?? ""), ...(after ? [element("span", { class: "am-note" }, ` ${after}`)] : []));
}
