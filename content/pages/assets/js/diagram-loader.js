/**
 * Draws the diagrams of a page with the self-hosted mermaid.
 *
 * mermaid2 adds this script, and a call of mermaid.initialize(arguments), to pages that hold a diagram and
 * to no others. The library itself is fetched when the first diagram comes near the window.
 */
(() => {
  const script = /** @type {HTMLScriptElement} */ (document.currentScript);
  const entry = new URL("../vendor/mermaid/mermaid.esm.min.mjs", script.src).href;
  const zh = document.documentElement.lang !== "en";
  const words = zh
    ? { failed: "这张图没有画出来。内容见下方列表。", source: "图的源码", zoom: "放大", fit: "适应宽度" }
    : { failed: "This diagram could not be drawn. The list below has the same content.", source: "Source of the diagram", zoom: "Enlarge", fit: "Fit" };
  /** @type {Map<HTMLElement, string>} */
  const sources = new Map();
  /** @type {Record<string, unknown>} */
  let settings = {};
  /** @type {Promise<any> | undefined} */
  let library;
  let drawn = 0;
  let queue = Promise.resolve();

  const dark = () => document.body.dataset.mdColorScheme === "slate";

  const load = () => {
    library ??= import(entry).then((module) => module.default);
    return library;
  };

  /** @param {HTMLElement} place */
  const draw = async (place) => {
    const source = sources.get(place) ?? "";
    try {
      const mermaid = await load();
      mermaid.initialize({ ...settings, theme: dark() ? "dark" : "default", fontFamily: getComputedStyle(document.body).fontFamily });
      const { svg } = await mermaid.render(`am-diagram-${++drawn}`, source, place);
      show(place, svg);
    } catch (error) {
      fail(place, source, error);
    }
  };

  /** The text of the picture comes from mermaid, which escapes labels in its strict mode. @param {HTMLElement} place @param {string} svg */
  const show = (place, svg) => {
    const frame = document.createElement("div");
    frame.className = "am-diagram__frame";
    frame.tabIndex = 0;
    frame.innerHTML = svg;
    const picture = /** @type {SVGSVGElement} */ (frame.querySelector("svg"));
    const width = picture.viewBox.baseVal.width;
    picture.style.maxWidth = `${width}px`;
    const size = (/** @type {boolean} */ large) => {
      picture.setAttribute("width", large ? String(width) : "100%");
      picture.style.minWidth = large ? "" : `${Math.round(width * 0.72)}px`;
    };
    size(false);
    place.replaceChildren(frame);
    if (width > frame.clientWidth) place.append(button(size));
    place.dataset.state = "drawn";
  };

  /** @param {(large: boolean) => void} size */
  const button = (size) => {
    const made = document.createElement("button");
    let large = false;
    made.type = "button";
    made.className = "am-diagram__zoom";
    made.textContent = words.zoom;
    made.addEventListener("click", () => {
      large = !large;
      size(large);
      made.textContent = large ? words.fit : words.zoom;
    });
    return made;
  };

  /** @param {HTMLElement} place @param {string} source @param {unknown} error */
  const fail = (place, source, error) => {
    const note = document.createElement("p");
    note.setAttribute("role", "alert");
    note.textContent = words.failed;
    const details = document.createElement("details");
    const summary = document.createElement("summary");
    const pre = document.createElement("pre");
    summary.textContent = words.source;
    pre.textContent = source;
    details.append(summary, pre);
    place.replaceChildren(note, details);
    place.dataset.state = "failed";
    console.warn("diagram:", error);
  };

  /** One after the other: mermaid keeps state. @param {HTMLElement} place */
  const enqueue = (place) => {
    queue = queue.then(() => draw(place));
  };

  const start = () => {
    const near = new IntersectionObserver(
      (entries) => {
        for (const entry of entries.filter((one) => one.isIntersecting)) {
          near.unobserve(entry.target);
          enqueue(/** @type {HTMLElement} */ (entry.target));
        }
      },
      { rootMargin: "600px" },
    );
    for (const place of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("div.mermaid"))) {
      sources.set(place, place.textContent ?? "");
      place.classList.add("am-diagram");
      near.observe(place);
    }
    new MutationObserver(() => {
      for (const place of sources.keys()) if (place.dataset.state) enqueue(place);
    }).observe(document.body, { attributeFilter: ["data-md-color-scheme"] });
  };

  /** @type {any} */ (window).mermaid = {
    /** @param {Record<string, unknown>} given */
    initialize(given) {
      settings = given;
      start();
    },
  };
})();
