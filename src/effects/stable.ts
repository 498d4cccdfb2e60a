// What became of new and changed tests that were run again: each that is flaky, with a hash of the file it stands in, so that one yes holds for the same.
import { boundFindings } from '../domain/evidence/bound-list.ts';
import { judgeStable } from '../domain/evidence/judge-stable.ts';
import { asked, flakyFindings, sayStable } from '../domain/evidence/say-stable.ts';
import { fileOf } from '../domain/evidence/test-id.ts';
import type { Finding, GateResult, TestIds } from '../domain/evidence/verdict.ts';
import type { EffectFunction } from '../ports/effect.ts';
import { namesOn } from './changed-tests.ts';

const mostBytes = 32 * 1024;

export const judgeStableTests: EffectFunction<'judge-stable'> = async (ports, input, { thing }) => {
  const { git, gates, sha256 } = ports;
  const { hub, base, tree, files, all, exit, runs, budgetMs } = input;
  const first = await namesOn(ports, thing.task, tree);
  const flaky = first === null ? [] : judgeStable(files, first, runs);
  const changes = await git.changes(hub, base, tree);
  if (!changes.ok) return { kind: 'failed', failure: changes.failure };
  const [before, after] = [git.tree(hub, base), git.tree(hub, tree)];
  const texts = new Map<string, string>();
  for (const path of files)
    texts.set(path, sha256(new TextDecoder().decode((await after.read(path)) ?? new Uint8Array())));
  const byOrder = flaky.filter(({ how }) => how === 'order').map(({ id }) => id);
  const edited = new Set(await gates.editedTests(before, after, changes.value, byOrder));
  const found = [
    ...flakyFindings(flaky, {
      keyOf: (path, ids) => sha256(JSON.stringify([path, texts.get(path), ids])),
      isOld: (id) => !edited.has(id),
    }),
    ...untold(first, exit, runs).map((what) => asked(null, what, sha256(JSON.stringify([what, [...texts]])))),
  ];
  const why = sayStable({
    tests: first === null ? null : countIn(first, files),
    runs,
    budgetMs,
    asked: found.filter(({ needs }) => needs === 'yes').length,
  });
  const some = all ? '' : `; only the first ${files.length} of the changed files`;
  return { kind: 'done', output: { why: `${why}${some}`, findings: boundFindings(found, mostBytes, sha256) } };
};

const countIn = ({ passed, failed, skipped }: TestIds, files: readonly string[]): number =>
  [passed, failed, skipped].flat().filter((id) => files.includes(fileOf(id))).length;

/** Runs that tell nothing by name. */
function untold(first: TestIds | null, exit: number | null, runs: readonly GateResult[]): readonly Finding['what'][] {
  const odd = runs.filter(({ ids, verdict, exit: code }) =>
    first === null ? verdict === 'timeout' || code !== exit : ids === null,
  );
  return [...new Set(odd.map(({ why }) => `run again, the changed tests did not come to the same: ${why}`))];
}
