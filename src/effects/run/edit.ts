// The tests near an edit, run in the copy while its agent's turn goes on; what they say goes back to the hooks that wait for it.

import { sayEdit, sayRed } from '../../domain/edit/say-edit.ts';
import { ok, type Result } from '../../domain/error.ts';
import type { RunId } from '../../domain/ids.ts';
import { isCut } from '../../domain/run/ending.ts';
import type { Run, RunResult } from '../../domain/run/run.ts';
import { type EditTold, wordsAt } from '../../ports/edits.ts';
import type { EffectPorts } from '../../ports/effect.ts';
import { withholdCopied } from '../provision.ts';
import { gateProgram, readGateRun } from './gate.ts';
import type { EndedRun, PurposeOf, RunKind } from './kind.ts';
import { environmentOf } from './program.ts';

type EditPurpose = PurposeOf<'edit'>;

/** Who prints more says nothing that is read. */
const outputLimit = 8 * 1024 * 1024;

export const editRun: RunKind<EditPurpose> = {
  start: async (ports, run, purpose) => {
    const program = await programOf(ports, run, purpose);
    if (!program.ok) {
      await tell(ports, purpose, null);
      return program;
    }
    const { startedAt } = await ports.keeper.ensure(run.id as RunId, { ...program.value, outputLimit });
    return ok({ startedAt });
  },
  read: async (ports, run, purpose, { kept, ending }): Promise<Result<RunResult>> => {
    const read = await readGateRun(ports, run, gateOf(purpose), { kept, ending });
    const { result } = await withholdCopied(ports, run.task, read);
    await tell(ports, purpose, isCut(ending) ? null : sayEdit(purpose, result));
    return ok(read);
  },
};

const programOf = async (ports: EffectPorts, run: Run, purpose: EditPurpose) =>
  gateProgram(
    ports,
    run,
    gateOf(purpose),
    await environmentOf(ports, run.task),
    await ports.git.lentTo(purpose.hub, purpose.copy),
  );

const gateOf = ({ definition, copy, choice, dependencies }: EditPurpose): PurposeOf<'gate'> => ({
  kind: 'gate',
  definition,
  folder: copy,
  dependencies,
  only: choice.kind === 'files' ? choice.files : null,
});

/**
 * The turn is over: what it left is read as it is, with nothing at work in it any more. Safe to repeat.
 * Returns what was edited and then tested, once for each time, and what of it was red in the end of which nobody was told.
 */
export async function endEdits(
  { store, keeper, queue }: Pick<EffectPorts, 'store' | 'keeper' | 'queue'>,
  turn: Run,
  { now, signal }: Pick<EndedRun, 'now' | 'signal'>,
): Promise<{ readonly tested: readonly string[]; readonly red: readonly string[] }> {
  const runs = await store.read((reads) => reads.things({ kind: 'run', parent: turn.id }));
  for (const { id, host } of runs.filter(({ ended }) => !ended)) {
    await store.transact(async (tx) => {
      await tx.notify({ thing: id, at: now, by: `thing:${turn.id}`, kind: 'cancel', body: null });
      await queue.add(tx, [{ thing: id, at: now, host }]);
    });
    await endOne(keeper, id as RunId, signal);
  }
  const over = runs.flatMap(testedIn);
  return { tested: over.flatMap(({ purpose }) => purpose.paths), red: redOf(over) };
}

/** The keeper ends what does not go within seconds. */
const endMs = 15_000;

async function endOne(keeper: EffectPorts['keeper'], id: RunId, signal: AbortSignal): Promise<void> {
  const kept = await keeper.find(id);
  if (kept === null || kept.ending !== null) return;
  await keeper.end(id, 'cancelled');
  const limit = AbortSignal.any([signal, AbortSignal.timeout(endMs)]);
  for await (const _ of keeper.attach(id, kept.outputBytes, limit));
}

type Tested = { readonly purpose: EditPurpose; readonly failed: boolean };

/** By the last run of the same tests. `tested`: the newest first. */
function redOf(tested: readonly Tested[]): readonly string[] {
  const last = new Map(tested.toReversed().map((one) => [JSON.stringify(one.purpose.choice), one]));
  const red = [...last.values()].filter(({ purpose, failed }) => failed && purpose.asks.length === 0);
  return red.map(({ purpose }) => sayRed(purpose)).slice(-mostRed);
}

const mostRed = 5;

function testedIn({ spec: { purpose }, state }: Run): readonly Tested[] {
  if (purpose.kind !== 'edit' || state.kind !== 'ended' || state.result.kind !== 'gate') return [];
  const { ending, result } = state;
  const { verdict } = result.result;
  if (ending === null || isCut(ending) || !wasRun.has(verdict)) return [];
  return [{ purpose, failed: verdict === 'failed' }];
}

/** Red or green. */
const wasRun: ReadonlySet<string> = new Set(['passed', 'failed', 'timeout']);

async function tell({ files }: Pick<EffectPorts, 'files'>, { turn, asks }: EditPurpose, words: string | null) {
  const told: EditTold = { words };
  for (const ask of asks) await files.write(wordsAt(turn, ask), JSON.stringify(told));
}
