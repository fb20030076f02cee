/**
 * Reads diagrams from standard input, a JSON list of mermaid texts, and writes what mermaid's own parser makes
 * of each: {title, nodes: [{id, label, link}], edges: [{source, target, label}]}, or {error}.
 *
 * The packages are those of the folder in which it runs. Labels are decoded the way the browser shows them. jsdom stands in for the browser: the parser sanitises text.
 */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const here = createRequire(`${process.cwd()}/`);
const { JSDOM } = here("jsdom");
const { window } = new JSDOM("<!doctype html>");
Object.assign(globalThis, { window, document: window.document });
const { default: mermaid } = await import(pathToFileURL(here.resolve("mermaid")).href);
mermaid.initialize({ startOnLoad: false, securityLevel: "strict", maxEdges: 500, flowchart: { htmlLabels: false } });

/** Mermaid keeps `#quot;` as `ﬂ°quot¶ß` until it draws. */
const shown = (text) => {
  const place = window.document.createElement("p");
  place.innerHTML = text.replaceAll("ﬂ°°", "&#").replaceAll("ﬂ°", "&").replaceAll("¶ß", ";");
  return place.textContent;
};

const read = async (text) => {
  try {
    const { db } = await mermaid.mermaidAPI.getDiagramFromText(text);
    return {
      title: db.getAccTitle(),
      nodes: [...db.getVertices().values()].map(({ id, text, link }) => ({ id, label: shown(text), link: link ?? "" })),
      edges: db.getEdges().map(({ start, end, text }) => ({ source: start, target: end, label: shown(text) })),
    };
  } catch (error) {
    return { error: String(error) };
  }
};

const answers = [];
for (const text of JSON.parse(readFileSync(0, "utf8"))) answers.push(await read(text));
process.stdout.write(JSON.stringify(answers));
