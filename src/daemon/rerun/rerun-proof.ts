// A proof run again: its gates on its trees, and its tests on the trees that they were red on, by the definitions that its chain is bound to.
import type { RerunProof } from '../../contract/task.ts';
import { compareGate, compareRed, type RerunDifference } from '../../domain/bundle/compare-rerun.ts';
import type { GateAgain, RedAgain, Rerun } from '../../domain/bundle/plan-rerun.ts';
import { handedTo, redDeadline } from '../../domain/criterion/gate.ts';
import { excuse, fixedTests, proveRed, type ToProve } from '../../domain/criterion/judge-attempt.ts';
import { type Failure, fail, ok, type Result } from '../../domain/error.ts';
import type { GateDefinition } from '../../domain/evidence/gate-plan.ts';
import { unlessMissing } from '../../domain/evidence/missing-tool.ts';
import { fileOf } from '../../domain/evidence/test-id.ts';
import type { GateResult } from '../../domain/evidence/verdict.ts';
import { type Ground, openGround, type RerunWorld } from './ground.ts';
import { type Bench, checkOut, rerunGate, setUp } from './rerun-gates.ts';

export type RerunWish = RerunWorld & {
  readonly rerun: Rerun;
  /** The base's tree. */
  readonly base: string;
  /** Fires where nobody wants it any more. */
  readonly signal: AbortSignal;
  readonly say: (line: string) => void;
};

export async function rerunProof(wish: RerunWish): Promise<Result<RerunProof>> {
  const opened = await openGround(wish);
  if (!opened.ok) return opened;
  const ground = opened.value;
  const stop = () => void ground.stop();
  wish.signal.addEventListener('abort', stop, { once: true });
  try {
    const came = await rerunOn(ground, wish);
    return wish.signal.aborted ? interrupted : came;
  } catch (error) {
    if (wish.signal.aborted) return interrupted;
    throw error;
  } finally {
    wish.signal.removeEventListener('abort', stop);
    await ground.close();
  }
}

const interrupted = fail('CANCELLED', 'It was interrupted; what was begun is ended, and nothing is left of it.');

type Again = Bench & Pick<RerunWish, 'rerun' | 'base' | 'say' | 'signal'>;
/** Of one tree. */
type Checked = { readonly folder: string; readonly results: readonly GateResult[] };

async function rerunOn(ground: Ground, { rerun, base, say, signal }: RerunWish): Promise<Result<RerunProof>> {
  const bench = await setUp(ground, rerun.plan, base);
  if (!bench.ok) return bench;
  const again: Again = { ...bench.value, rerun, base, say, signal };
  const told: { gates: RerunProof['gates'][number][]; differences: RerunDifference[] } = { gates: [], differences: [] };
  const trees = new Map<string, Checked>();
  for (const [at, tree] of rerun.trees.entries()) {
    const checked = await checkTree(again, tree, `tree-${at + 1}`, told);
    if (!checked.ok) return checked;
    trees.set(tree, checked.value);
  }
  for (const [at, red] of rerun.reds.entries()) {
    const proven = await proveAgain(again, red, `red-${at + 1}`, trees.get(red.tree));
    if (!proven.ok) return proven;
    const { judged, halves } = proven.value;
    told.gates.push({
      gate: 'red-first',
      criterion: red.label,
      tree: red.tree,
      verdict: judged.verdict,
      why: judged.why,
    });
    told.differences.push(...compareRed(red, judged, halves));
    say(`${red.label}: red-first ${judged.verdict}`);
  }
  return ok({ sandbox: ground.sandbox, ...told });
}

