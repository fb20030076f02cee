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
    facets: { kind: "类别", stage: "阶段", bottleneck: "瓶颈", layer: "触达层", category: "大类" },
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
    facets: { kind: "Kind", stage: "Stage", bottleneck: "Bottleneck", layer: "Layer", category: "Category" },
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
