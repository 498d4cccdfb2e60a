// What happens to a task's base and its copy: made, furnished, tested, looked at.
import type { Screenshot } from '../place/screenshot.ts';
import { about, firstLineOf, line, list, type None, type Sentences, short, word } from './words.ts';

export type CopyFacts = {
  readonly base_fetched: None;
  /** `absent`: why there is no such gate. */
  readonly base_surveyed: {
    readonly base: string;
    readonly branch: string;
    readonly kinds?: readonly string[];
    readonly gates: readonly { readonly gate: string; readonly absent: object | null }[];
  };
  /** `wanted`: the name that was asked for and is taken. */
  readonly copy_made: { readonly path: string; readonly branch: string; readonly wanted?: string };
  readonly copy_made_anew: { readonly tree: string };
  readonly checkout_gone: { readonly path: string; readonly workspace: string };
  readonly trusted: { readonly what: readonly string[] };
  /** Something lies in the folders of these, and stays there. */
  readonly submodules_left: { readonly paths: readonly string[] };
  readonly secrets_left_out: { readonly paths: readonly string[] };
  readonly preview_requested: { readonly task: string; readonly argv: readonly string[] };
  readonly screenshot_requested: { readonly task: string; readonly path: string; readonly port: number };
  readonly screenshot_taken: Screenshot;
  readonly teardown_failed: { readonly argv: readonly string[]; readonly why: string };
  readonly setup_started: { readonly argv: readonly string[] };
  /** `on`: `base` or `tree`; of a criterion's the tree. */
  readonly gate_judged: {
    readonly criterion?: string;
    readonly on?: string;
    readonly gate: string;
    readonly verdict: string;
    readonly why: string;
  };
  readonly gate_lost: None;
};

const gates = (value: unknown): string =>
  Array.isArray(value)
    ? value
        .filter((each: { absent?: unknown }) => each.absent === null)
        .map((each: { gate?: unknown }) => word(each.gate))
        .join(', ')
    : '';

export const copySentences: Sentences<CopyFacts> = {
  base_fetched: () => 'the base is fetched',
  base_surveyed: (data) =>
    `starts from ${word(data.branch)} at ${short(data.base)}; gates: ${gates(data.gates) === '' ? 'none' : gates(data.gates)}`,
  copy_made: (data) =>
    `has a copy at ${word(data.path)} on branch ${word(data.branch)}${data.wanted === undefined ? '' : `, for ${word(data.wanted)} is taken`}`,
  copy_made_anew: (data) => `the copy was gone and is made anew from ${short(data.tree)}`,
  checkout_gone: (data) =>
    `there is no checkout at ${word(data.path)} any more; it goes on without it. If it was moved: drover workspace set ${word(data.workspace)} path ~/where/it/is`,
  trusted: (data) => `agreed to: ${list(data.what)}`,
  submodules_left: (data) => `what lies in the folder of a submodule is no part of the change: ${list(data.paths)}`,
  secrets_left_out: (data) => `goes on without ${list(data.paths)}`,
  preview_requested: (data) => `is started for a look: ${line(data.argv)}`,
  screenshot_requested: (data) => `a screenshot is asked for: ${word(data.path)} at port ${word(data.port)}`,
  screenshot_taken: ({ path, width, height, tree, moved, sha256 }) =>
    moved === true
      ? `a screenshot is kept as evidence: ${word(path)}, ${word(width)} × ${word(height)}, tree ${short(tree)}, which changed meanwhile (${word(sha256)})`
      : `a screenshot is kept as evidence: ${word(path)}, ${word(width)} × ${word(height)}, tree ${short(tree)} (${word(sha256)})`,
  teardown_failed: (data) => `teardown failed: ${line(data.argv)} (${firstLineOf(data.why)})`,
  setup_started: (data) => `sets up: ${line(data.argv)}`,
  gate_judged: (data) =>
    `${about(data)}gate ${word(data.gate)}${data.on === 'base' ? ' on the base' : ''}: ${word(data.verdict)}${word(data.why) === '' ? '' : ` (${firstLineOf(data.why)})`}`,
  gate_lost: () => 'a gate was cut off and runs again',
};
