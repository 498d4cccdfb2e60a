// What came of a run, folded from what the keeper kept; null while it goes on.
import { ofKind } from '../../domain/any-thing.ts';
import type { EffectMap } from '../../domain/effect/effect.ts';
import { failed } from '../../domain/error.ts';
import type { RunId } from '../../domain/ids.ts';
import type { Ending } from '../../domain/run/ending.ts';
import type { Run } from '../../domain/run/run.ts';
import { saysDiskFull } from '../../domain/text/says-disk-full.ts';
import type { EffectResult } from '../../domain/thing.ts';
import type { EffectContext, EffectPorts } from '../../ports/effect.ts';
import type { Kept } from '../../ports/keeper.ts';
import { withholdCopied } from '../provision.ts';
import { runKindOf } from './kinds.ts';
import { takeState } from './own-state.ts';
import { tailOf } from './program.ts';

/** Of any kind, as `startRun`. */
export async function readRun(
  ports: EffectPorts,
  _input: unknown,
  { thing, now, signal }: EffectContext,
): Promise<EffectResult<EffectMap['read-run']['output']>> {
  const run = ofKind(thing, 'run');
  const { purpose } = run.spec;
  const kept = await ports.keeper.find(run.id as RunId);
  if (kept !== null && kept.ending === null) return { kind: 'done', output: null };
  const ended: Ending = kept?.ending ?? { kind: 'lost' };
  const ending: Ending = (await isCutByFullDisk(ports, run, kept, ended)) ? { kind: 'lost' } : ended;
  const read = await runKindOf(purpose).read(ports, run, purpose, { kept, ending, now, signal });
  if (!read.ok) return { kind: 'failed', failure: read.failure };
  const result = await withholdCopied(ports, run.task, read.value);
  const conversation = read.value.kind === 'turn' ? read.value.turn.conversation : null;
  // Only agents keep something of their own.
  const own = 'agent' in purpose ? await takeState(ports, run.id, conversation) : null;
  return { kind: 'done', output: { ending, result, ...(own && { own }) } };
}

/** What a program could not write says nothing of its work. Throws `Failed(DISK_FULL)` until there is room; then it counts as lost, and is done again. */
async function isCutByFullDisk(
  ports: EffectPorts,
  { id, spec: { purpose } }: Run,
  kept: Kept | null,
  ending: Ending,
): Promise<boolean> {
  const { writes } = runKindOf(purpose);
  if (writes === undefined) return false;
  if (kept === null || ending.kind === 'lost' || (ending.kind === 'exited' && ending.code === 0)) return false;
  if (kept.failure?.error_code !== 'DISK_FULL' && !saysDiskFull(await tailOf(ports, kept))) return false;
  if (!(await ports.files.hasRoom(writes(purpose))))
    throw failed('DISK_FULL', `no space was left on the disk for the ${purpose.kind}`);
  // Room that was there all the time: the words are its own.
  const facts = await ports.store.read((reads) => reads.facts({ thing: id, limit: mostFacts }));
  return facts.some(({ kind }) => kind === 'effect_put_off');
}

const mostFacts = 1000;
