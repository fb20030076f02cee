/** Words of the page stack/: what each finding says, in the language of the page. Names come in as links. */

import { LOCALE } from "./compare-words.js";

/** @typedef {{one: Node, other: Node, text: string}} Parts */
/** @typedef {(parts: Parts) => (Node | string)[]} Sentence */

/** @type {{zh: Record<string, Sentence>, en: Record<string, Sentence>}} */
const REASONS = {
  zh: {
    "conflict.stated": ({ one, other }) => [one, " 与 ", other, " 不能同用。"],
    "conflict.since": ({ one, other, text }) => [one, " 与 ", other, ` 不能同用，条件：${text}。`],
    "conflict.inherited": ({ one, other }) => [one, " 与 ", other, " 各自所属的一类不能同用；这两种形式是否例外，没有记录。"],
    "feature.has": ({ one, text }) => [one, ` 需要 ${text}，所选硬件具备。`],
    "feature.lacks": ({ one, text }) => [one, ` 需要 ${text}，所选硬件没有。`],
    "feature.unchosen": ({ one, text }) => [one, ` 需要 ${text}；还没有选硬件。`],
    "requires.chosen": ({ one, other }) => [one, " 依赖 ", other, "，已在所选之中。"],
    "requires.form": ({ one, other }) => [one, " 依赖 ", other, "，所选技术里有它的一种形式。"],
    "requires.model": ({ one, other }) => [one, " 依赖 ", other, "，所选模型本身就用它。"],
    "requires.offered": ({ one, other }) => [one, " 依赖 ", other, "，所选引擎提供它。"],
    "requires.missing": ({ one, other }) => [one, " 依赖 ", other, "，所选之中没有。"],
    "requires.unchosen": ({ one, other }) => [one, " 依赖 ", other, "；还没有选到这一类。"],
    "requires.outside": ({ one, other }) => [one, " 依赖 ", other, "；这里的选项管不到，请自行确认。"],
    "requires.stated": ({ one, other }) => [one, " 可能依赖 ", other, "；记录标为未验证。"],
    "applies.built": ({ one, other }) => [other, " 本身就采用 ", one, "。"],
    "applies.holds": ({ one, other, text }) => [one, ` 的适用条件 ${text} 在 `, other, " 上成立。"],
    "applies.fails": ({ one, other, text }) => [one, ` 的适用条件 ${text} 在 `, other, " 上不成立。"],
    "applies.size": ({ one, other, text }) => [one, ` 的适用条件 ${text} 只在 `, other, " 的部分规格上成立；请选定规格。"],
    "applies.unstated": ({ one, other, text }) => [one, ` 的适用条件是 ${text}，`, other, " 的记录里没有相应的值。"],
    "applies.unpublished": ({ one, other, text }) => [one, ` 的适用条件是 ${text}，`, other, " 没有公开结构配置。"],
    "applies.unchosen": ({ one, text }) => [one, ` 的适用条件是 ${text}；还没有选模型。`],
    "engine.entry": ({ one, other }) => [other, " 提供 ", one, "。"],
    "engine.entry.no": ({ one, other }) => [other, " 不提供 ", one, "。"],
    "engine.entry.untested": ({ one, other }) => [other, " 是否提供 ", one, "，记录标为未验证。"],
    "engine.stage": ({ one, other }) => [one, " 用在 ", other, " 不涉及的阶段。"],
    "engine.alone": ({ one, other }) => [one, " 没有任何工具提供，", other, " 也不例外。"],
    "engine.no-entry": ({ one, other }) => ["没有记录说 ", other, " 提供 ", one, "。"],
    "pair.nothing": ({ one, other }) => [one, " 与 ", other, " 一起用，没有任何记录。"],
    "pair.alternative_to": ({ one, other }) => [one, " 与 ", other, " 解决同一问题，通常二选一；同用没有记录。"],
    "pair.combines_with": ({ one, other }) => [one, " 与 ", other, " 常一起使用。"],
    "pair.requires": ({ one, other }) => [one, " 与 ", other, " 有依赖关系，本就一起用。"],
    "pair.part_of": ({ one, other }) => [one, " 与 ", other, " 是整体与部分。"],
    "pair.variant_of": ({ one, other }) => [one, " 与 ", other, " 一个是另一个的变体。"],
    "pair.evolves_from": ({ one, other }) => [one, " 与 ", other, " 一个由另一个演进而来。"],
    "pair.equivalent_to": ({ one, other }) => [one, " 与 ", other, " 等价。"],
  },
  en: {
    "conflict.stated": ({ one, other }) => [one, " and ", other, " cannot be used together."],
    "conflict.since": ({ one, other, text }) => [one, " and ", other, ` cannot be used together under this condition: ${text}.`],
    "conflict.inherited": ({ one, other }) => ["What ", one, " and ", other, " are forms of cannot be used together; whether these two are an exception is not recorded."],
    "feature.has": ({ one, text }) => [one, ` needs ${text}, which the hardware has.`],
    "feature.lacks": ({ one, text }) => [one, ` needs ${text}, which the hardware lacks.`],
    "feature.unchosen": ({ one, text }) => [one, ` needs ${text}; no hardware is chosen.`],
    "requires.chosen": ({ one, other }) => [one, " requires ", other, ", which is in the stack."],
    "requires.form": ({ one, other }) => [one, " requires ", other, ", of which the stack has a form."],
    "requires.model": ({ one, other }) => [one, " requires ", other, ", with which the model is built."],
    "requires.offered": ({ one, other }) => [one, " requires ", other, ", which the engine offers."],
    "requires.missing": ({ one, other }) => [one, " requires ", other, ", which is missing."],
    "requires.unchosen": ({ one, other }) => [one, " requires ", other, "; nothing of that kind is chosen."],
    "requires.outside": ({ one, other }) => [one, " requires ", other, ", which is no choice here; see to it yourself."],
    "requires.stated": ({ one, other }) => [one, " may require ", other, "; the record marks it untested."],
    "applies.built": ({ one, other }) => [other, " is built with ", one, "."],
    "applies.holds": ({ one, other, text }) => [one, ` applies if ${text}, which holds for `, other, "."],
    "applies.fails": ({ one, other, text }) => [one, ` applies if ${text}, which does not hold for `, other, "."],
    "applies.size": ({ one, other, text }) => [one, ` applies if ${text}, which holds for some sizes of `, other, " only; choose the size."],
    "applies.unstated": ({ one, other, text }) => [one, ` applies if ${text}, on which the record of `, other, " is silent."],
    "applies.unpublished": ({ one, other, text }) => [one, ` applies if ${text}; the architecture of `, other, " is not published."],
    "applies.unchosen": ({ one, text }) => [one, ` applies if ${text}; no model is chosen.`],
    "engine.entry": ({ one, other }) => [other, " offers ", one, "."],
    "engine.entry.no": ({ one, other }) => [other, " does not offer ", one, "."],
    "engine.entry.untested": ({ one, other }) => ["Whether ", other, " offers ", one, " is marked untested."],
    "engine.stage": ({ one, other }) => [one, " belongs to a stage that ", other, " has no part in."],
    "engine.alone": ({ one, other }) => ["No tool offers ", one, ", and neither does ", other, "."],
    "engine.no-entry": ({ one, other }) => ["No record says that ", other, " offers ", one, "."],
    "pair.nothing": ({ one, other }) => ["Nothing is recorded about ", one, " together with ", other, "."],
    "pair.alternative_to": ({ one, other }) => [one, " and ", other, " solve the same problem, and usually one is taken; nothing is recorded about both."],
    "pair.combines_with": ({ one, other }) => [one, " and ", other, " are used together."],
    "pair.requires": ({ one, other }) => [one, " and ", other, " go together, since one requires the other."],
    "pair.part_of": ({ one, other }) => [one, " and ", other, " are part and whole."],
    "pair.variant_of": ({ one, other }) => ["Of ", one, " and ", other, " one is a form of the other."],
    "pair.evolves_from": ({ one, other }) => ["Of ", one, " and ", other, " one evolved from the other."],
    "pair.equivalent_to": ({ one, other }) => [one, " and ", other, " are equivalent."],
  },
};

