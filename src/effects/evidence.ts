// The checks that need no program: were the goalposts moved, does the change carry secrets, which tests are new or changed.
import { defined } from '../domain/defined.ts';
import type { EffectMap } from '../domain/effect/effect.ts';
import { ok, type Result } from '../domain/error.ts';
import { boundFindings, boundList } from '../domain/evidence/bound-list.ts';
import { appendEvidence, type EvidenceRecord } from '../domain/evidence/chain.ts';
import type { Change } from '../domain/evidence/gate-plan.ts';
import { judgePackage, type PackageFacts } from '../domain/evidence/judge-package.ts';
import type { Finding } from '../domain/evidence/verdict.ts';
import type { TaskId } from '../domain/ids.ts';
import { seekValues } from '../domain/text/safe/secret-forms.ts';
import { showPath } from '../domain/text/safe/show-path.ts';
import type { EffectFunction, EffectPorts } from '../ports/effect.ts';
import type { Tree } from '../ports/git.ts';
import { fingerprintOf, keepVerdicts } from './kept-verdicts.ts';
import { copiedSecrets, type SecretOf, secretsAround } from './provision.ts';

export const inspectChange: EffectFunction<'inspect-change'> = async (
  ports,
  { hub, base, tree, plan, settings, start = base, beat },
  { thing, now, signal },
) => {
  const { git, gates, packages } = ports;
  const found = await git.changes(hub, base, tree);
  if (!found.ok) return { kind: 'failed', failure: found.failure };
  const changes = found.value;
  const before = git.tree(hub, base);
  const after = git.tree(hub, tree);
  await after.ahead?.(changes.flatMap(({ kind, path }) => (kind === 'deleted' ? [] : [path])));
  await before.ahead?.(changes.flatMap(({ kind, path, from }) => (kind === 'added' ? [] : [from ?? path])));
  const tamper = await gates.tamper(plan, settings, before, after, changes);
  const secrets = [
    ...(await gates.secrets(after, changes, before, settings.largest)),
    ...(await valuesInChange(before, after, changes, await secretsKnown(ports, thing.task))),
  ];
  const since = start === base ? found : await git.changes(hub, start, tree);
  if (!since.ok) return { kind: 'failed', failure: since.failure };
  const tests = since.value
    .filter((change) => change.kind !== 'deleted' && gates.isTest(plan, change.path))
    .map((change) => change.path);
  const brought = await gates.newPackages(before, after, changes);
  const others = [
    ...(await gates.lfsContents(before, after, changes)),
    ...(await gates.imports(before, after, changes)),
    ...(await gates.silenced(plan, before, after, changes)),
    ...(await gates.answers(plan, before, after, changes)),
    ...(await Promise.all(
      brought.slice(0, mostPackages).map(async (each) => judgePackage(each, await packages.look(each, signal), now)),
    )),
    ...brought.slice(mostPackages).map((each) => judgePackage(each, tooMany, now)),
  ];
  const apart = await besideTests(ports, { hub, tree, plan, ...defined({ beat }) }, since.value);
  if (!apart.ok) return { kind: 'failed', failure: apart.failure };
  const held = await gates.hold(plan, before, after, changes);
  const idle = await gates.isIdle(plan, git.tree(hub, start), after, since.value);
  const kept = boundList(tests, mostBytes);
  return {
    kind: 'done',
    output: {
      tamper: boundFindings(tamper, mostBytes, ports.sha256),
      secrets: boundFindings(secrets, mostBytes, ports.sha256),
      tests: kept,
      ...(kept.length < tests.length && { moreTests: true }),
      ...(idle && { idle }),
      ...apart.value,
      ...(others.length > 0 && { others: boundFindings(others, mostBytes, ports.sha256) }),
      ...(held.length > 0 && {
        held: held.map((each) => ({ ...each, findings: boundFindings(each.findings, mostBytes, ports.sha256) })),
      }),
    },
  };
};

