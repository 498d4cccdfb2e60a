import { describe, expect, it } from 'vitest';
import { applyByRow, decideByRow, type StepRow } from './step-table.ts';
import type { Thing } from './thing.ts';

type At = { readonly kind: 'noting'; readonly text: string | null };
type State = { readonly at: At; readonly note: string | null };
type Noting = Thing<null, State>;
type View = { readonly thing: Noting };
type Row = StepRow<View, State, At>;

const at: At = { kind: 'noting', text: 'it works' };
const thing = { kind: 'chain', state: { at, note: null } } as unknown as Noting;
const row: Row = {
  act: 'write-note',
  instead: ({ thing: { state } }, { text }) => (text === null ? { kind: 'finish', state, said: [] } : null),
  input: (_, { text }) => ({ path: 'note.md', text: text ?? '' }),
  applied: ({ state }, _, { path }) => ({ state: { ...state, note: path }, said: [] }),
};

describe('a row', () => {
  it('acts out of what its step holds, and tells what the result means', () => {
    const effect = { name: 'write-note', input: { path: 'note.md', text: 'it works' } };
    expect(decideByRow(row, { thing }, at)).toEqual({ kind: 'perform', effect });
    const output = { path: '/notes/note.md' };
    expect(applyByRow(row, thing, at, { name: 'write-note', output }).state.note).toBe('/notes/note.md');
  });

  it('does without its act where it says so', () => {
    expect(decideByRow(row, { thing }, { kind: 'noting', text: null }).kind).toBe('finish');
  });

  it('takes no result of another act: that is a fault of ours, and no state is made of it', () => {
    expect(() => applyByRow(row, thing, at, { name: 'commit', output: {} })).toThrow(
      'a chain at noting never performs commit',
    );
    const waits: Row = { act: null, decide: () => ({ kind: 'wait', until: null, on: 'a person' }) };
    expect(() => applyByRow(waits, thing, at, { name: 'commit', output: {} })).toThrow('never performs');
  });

  it('does not compile without the meaning of its act, or with that of another', () => {
    // @ts-expect-error: what its result means is missing.
    const silent: Row = { act: 'write-note', input: () => ({ path: '', text: '' }) };
    const other: Row = {
      act: 'write-note',
      input: () => ({ path: '', text: '' }),
      // @ts-expect-error: a note has no commit.
      applied: ({ state }, _, { commit }) => ({ state: { ...state, note: commit }, said: [] }),
    };
    expect([silent.act, other.act]).toEqual(['write-note', 'write-note']);
  });
});
