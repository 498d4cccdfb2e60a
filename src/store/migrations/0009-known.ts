// Schema 9: what is known of a task or a chain stands in parts, by its noun, and its slot beside it.
import type { Migration } from './migration.ts';

type Fields = Readonly<Record<string, unknown>>;
type State = Fields & { readonly known?: Fields };

/** What a task knew of other things than the place it is done in; the rest is the place's. */
const taskParts: Readonly<Record<string, readonly string[]>> = {
  work: [
    ...['baseline', 'report', 'plan', 'done', 'unverified', 'proven', 'results', 'changes', 'changed', 'reading'],
    ...['features', 'together', 'agreed'],
  ],
  delivery: [
    ...['title', 'body', 'commit', 'pushed', 'pullRequest', 'override', 'head', 'stackedOn', 'joins', 'review'],
    ...['written', 'merged'],
  ],
  environment: ['env', 'looks', 'asked', 'verification'],
};
const chainParts: Readonly<Record<string, readonly string[]>> = {
  work: ['tree', 'plan', 'note', 'map', 'divergence', 'replans', 'agents', 'chosen'],
};

const pick = (fields: Fields, wanted: (name: string) => boolean): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => wanted(name)));

/** A row without anything known, or that stands in parts already, is left. */
function inParts(state: State, parts: Readonly<Record<string, readonly string[]>>): State {
  const { known, ...rest } = state;
  if (known === undefined || 'place' in known) return state;
  const { slot = 'none', afterwards, ...found } = known;
  const named = new Set(Object.values(parts).flat());
  const others = Object.entries(parts).map(([part, names]) => [part, pick(found, (name) => names.includes(name))]);
  return {
    ...rest,
    known: { place: pick(found, (name) => !named.has(name)), ...Object.fromEntries(others) },
    slot,
    ...(afterwards == null ? {} : { afterwards }),
  };
}

export const ninth: Migration = {
  schema: 9,
  statements: () => [],
  states: {
    tasks: (state) => inParts(state as State, taskParts),
    chains: (state) => inParts(state as State, chainParts),
  },
};