/** Where tests come in a turn of their own: what else that brought, and what became of them since they were red. */
async function besideTests(
  { git, gates }: Pick<EffectPorts, 'git' | 'gates'>,
  { hub, tree, plan, beat }: Pick<EffectMap['inspect-change']['input'], 'hub' | 'tree' | 'plan' | 'beat'>,
  changes: readonly Change[],
): Promise<Result<Pick<EffectMap['inspect-change']['output'], 'besides' | 'sinceRed'>>> {
  if (beat === undefined) return ok({});
  if (beat.kind === 'test') {
    const besides = gates.shipped(plan, changes).map(({ path }) => path);
    return ok(besides.length === 0 ? {} : { besides: boundList(besides, mostBytes) });
  }
  const since = await git.changes(hub, beat.red, tree);
  if (!since.ok) return since;
  const tests = since.value.filter(({ path, from }) => [path, from ?? path].some((each) => gates.isTest(plan, each)));
  return ok(tests.length === 0 ? {} : { sinceRed: boundList(tests, mostBytes) });
}

/** Of each list. */
const mostBytes = 32 * 1024;
/** So many are looked up for one change. */
const mostPackages = 30;
const tooMany: PackageFacts = { kind: 'unknown', why: 'too many new ones at once' };

/** Of files that were taken over into the copy, and of the person's environment: an agent that was given one by name may write it down. */
async function secretsKnown(ports: EffectPorts, task: TaskId): Promise<readonly SecretOf[]> {
  const own = await secretsAround(ports, ports.person.env());
  return [...(await copiedSecrets(ports, task)), ...own.map(({ name, value }) => ({ path: `$${name}`, value }))];
}

/** Values that are known, where a change holds them, however it writes them; named, never told. */
async function valuesInChange(
  before: Tree,
  after: Tree,
  changes: readonly Change[],
  known: readonly SecretOf[],
): Promise<readonly Finding[]> {
  if (known.length === 0) return [];
  const any = seekValues(known.map(({ value }) => value));
  const found: Finding[] = [];
  for (const change of changes.filter(({ kind }) => kind !== 'deleted')) {
    const now = await textOf(after, change.path);
    if (any.find(now).length === 0) continue;
    const old = await textOf(before, change.from ?? change.path);
    const placeIn = (text: string, { value }: SecretOf) => seekValues([value]).find(text)[0]?.[0]?.from;
    const held = known.find((each) => placeIn(now, each) !== undefined && placeIn(old, each) === undefined);
    if (held === undefined) continue;
    const line = now.slice(0, placeIn(now, held)).split('\n').length;
    const what = `holds a secret value of ${showPath(held.path)}`;
    found.push({ gate: 'secrets', what, file: change.path, line, weight: 'fail' });
  }
  return found;
}

const textOf = async (tree: Tree, path: string): Promise<string> =>
  new TextDecoder().decode((await tree.read(path)) ?? new Uint8Array());

// Links of the task's evidence chain, once per effect: the number of the intent tells whether they stand already.

export const recordEvidence: EffectFunction<'record-evidence'> = async (ports, input, { thing, now }) => {
  const { store, sha256 } = ports;
  const written = await store.transact(async (tx) => {
    const environment = fingerprintOf(ports, await tx.root(thing.task));
    const end = (await tx.evidence(thing.task, 'last')).at(-1) ?? null;
    const there = (await tx.evidence(thing.task, { tree: input.tree })).filter(
      (link) =>
        link.definitions === input.definitions && link.criterion === input.criterion && link.attempt === input.attempt,
    );
    const missing = input.results.filter(
      (result) =>
        !there.some(
          (link) =>
            link.result.gate === result.gate &&
            link.result.outputHash === result.outputHash &&
            link.result.why === result.why,
        ),
    );
    let last = end;
    for (const result of missing) {
      const record: EvidenceRecord = {
        at: now,
        base: input.base,
        tree: input.tree,
        definitions: input.definitions,
        environment,
        criterion: input.criterion,
        attempt: input.attempt,
        result,
      };
      last = appendEvidence(last, record, sha256);
      await tx.addEvidence(thing.task, last);
    }
    const before = end?.number ?? 0;
    return { from: before + 1, to: before + missing.length };
  });
  if (thing.kind === 'task' && thing.state.at.kind === 'recording_base')
    await keepVerdicts(ports, thing, { ...input, now });
  return { kind: 'done', output: written };
};
