/** Words of the interface in the language of the page. */

const WORDS = {
  zh: {
    search: "搜索技术、工具、模型、术语",
    close: "关闭",
    none: "没有找到。换一个写法，或去掉筛选条件。",
    failed: "搜索索引没有载入。术语页列出了全部条目。",
    keys: "↑ ↓ 选择 · Enter 打开 · Esc 关闭",
    count: "条结果",
    loading: "正在搜索…",
    all: "全部",
    clear: "清除筛选",
    more: "显示更多",
    calculator: {
      model: "模型",
      hardware: "加速器",
      own: "自己填写",
      refused: "不能代入",
      unknown: "没有这条记录",
      empty: "请填一个数",
      number: "这不是一个数",
      whole: "只能填整数",
      range: "范围",
      result: "结果",
      steps: "逐步推导",
      convert: "换算到基本单位",
      insert: "代入",
      reset: "恢复默认值",
      link: "复制链接",
      copied: "已复制",
      impossible: "这些输入没有结果：除数为零或数值过大。",
      failed: "公式数据没有载入，请看下面的算例。",
    },
    plot: {
      curves: "画出的曲线（最多 8 条）",
      marks: "工作点",
      at: "读数位置：",
      formula: "公式",
      own: { zh: "表单中的取值", en: "Values of the form" },
      reset: "恢复默认曲线",
      unknown: "图里没有这一项",
      most: "最多画 8 条曲线；先去掉一条再加。",
      stale: "表单里有填错的值，曲线仍是上一次的。",
      empty: "没有选中任何曲线。",
      describes: (/** @type {string} */ title, /** @type {string} */ quantity, /** @type {string} */ x, /** @type {string[]} */ names) =>
        `${title}：纵轴为${quantity}，横轴为${x}，曲线为${names.join("、")}。下面的表格是同样的数值。`,
    },
    facets: { kind: "类别", stage: "阶段", bottleneck: "瓶颈", layer: "触达层", category: "大类" },
    explore: {
      filter: "按名称、别名或拼音筛选",
      facets: { kind: "类别", stage: "阶段", bottleneck: "瓶颈", layer: "触达层", category: "大类", maturity: "成熟度", modality: "模态", organisation: "机构" },
      sort: "排序",
      sorts: { name: "名称", date: "提出或发布（新到旧）", verified: "核对日期（新到旧）", strength: "对所选瓶颈的效力" },
      count: (/** @type {number} */ n, /** @type {number} */ all) => (n === all ? `共 ${all} 条` : `${n} 条，共 ${all} 条`),
      none: "没有符合全部条件的条目。去掉一个条件再试。",
      failed: "筛选数据没有载入，下面按类别列出全部条目。",
      ignored: (/** @type {string} */ what) => `网址里有无法识别的条件，已忽略：${what}`,
      needs: "先选一个瓶颈，才能按效力排序；现按名称排列。",
      strength: ["", "有帮助", "有效", "首选"],
      keys: "↑ ↓ 在结果间移动 · Enter 打开",
      filters: "筛选条件",
      results: "结果",
    },
  },
  en: {
    search: "Search techniques, tools, models, terms",
    close: "Close",
    none: "Nothing found. Try another spelling, or fewer filters.",
    failed: "The search index did not load. The glossary lists every record.",
    keys: "↑ ↓ to choose · Enter to open · Esc to close",
    count: "results",
    loading: "Searching…",
    all: "All",
    clear: "Clear filters",
    more: "Show more",
    calculator: {
      model: "Model",
      hardware: "Accelerator",
      own: "Own values",
      refused: "cannot be filled in",
      unknown: "There is no such record",
      empty: "Enter a number",
      number: "This is not a number",
      whole: "Whole numbers only",
      range: "Range",
      result: "Result",
      steps: "Step by step",
      convert: "In base units",
      insert: "Inserted",
      reset: "Reset",
      link: "Copy link",
      copied: "Copied",
      impossible: "These inputs give no result: a division by zero, or too large a number.",
      failed: "The data of the formula did not load; see the worked examples below.",
    },
    plot: {
      curves: "Curves (at most 8)",
      marks: "Operating points",
      at: "Read the values at:",
      formula: "Formula",
      own: { zh: "表单中的取值", en: "Values of the form" },
      reset: "Back to the first curves",
      unknown: "Not in this plot",
      most: "At most 8 curves: take one away first.",
      stale: "A value of the form is wrong; the curves are those of before.",
      empty: "No curve is chosen.",
      describes: (/** @type {string} */ title, /** @type {string} */ quantity, /** @type {string} */ x, /** @type {string[]} */ names) =>
        `${title}: ${quantity} over ${x} for ${names.join(", ")}. The table below holds the same values.`,
    },
    facets: { kind: "Kind", stage: "Stage", bottleneck: "Bottleneck", layer: "Layer", category: "Category" },
    explore: {
      filter: "Filter by name, alias or pinyin",
      facets: { kind: "Kind", stage: "Stage", bottleneck: "Bottleneck", layer: "Layer", category: "Category", maturity: "Maturity", modality: "Modality", organisation: "Organisation" },
      sort: "Sort by",
      sorts: { name: "Name", date: "Introduced or released, newest first", verified: "Verified, newest first", strength: "Strength against the chosen bottleneck" },
      count: (/** @type {number} */ n, /** @type {number} */ all) => (n === all ? `${all} records` : `${n} of ${all} records`),
      none: "No record meets all of these. Take one away.",
      failed: "The data for filtering did not load. All records are listed below by kind.",
      ignored: (/** @type {string} */ what) => `The address holds what is not known here, and it was ignored: ${what}`,
      needs: "Choose a bottleneck to sort by strength against it; sorted by name until then.",
      strength: ["", "helps", "works", "the remedy"],
      keys: "↑ ↓ to move between results · Enter to open",
      filters: "Filters",
      results: "Results",
    },
  },
};

export const words = WORDS[document.documentElement.lang === "en" ? "en" : "zh"];

/**
 * An element with attributes and children; text is never parsed as HTML.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, string>} [attributes]
 * @param {...(Node | string)} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}