async function checkTree(
  again: Again,
  tree: string,
  name: string,
  told: { readonly gates: RerunProof['gates'][number][]; readonly differences: RerunDifference[] },
): Promise<Result<Checked>> {
  const folder = await checkOut(again, tree, name);
  if (!folder.ok) return folder;
  const results: GateResult[] = [];
  for (const [at, each] of again.rerun.gates.filter((one) => one.tree === tree).entries()) {
    if (again.signal.aborted) return interrupted;
    const change = { hub: again.ground.hub, from: again.base, to: tree, plan: again.plan };
    const measures = each.definition.coverage === undefined ? {} : { measures: change };
    const wanted = {
      id: `${name}-${at + 1}`,
      definition: each.definition,
      folder: folder.value,
      only: null,
      ...measures,
    };
    const result = excuse(again.rerun.baseline, unlessMissing(await rerunGate(again, wanted)));
    results.push(result);
    told.gates.push(tellGate(each, result));
    told.differences.push(...compareGate(each, result));
    again.say(`${result.gate} on ${tree.slice(0, 12)}: ${result.verdict}`);
  }
  return ok({ folder: folder.value, results });
}

const tellGate = ({ criterion, tree }: GateAgain, { gate, verdict, why }: GateResult) => ({
  gate,
  criterion,
  tree,
  verdict,
  why,
});

type Proven = { readonly judged: GateResult; readonly halves: Parameters<typeof compareRed>[2] };

const lacksTests: { readonly ok: false; readonly failure: Failure } = fail(
  'PROOF_NOT_RERUN',
  'It cannot be run again: no command that runs the tests is in it.',
);

async function proveAgain(again: Again, red: RedAgain, name: string, checked?: Checked): Promise<Result<Proven>> {
  const { ground, plan, rerun } = again;
  const definition = plan.gates.find((each) => each.gate === 'test' && each.absent === null);
  const whole = checked?.results.find(({ gate }) => gate === 'test');
  if (definition === undefined || checked === undefined || whole === undefined) return lacksTests;
  const spec: ToProve = {
    start: { tree: red.start, test: red.before },
    base: { tree: red.start },
    baseline: rerun.baseline,
    gatePlan: plan,
    alone: true,
    text: red.text,
    verify: null,
    files: [],
  };
  const changes = await ground.ports.git.changes(ground.hub, red.start, red.tree);
  if (!changes.ok) return changes;
  const tests = changes.value.flatMap(({ kind, path }) =>
    kind !== 'deleted' && ground.ports.gates.isTest(plan, path) ? [path] : [],
  );
  const half = await greenHalf(again, { definition, whole, tests, folder: checked.folder, name });
  const only = handedTo([...new Set([...tests, ...fixedTests(spec, whole).map(fileOf)])], half);
  const before = await redHalf(again, red, { definition, half, tests, only, name });
  if (!before.ok) return before;
  const handed = tests.filter((path) => only.includes(path));
  const halves = { red: before.value.ids, green: half.ids };
  if (tests.length > 0)
    return ok({ judged: proveRed(spec, { tests, handed, red: before.value, green: whole, half }), halves });
  const failing = { ...spec, start: { tree: red.start, test: before.value } };
  return ok({ judged: proveRed(failing, { tests, handed, red: null, green: whole }), halves });
}

type Half = {
  readonly definition: GateDefinition;
  readonly tests: readonly string[];
  readonly name: string;
};

/** What failed before can keep the whole from telling of the new tests. */
async function greenHalf(
  again: Again,
  { definition, whole, tests, folder, name }: Half & { readonly whole: GateResult; readonly folder: string },
): Promise<GateResult> {
  const told = whole.exit === 0 || tests.length === 0 || handedTo(tests, whole).length === tests.length;
  return told ? whole : rerunGate(again, { id: `${name}-green`, definition, folder, only: tests });
}

async function redHalf(
  again: Again,
  red: RedAgain,
  { definition, half, tests, only, name }: Half & { readonly half: GateResult; readonly only: readonly string[] },
): Promise<Result<GateResult>> {
  const { ground } = again;
  const composed = await ground.ports.git.compose(ground.hub, red.start, red.tree, tests);
  if (!composed.ok) return composed;
  const folder = await checkOut(again, composed.value, name);
  if (!folder.ok) return folder;
  const deadlineMs = redDeadline(definition, red.before, half);
  const missing = { hub: ground.hub, from: red.start, to: red.tree, plan: again.plan };
  const wanted = { id: `${name}-red`, definition, folder: folder.value, deadlineMs, missing };
  return ok(await rerunGate(again, { ...wanted, only: only.length > 0 ? only : null }));
}
