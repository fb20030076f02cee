/**
 * The explorer's table without its page: which records meet a choice, in which order, and how many each further option would leave.
 * One pass over the rows counts for all facets at once.
 */

import { foldedRank, folded } from "./search.js";

export const FACETS = /** @type {const} */ (["kind", "stage", "bottleneck", "layer", "category", "maturity", "modality", "organisation"]);
export const SORTS = /** @type {const} */ (["name", "date", "verified", "strength"]);

/**
 * @typedef {typeof FACETS[number]} Facet
 * @typedef {typeof SORTS[number]} Sort
 * @typedef {{id: string[], title: string[], second: string[], abbr: string[], names: string[][], summary: string[], date: number[],
 *   verified: number[], strength: number[][]} & Record<Facet, number[][]>} Columns
 * @typedef {{facets: Record<Facet, [key: string, label: string, folder?: string][]>, dates: string[], columns: Columns}} Data
 * @typedef {{q: string, sort: Sort, chosen: Record<Facet, Set<number>>}} Choice
 * @typedef {{rows: number[], counts: Record<Facet, Uint32Array>}} Answer
 */

/** Letters of a word as bits: an edit changes two of them at most. @param {string} word */
function letters(word) {
  let bits = 0;
  for (let i = 0; i < word.length; i++) bits |= 1 << (word.charCodeAt(i) & 31);
  return bits;
}

/** @param {number} bits */
function ones(bits) {
  let count = 0;
  for (let rest = bits; rest; rest &= rest - 1) count++;
  return count;
}

/**
 * Lists of numbers end to end; list i runs from start[i] to start[i + 1].
 * @typedef {{start: Uint32Array, options: Uint16Array}} Packed
 */

/** @param {number[][]} lists @returns {Packed} */
function packed(lists) {
  const start = new Uint32Array(lists.length + 1);
  lists.forEach((list, i) => (start[i + 1] = start[i] + list.length));
  return { start, options: Uint16Array.from(lists.flat()) };
}

/** One facet during one search: what is wanted of it, and how often each option was met. */
class Tally {
  /** @param {Packed} column @param {number} size @param {Set<number>} chosen */
  constructor({ start, options }, size, chosen) {
    this.start = start;
    this.options = options;
    this.narrows = chosen.size > 0;
    this.wanted = new Uint8Array(size);
    for (const option of chosen) this.wanted[option] = 1;
    this.counts = new Uint32Array(size);
  }

  /** @param {number} row */
  meets(row) {
    for (let i = this.start[row]; i < this.start[row + 1]; i++) if (this.wanted[this.options[i]]) return true;
    return false;
  }

  /** @param {number} row */
  add(row) {
    for (let i = this.start[row]; i < this.start[row + 1]; i++) this.counts[this.options[i]]++;
  }
}

export class Table {
  /** @param {Data} data */
  constructor(data) {
    const { columns } = data;
    this.data = data;
    this.size = columns.id.length;
    this.names = columns.id.map((_, i) => [columns.title[i], columns.second[i], columns.abbr[i], ...columns.names[i]].filter(Boolean).map(folded));
    this.letters = this.names.map((names) => names.map(letters));
    this.packed = /** @type {Record<Facet, Packed>} */ (Object.fromEntries(FACETS.map((name) => [name, packed(columns[name])])));
    this.ranks = new Uint8Array(this.size);
    /** @type {string | undefined} */
    this.ranked = undefined;
    const rows = [...Array(this.size).keys()];
    /** @param {number[]} column */
    const newest = (column) => [...rows].sort((a, b) => column[b] - column[a] || a - b);
    this.orders = { name: rows, strength: rows, date: newest(columns.date), verified: newest(columns.verified) };
  }

  /** No condition at all. @returns {Choice} */
  static nothing() {
    return { q: "", sort: "name", chosen: /** @type {Record<Facet, Set<number>>} */ (Object.fromEntries(FACETS.map((name) => [name, new Set()]))) };
  }

  /**
   * Rows that meet a choice, and for each option how many would be left with it: options of one facet add up, facets narrow down.
   * @param {Choice} choice @returns {Answer}
   */
  find(choice) {
    const all = FACETS.map((name) => new Tally(this.packed[name], this.data.facets[name].length, choice.chosen[name]));
    const active = all.filter((tally) => tally.narrows);
    const matched = new Uint8Array(this.size);
    this.rank(choice.q);
    for (let row = 0; row < this.size; row++) {
      if (this.ranks[row] > 3) continue;
      let failed = -1;
      let fails = 0;
      for (let a = 0; a < active.length && fails < 2; a++) {
        if (!active[a].meets(row)) {
          failed = a;
          fails++;
        }
      }
      if (fails > 1) continue;
      matched[row] = 1 - fails;
      if (fails) active[failed].add(row);
      else for (let f = 0; f < all.length; f++) all[f].add(row);
    }
    const counts = /** @type {Record<Facet, Uint32Array>} */ (Object.fromEntries(FACETS.map((name, f) => [name, all[f].counts])));
    return { rows: this.sorted(choice, matched), counts };
  }

  /** How well each record's name answers the text: 0 to 3, 4 not at all. @param {string} q */
  rank(q) {
    const query = folded(q);
    if (query === this.ranked) return;
    this.ranked = query;
    const bits = letters(query);
    const inside = /[\u3400-\u9fff]/.test(query);
    for (let row = 0; row < this.size; row++) {
      const names = this.names[row];
      const rank = query ? foldedRank(query, names, (i) => ones(bits ^ this.letters[row][i]) <= 4) : 0;
      this.ranks[row] = rank > 3 && inside && names.some((name) => name.includes(query)) ? 3 : rank;
    }
  }

  /** Best names first where there is a text, strongest first where asked, else as the order says. @param {Choice} choice @param {Uint8Array} matched */
  sorted(choice, matched) {
    const order = this.orders[choice.sort].filter((row) => matched[row]);
    if (choice.sort === "strength") return bucketed(order, (row) => 3 - this.strength(row, choice.chosen.bottleneck));
    return choice.sort === "name" && this.ranked ? bucketed(order, (row) => this.ranks[row]) : order;
  }

  /** The greatest strength of a record against any of some bottlenecks; 0 for none. @param {number} row @param {Set<number>} wanted */
  strength(row, wanted) {
    const { bottleneck, strength } = this.data.columns;
    return bottleneck[row].reduce((best, option, i) => (wanted.has(option) ? Math.max(best, strength[row][i]) : best), 0);
  }

  /** Address of a record from the home page of its language. @param {number} row */
  path(row) {
    const { columns, facets } = this.data;
    return `${facets.kind[columns.kind[row][0]][2]}/${columns.id[row]}/`;
  }
}

/** Rows by bucket 0 to 3, in their order within each. @param {number[]} rows @param {(row: number) => number} bucket */
function bucketed(rows, bucket) {
  /** @type {number[][]} */
  const buckets = [[], [], [], []];
  for (const row of rows) buckets[bucket(row)].push(row);
  return buckets.flat();
}
