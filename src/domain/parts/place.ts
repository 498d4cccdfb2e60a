// A place to work in: the hub is fetched, the copy made, dependencies set up once for all that want the same, and brought into the copy.
import type { AnyThing } from '../any-thing.ts';
import type { EffectInput, EffectMap } from '../effect/effect.ts';
import type { Failure } from '../error.ts';
import type { GatePlan } from '../evidence/gate-plan.ts';
import { howToInstall, missingTool } from '../evidence/missing-tool.ts';
import { hasPassed } from '../has-passed.ts';
import { type Instant, instant } from '../ids.ts';
import type { Hub } from '../place/hub.ts';
import type { Place } from '../place/place.ts';
import type { Purpose, Run, RunSpec } from '../run/run.ts';
import { wantsLogin } from '../text/wants-login.ts';

type Sandbox = RunSpec['sandbox'];

const minutes = (count: number): number => count * 60_000;

export const fetchRun = (hub: Hub, sandbox: Sandbox): RunSpec => ({
  purpose: { kind: 'fetch', hub },
  deadlineMs: minutes(10),
  sandbox,
});

/** So many names are tried. */
export const mostNames = 20;

/** Only where the name of the branch is taken; its place stays the same whatever the branch. */
export const isNameTaken = ({ error_code, details }: Failure): boolean =>
  error_code === 'ALREADY_EXISTS' && details?.path === undefined;

export const preparing = ({ hub, base, gatePlan }: Place): EffectInput<'prepare-dependencies'> => ({
  hub,
  tree: base.tree,
  key: gatePlan.dependencyKey,
  setup: gatePlan.setup,
});

export type SetUpStep =
  | { readonly kind: 'furnishing' }
  | { readonly kind: 'setting_up'; readonly folder: string; readonly index: number };

/** They are there already, or are made now. */
export const afterPreparing = ({ folder, ready }: EffectMap['prepare-dependencies']['output']): SetUpStep =>
  ready ? { kind: 'furnishing' } : { kind: 'setting_up', folder, index: 0 };

export type SetUpCame =
  | { readonly kind: 'begin'; readonly run: RunSpec; readonly argv: readonly string[] }
  | { readonly kind: 'wait'; readonly on: string }
  /** Its keeper died: nobody knows what is in the folder. */
  | { readonly kind: 'lost' }
  | { readonly kind: 'done' }
  /** `why`: for a person, with what is missing. */
  | { readonly kind: 'failed'; readonly why: string }
  /** All programs have run. */
  | { readonly kind: 'ready' };

/** One program of set-up after another. `run`: null before it was begun, `wait` before it has ended. */
export function nextSetUp(
  { gatePlan, sandbox }: { readonly gatePlan: GatePlan; readonly sandbox: Sandbox },
  { folder, index }: { readonly folder: string; readonly index: number },
  run: Run | 'wait' | null,
): SetUpCame {
  const argv = gatePlan.setup[index];
  if (argv === undefined) return { kind: 'ready' };
  const purpose: Purpose = { kind: 'setup', argv, folder };
  if (run === null) return { kind: 'begin', run: { purpose, deadlineMs: minutes(20), sandbox }, argv };
  if (run === 'wait') return { kind: 'wait', on: `set-up: ${argv.join(' ')}` };
  const came = judgePlain(run);
  if (came.kind === 'cut') return { kind: 'lost' };
  if (came.kind === 'done') return { kind: 'done' };
  const output = came.tail === null ? '' : `\n${came.tail}`;
  return {
    kind: 'failed',
    why: `Set-up \`${argv.join(' ')}\` does not work on the base: ${came.why}${output}\n${missingOf(argv, run)}`,
  };
}