const WORDS = {
  zh: {
    empty: "还没有选技术。选至少一项，再选模型、硬件或引擎。",
    overall: { yes: "都有依据，可以一起用。", no: "有冲突或缺前提，见下。", untested: "没有发现冲突，但有未验证之处，见下。" },
    counts: (/** @type {number} */ no, /** @type {number} */ open, /** @type {number} */ yes) => `否 ${no} 项，未验证 ${open} 项，是 ${yes} 项。`,
    verdict: { yes: "是", no: "否", untested: "未验证" },
    groups: { no: "不成立", untested: "未验证", yes: "成立" },
    checks: { conflict: "冲突", feature: "硬件能力", requires: "前提", applies: "适用条件", engine: "引擎支持", pair: "两两组合" },
    edge: "依据",
    sources: "记录的来源",
    condition: "条件",
    how: "开启方式",
    since: "自",
    unknown: (/** @type {string} */ value) => `没有「${value}」这一项。`,
    unknownTechniques: (/** @type {string} */ value) => `地址里有不认识的技术：${value}`,
    tooMany: (/** @type {number} */ most) => `最多选 ${most} 项技术；多出的没有选上。`,
    count: (/** @type {number} */ shown, /** @type {number} */ all, /** @type {number} */ chosen) => `列出 ${shown} / ${all} 项，已选 ${chosen} 项`,
    remove: (/** @type {string} */ title) => `移除 ${title}`,
    failed: "数据没有载入，请重新加载页面。下面的表仍然可用。",
  },
  en: {
    empty: "No technique is chosen. Choose one or more, then a model, hardware or an engine.",
    overall: { yes: "All of it is recorded to work together.", no: "Something conflicts or is missing; see below.", untested: "No conflict found, but not all of it is recorded; see below." },
    counts: (/** @type {number} */ no, /** @type {number} */ open, /** @type {number} */ yes) => `${no} no, ${open} untested, ${yes} yes.`,
    verdict: { yes: "yes", no: "no", untested: "untested" },
    groups: { no: "No", untested: "Untested", yes: "Yes" },
    checks: { conflict: "Conflict", feature: "Hardware feature", requires: "Prerequisite", applies: "Condition", engine: "Engine", pair: "Pair" },
    edge: "Rests on",
    sources: "sources of the record",
    condition: "condition",
    how: "as typed",
    since: "since",
    unknown: (/** @type {string} */ value) => `There is no "${value}" here.`,
    unknownTechniques: (/** @type {string} */ value) => `The address names techniques that do not exist: ${value}`,
    tooMany: (/** @type {number} */ most) => `At most ${most} techniques; the rest is left out.`,
    count: (/** @type {number} */ shown, /** @type {number} */ all, /** @type {number} */ chosen) => `${shown} of ${all} listed, ${chosen} chosen`,
    remove: (/** @type {string} */ title) => `Remove ${title}`,
    failed: "The data did not load. Reload the page; the tables below still work.",
  },
};

export const say = WORDS[LOCALE];

/** The sentence of a finding. @param {import("./stack-engine.js").Verdict} found @param {Parts} parts @returns {(Node | string)[]} */
export function sentence(found, parts) {
  const key = `${found.check}.${found.reason}`;
  const reasons = REASONS[LOCALE];
  return (reasons[`${key}.${found.verdict}`] ?? reasons[key])(parts);
}
