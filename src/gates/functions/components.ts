// What a change adds that others can use: functions, classes, types, constants at the top of production files, each where it stands.
import type { Change, GatePlan } from '../../domain/evidence/gate-plan.ts';
import type { Component } from '../../domain/flow/summary.ts';
import type { Tree } from '../../ports/git.ts';
import { isTest } from '../is-test.ts';
import { decode } from '../sources.ts';
import type { Declaration } from './declarations-of.ts';
import { grammarOf } from './grammars.ts';
import { readFunctions } from './read-functions.ts';

const mostFiles = 200;

export async function components(
  plan: Pick<GatePlan, 'tests'>,
  base: Tree,
  tree: Tree,
  changes: readonly Change[],
): Promise<readonly Component[]> {
  const files = changes
    .filter(
      ({ path, kind, binary }) => kind !== 'deleted' && !binary && grammarOf(path) !== null && !isTest(plan, path),
    )
    .slice(0, mostFiles);
  const now = await declaredIn(
    tree,
    files.map(({ path }) => path),
  );
  const before = await declaredIn(
    base,
    files.map(({ path, from }) => from ?? path),
  );
  return files.flatMap(({ path }, at) => {
    const [declared, known] = [now[at], before[at]];
    if (!declared || !known) return [];
    const names = new Set(known.map(({ name }) => name));
    return declared.filter(({ name }) => !names.has(name)).map((each) => ({ ...each, path }));
  });
}

/** null: it could not be told, so nothing is known to be added to it. */
async function declaredIn(tree: Tree, paths: readonly string[]): Promise<readonly (readonly Declaration[] | null)[]> {
  const texts = await Promise.all(paths.map(async (path) => ({ path, text: decode(await tree.read(path)) ?? '' })));
  const readings = await readFunctions(texts, { declares: true });
  return readings.map((reading) => {
    if (reading.kind === 'read') return reading.declarations ?? [];
    return reading.kind === 'unknown' ? [] : null;
  });
}
