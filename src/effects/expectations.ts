// What became of the tests that passed on the base, by their names: those that do not hold as they were, and those that are lost.

import { builtIn } from '../domain/criterion/judge-attempt.ts';
import { defined } from '../domain/defined.ts';
import type { EffectMap } from '../domain/effect/effect.ts';
import { boundFindings } from '../domain/evidence/bound-list.ts';
import { judgeExpectations } from '../domain/evidence/judge-expectations.ts';
import { judgeUnnamed, type Touched } from '../domain/evidence/judge-unnamed.ts';
import { sayExpectations } from '../domain/evidence/say-expectations.ts';
import type { GateResult } from '../domain/evidence/verdict.ts';
import type { EffectResult } from '../domain/thing.ts';
import type { EffectFunction, EffectPorts } from '../ports/effect.ts';
import { namesOn } from './changed-tests.ts';

const mostBytes = 32 * 1024;

type Input = EffectMap['judge-expectations']['input'];
type Output = EffectMap['judge-expectations']['output'];
type OldTests = NonNullable<Input['old']>;

export const judgeOldTests: EffectFunction<'judge-expectations'> = async (ports, input, { thing }) => {
  const { git, gates } = ports;
  const { hub, tree, plan, old, from } = input;
  const base = from?.tree ?? input.base;
  const now = await namesOn(ports, thing.task, tree);
  if (now === null) return old === null ? { kind: 'done', output: { result: null } } : judgeWhole(ports, input, old);
  const own = from === undefined ? null : ((await namesOn(ports, thing.task, from.tree))?.passed ?? []);
  const before = new Set(input.passed);
  const passed = own === null ? input.passed : own.filter((id) => !before.has(id));
  const ran = old === null ? null : { ...old.result, files: old.files };
  const { broken, held } = judgeExpectations(passed, ran, now);
  if (broken.length === 0 && old === null) return { kind: 'done', output: { result: null } };
  const changes = await git.changes(hub, base, tree);
  if (!changes.ok) return { kind: 'failed', failure: changes.failure };
  const found = await gates.tellExpectations(plan, git.tree(hub, base), git.tree(hub, tree), changes.value, broken);
  const findings = boundFindings(found, mostBytes, ports.sha256);
  return told(builtIn(gateOf(input), 'passed', sayExpectations(held, found, from?.label), findings), old);
};

const gateOf = ({ from }: Input): string => (from === undefined ? 'expectations' : `expectations of ${from.label}`);

/** By the exit code of all that the runner has. */
async function judgeWhole(
  { git, gates, sha256 }: EffectPorts,
  input: Input,
  old: OldTests,
): Promise<EffectResult<Output>> {
  const { hub, base, tree, plan, from: start } = input;
  const changes = await git.changes(hub, start?.tree ?? base, tree);
  if (!changes.ok) return { kind: 'failed', failure: changes.failure };
  const now = git.tree(hub, tree);
  const touched: Touched[] = [];
  for (const { kind, path, from } of changes.value) {
    if (kind === 'added' || !gates.isTest(plan, from ?? path)) continue;
    const bytes = kind === 'deleted' ? null : await now.read(path);
    touched.push({ path: from ?? path, text: bytes === null ? null : new TextDecoder().decode(bytes) });
  }
  return told({ ...judgeUnnamed(old.result, touched, sha256), gate: gateOf(input) }, old);
}

function told(result: GateResult, old: OldTests | null): EffectResult<Output> {
  const { argv = [], exit = null, startedAt, durationMs = 0, outputHash = null } = old?.result ?? {};
  return {
    kind: 'done',
    output: { result: { ...result, argv, exit, ...defined({ startedAt }), durationMs, outputHash } },
  };
}
