/** The explorer's choice as the query of an address, and back. What is not known is named, never obeyed. */

import { FACETS, SORTS, Table } from "./explore-table.js";

/** @typedef {import("./explore-table.js").Choice} Choice @typedef {import("./explore-table.js").Data} Data @typedef {import("./explore-table.js").Sort} Sort */

export const LONGEST = 80;
const SHOWN = 40;

/**
 * @param {string} query with or without its question mark @param {Data["facets"]} facets
 * @returns {{choice: Choice, ignored: string[]}} ignored: what was not understood, cut to a length that can be shown
 */
export function read(query, facets) {
  const choice = Table.nothing();
  /** @type {string[]} */
  const ignored = [];
  for (const [name, value] of new URLSearchParams(query)) {
    const facet = FACETS.find((one) => one === name);
    const sort = SORTS.find((one) => one === value);
    if (name === "q") {
      choice.q = value.slice(0, LONGEST);
      if (value.length > LONGEST) ignored.push(`q=…${value.slice(LONGEST)}`);
    } else if (name === "sort" && sort) choice.sort = sort;
    else if (!facet) ignored.push(`${name}=${value}`);
    else {
      for (const key of value.split(",")) {
        const option = facets[facet].findIndex(([known]) => known === decoded(key));
        if (option < 0) ignored.push(`${name}=${key}`);
        else choice.chosen[facet].add(option);
      }
    }
  }
  return { choice, ignored: ignored.slice(0, 5).map((text) => (text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text)) };
}

/** @param {Choice} choice @param {Data["facets"]} facets @returns {string} "" or a query with its question mark */
export function written(choice, facets) {
  const query = new URLSearchParams();
  if (choice.q) query.set("q", choice.q);
  for (const facet of FACETS) {
    const keys = [...choice.chosen[facet]].sort((a, b) => a - b).map((option) => encoded(facets[facet][option][0]));
    if (keys.length) query.set(facet, keys.join(","));
  }
  if (choice.sort !== "name") query.set("sort", choice.sort);
  const text = query.toString().replaceAll("%2C", ",");
  return text ? `?${text}` : "";
}

/** Names of organisations may hold the comma that separates options. @param {string} key */
function encoded(key) {
  return key.replaceAll("~", "~~").replaceAll(",", "~c");
}

/** @param {string} key */
function decoded(key) {
  return key.replace(/~([~c])/g, (_, mark) => (mark === "c" ? "," : "~"));
}