/** Which program is not there, and what brings it; or the login that nobody gives it. */
function missingOf(argv: readonly string[], { state }: Run): string {
  if (state.kind !== 'ended' || state.result.kind !== 'plain') return '';
  const exit = state.ending?.kind === 'exited' ? state.ending.code : null;
  const { tail, why } = state.result;
  const tool = missingTool({ gate: 'setup', verdict: 'failed', argv, exit, ids: null, tail, why });
  if (tool !== null) return `${tool} was not found on this machine: ${howToInstall(tool)}.\n`;
  return wantsLogin(tail) ? `${withoutLogin}\n` : '';
}

const withoutLogin =
  'A registry wants a login, and set-up has none: yours stay with you. Keep these packages in the repository, or take them from a registry that wants none.';

export const sealing = ({ gatePlan }: Pick<Place, 'gatePlan'>, folder: string): EffectInput<'seal-dependencies'> => ({
  folder,
  folders: gatePlan.dependencyFolders,
});

/** `label`: the name under which the tree of the copy is kept then. */
export const furnishing = (place: Place, copy: string, label: string): EffectInput<'furnish-copy'> => ({
  hub: place.hub,
  base: place.base.tree,
  copy,
  label,
  dependencies: place.dependencies,
  folders: place.gatePlan.dependencyFolders,
  files: place.copyFiles,
});

/** A copy that is gone is made anew from what was kept of it last; `tree`: where nothing newer was kept. */
export const mending = (
  place: Place,
  copy: Pick<EffectInput<'mend-copy'>, 'workspace' | 'copy' | 'branch' | 'isolation' | 'tree'>,
): EffectInput<'mend-copy'> => ({
  ...copy,
  hub: place.hub,
  base: place.base,
  dependencies: place.dependencies,
  folders: place.gatePlan.dependencyFolders,
  files: place.copyFiles,
});

export type PlainCame =
  | { readonly kind: 'done' }
  /** Nobody knows how far it came. */
  | { readonly kind: 'cut' }
  /** `tail`: the end of what it wrote; null: it did not begin. */
  | { readonly kind: 'failed'; readonly why: string; readonly failure: Failure | null; readonly tail: string | null };

/** What a run came to that works or does not. */
export function judgePlain({ state }: Run): PlainCame {
  if (state.kind !== 'ended') throw new Error('a run that has not ended has come to nothing yet');
  const { result, ending } = state;
  if (ending?.kind === 'lost') return { kind: 'cut' };
  if (result.kind === 'refused')
    return { kind: 'failed', why: result.failure.message, failure: result.failure, tail: null };
  if (result.kind !== 'plain') return { kind: 'failed', why: 'it was no run of this kind', failure: null, tail: null };
  const { ok, why, failure, tail } = result;
  return ok ? { kind: 'done' } : { kind: 'failed', why, failure, tail };
}

/** It is tried again after so long, and so often, before a person is asked. */
const roomMs = 30_000;
const mostTries = 120;

/** The disk was full in its middle: when room may have come for doing it again; `now`: it may. Null: that was not the reason, or is so for an hour. `siblings`: what its thing has begun, runs among them. */
export function roomAt(siblings: readonly AnyThing[], run: Run, now: Instant): Instant | 'now' | null {
  if (!isFull(run) || run.state.kind !== 'ended') return null;
  const same = siblings
    .filter((each): each is Run => each.kind === 'run' && isSame(each, run))
    .sort((one, other) => numberOf(one) - numberOf(other));
  const lastOther = same.findLastIndex((each) => !isFull(each));
  if (same.length - 1 - lastOther > mostTries) return null;
  return hasPassed(run.state.endedAt, roomMs, now) ? 'now' : instant(run.state.endedAt + roomMs);
}

const numberOf = ({ key }: Run): number => Number(/\d+$/.exec(key)?.[0]);
const isSame = (one: Run, other: Run): boolean => one.spec.purpose.kind === other.spec.purpose.kind;
const isFull = ({ state }: Run): boolean =>
  state.kind === 'ended' && state.result.kind === 'plain' && state.result.failure?.error_code === 'DISK_FULL';
