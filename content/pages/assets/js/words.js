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
