/** Words of the pages compare/ and stack/ in the language of the page. */

const WORDS = {
  zh: {
    sort: (/** @type {string} */ column) => `按「${column}」排序`,
    filter: "筛选行",
    csv: "下载 CSV",
    shown: (/** @type {number} */ n, /** @type {number} */ all) => `显示 ${n} / ${all} 行`,
    none: "没有符合的行",
    field: "项目",
    differs: "不同",
    same: "相同",
    partly: "部分未说明",
    remove: (/** @type {string} */ title) => `移除 ${title}`,
    pickFew: "再选一条：至少两条才能对比。",
    picked: (/** @type {number} */ n, /** @type {number} */ d) => `对比 ${n} 条记录，${d} 项不同。`,
    tooMany: (/** @type {number} */ most) => `最多对比 ${most} 条；先移除一条。`,
    noRecord: (/** @type {string} */ name) => `没有叫「${name}」的记录。`,
    noneNamed: "写下一条记录的名字。",
    already: (/** @type {string} */ name) => `「${name}」已经选了。`,
    noKind: (/** @type {string} */ kind) => `没有「${kind}」这一类；已改回「技术」。`,
    unknownIds: (/** @type {string} */ ids) => `地址里有不认识的记录：${ids}`,
    tooManyIds: (/** @type {number} */ most) => `地址里的记录多于 ${most} 条，只取前 ${most} 条。`,
    failed: "数据没有载入，请重新加载页面。",
    stated: "未说明",
  },
  en: {
    sort: (/** @type {string} */ column) => `Sort by ${column}`,
    filter: "Filter rows",
    csv: "Download CSV",
    shown: (/** @type {number} */ n, /** @type {number} */ all) => `${n} of ${all} rows shown`,
    none: "No row matches",
    field: "Field",
    differs: "differs",
    same: "same",
    partly: "partly not stated",
    remove: (/** @type {string} */ title) => `Remove ${title}`,
    pickFew: "Add another record: it takes two to compare.",
    picked: (/** @type {number} */ n, /** @type {number} */ d) => `${n} records compared, ${d} fields differ.`,
    tooMany: (/** @type {number} */ most) => `At most ${most} records; remove one first.`,
    noRecord: (/** @type {string} */ name) => `There is no record called "${name}".`,
    noneNamed: "Type the name of a record.",
    already: (/** @type {string} */ name) => `"${name}" is chosen already.`,
    noKind: (/** @type {string} */ kind) => `There is no kind "${kind}"; back to techniques.`,
    unknownIds: (/** @type {string} */ ids) => `The address names records that do not exist: ${ids}`,
    tooManyIds: (/** @type {number} */ most) => `The address names more than ${most} records; the first ${most} are taken.`,
    failed: "The data did not load. Reload the page.",
    stated: "not stated",
  },
};

export const LOCALE = document.documentElement.lang === "en" ? "en" : "zh";
export const say = WORDS[LOCALE];
/** The root of the site, two folders above this script. */
export const ROOT = new URL("../../", import.meta.url);

/** What the address names, shortened so that nonsense cannot fill the screen. @param {string} text */
export function short(text) {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

/** @param {string} path @returns {Promise<any>} */
export async function read(path) {
  const answer = await fetch(new URL(path, ROOT));
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return answer.json();
}
