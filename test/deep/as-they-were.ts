// A project with its base and a change of it, taken through the whole check of a task: real git, real runners, the task's own steps; the keeper alone is not there.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { ageReads, readIn } from '../../src/disk/access-times.ts';
import { lightenEdits } from '../../src/domain/criterion/judge-attempt.ts';
import type { GateResult } from '../../src/domain/evidence/verdict.ts';
import { instant } from '../../src/domain/ids.ts';
import { foundResults, inspecting, recording, staging } from '../../src/domain/parts/check.ts';
import { type Learned, learn } from '../../src/domain/parts/known.ts';
import type { Run, RunSpec } from '../../src/domain/run/run.ts';
import { applyTask } from '../../src/domain/task/apply.ts';
import { decideTask } from '../../src/domain/task/decide.ts';
import { firstTaskState, type Known, type Task, type TaskStep } from '../../src/domain/task/task.ts';
import { inspectChange, recordEvidence } from '../../src/effects/evidence.ts';
import { judgeOldTests } from '../../src/effects/expectations.ts';
import { gatherTests } from '../../src/effects/gather-tests.ts';
import { judgeGuarded } from '../../src/effects/guarded.ts';
import { layCanary } from '../../src/effects/run/canary.ts';
import { judgeStableTests } from '../../src/effects/stable.ts';
import { checkOutTree } from '../../src/effects/tree.ts';
import { noon, type task } from '../fakes/effects/stage.ts';
import { must } from '../fakes/git-remote/make-world.ts';
import { settings } from '../fakes/outside.ts';
import { alone, contextOf, openProjectRoom } from '../proof/project-room.ts';
import type { Edits } from '../proof/row.ts';

const effects = {
  'inspect-change': inspectChange,
  'stage-tree': checkOutTree,
  'record-evidence': recordEvidence,
  'judge-expectations': judgeOldTests,
  'judge-guarded': judgeGuarded,
  'judge-stable': judgeStableTests,
  'gather-tests': gatherTests,
} as const;

const modules = join(import.meta.dirname, '..', '..', 'node_modules');

export async function openCheck() {
  const look = async () => ({ kind: 'known', version: '1.0.0', publishedAt: 1, downloads: null }) as const;
  const room = await openProjectRoom({ look });
  const { world, hub, base: first, stage, gates, ports } = room;
  const copy = await room.copyOf('drover/shop-1');

  async function seen({ observed, folder }: Extract<RunSpec['purpose'], { kind: 'gate' }>, before: number) {
    return observed === undefined ? {} : { read: gates.guardedReads(observed, await readIn(folder, before)) };
  }

  async function runGate({ purpose }: RunSpec): Promise<GateResult> {
    if (purpose.kind !== 'gate') throw new Error(`no run of ${purpose.kind} here`);
    const { definition, folder, only, turned } = purpose;
    const scratch = join(world.folder, 'scratch');
    rmSync(scratch, { recursive: true, force: true });
    mkdirSync(scratch);
    if (!existsSync(join(folder, 'node_modules'))) symlinkSync(modules, join(folder, 'node_modules'));
    const laid = await layCanary(ports, purpose);
    const program = gates.program(definition, folder, scratch, only, laid, turned);
    const [name = '', ...words] = program.argv;
    const env = { ...process.env, ...program.env, ...alone };
    if (purpose.observed) await ageReads(folder);
    const began = Date.now();
    const came = spawnSync(name, words, { cwd: folder, env, encoding: 'utf8' });
    const report = program.report !== null && existsSync(program.report) ? readFileSync(program.report, 'utf8') : null;
    const output = { stdout: came.stdout, stderr: came.stderr, report };
    const read = gates.read(definition, program, { kind: 'exited', code: came.status ?? 1 }, output);
    const of = { gate: definition.gate, source: definition.source, argv: program.argv };
    const how = { exit: came.status, signal: null, durationMs: 1, outputHash: null };
    return {
      ...of,
      ...read,
      ...how,
      ...(program.turned && { turned: program.turned }),
      ...(await seen(purpose, began)),
    };
  }

  const bases = new Map<string, ReturnType<typeof confirm>>();

  /** A project as its gates found it: once, however many changes of it there are. */
  async function confirm(files: Edits) {
    const tree = await room.treeWith(copy, files, 'instead');
    const place = {
      ...{ hub, base: { ...first, tree }, ...(await room.planOf(tree)), dependencies: null },
      copy: { path: copy, branch: 'drover/shop-1', tree },
    };
    const work = { plan: { text: 'x', criteria: [] } };
    const { thing } = await play(await stand({ kind: 'staging_base' }, { place, work }), 'confirm');
    return { place, work: { ...work, baseline: thing.state.known.work.baseline } };
  }

  async function baseOf(files: Edits) {
    const key = JSON.stringify(files);
    const base = bases.get(key) ?? confirm(files);
    bases.set(key, base);
    return base;
  }

  /** The question at its end, and what went before. `runs`: how often the base's tests were run besides the whole; `again`: how often the changed ones were. `earlier`: what a criterion before it came to. */
  async function check(files: Edits, edits: Edits, earlier: Edits | null = null) {
    const { place, work } = await baseOf(files);
    const { baseline } = work;
    const proven = earlier === null ? null : await room.treeWith(copy, { ...files, ...earlier }, 'instead');
    const tree = await room.treeWith(copy, { ...files, ...earlier, ...edits }, 'instead');
    const changes = must(await world.git.changes(hub, place.base.tree, tree));
    const at: TaskStep = { kind: 'inspecting_test', tree, changes };
    const again = await stand(at, { place, work: { ...work, done: proven === null ? [] : ['SC-1'] } });
    if (proven !== null) await prove(again, place, proven);
    const ended = await play(again, 'test');
    const looked = await inspectChange(ports, inspecting(place, tree), contextOf(ended.thing));
    const test = ended.thing.state.known.work.results.find(({ gate }) => gate === 'test');
    const own = looked.kind === 'done' ? foundResults(looked.output) : [];
    const told = test === undefined ? [] : lightenEdits(baseline, [...own, test], ['removed']);
    const { question } = ended;
    const findings = ended.thing.state.known.work.results.flatMap((each) => each.findings);
    return {
      at: ended.thing.state.at.kind,
      state: ended.thing.state,
      ...{ runs: runsIn(ended, 'expectations'), again: runsIn(ended, 'stable') },
      question,
      /** Lines that need a yes. */
      asked: findings.filter(({ needs }) => needs === 'yes').map(({ file, what }) => `${file}: ${what}`),
      told: findings
        .filter(({ gate, needs }) => ['expectations', 'stable'].includes(gate) && needs === undefined)
        .map(({ what }) => what),
      stable: ended.thing.state.known.work.results.find(({ gate }) => gate === 'stable')?.why ?? null,
      /** What sends an attempt on a criterion back. */
      tampering: told.filter(({ gate, verdict }) => gate === 'tamper' && verdict === 'failed').map(({ why }) => why),
    };
  }

  /** How often tests were run in checkouts for that. */
  const runsIn = ({ children }: Standing, what: string): number =>
    children
      .flatMap(({ kind, spec }) => (kind === 'run' ? [spec.purpose] : []))
      .filter((purpose) => purpose.kind === 'gate' && purpose.folder.includes(`/${what}-`)).length;

  /** SC-1 came to this tree, with its tests on record. */
  async function prove(on: Standing, place: Parameters<typeof staging>[0], tree: string): Promise<void> {
    const staged = await checkOutTree(ports, staging(place, tree, `${on.thing.id}/earlier`), contextOf(on.thing));
    const definition = place.gatePlan.gates.find(({ gate }) => gate === 'test');
    if (staged.kind !== 'done' || definition === undefined) throw new Error('nothing to prove it by');
    const purpose = { kind: 'gate', definition, folder: staged.output.folder, only: null, dependencies: null } as const;
    const result = await runGate({ purpose, deadlineMs: 60_000, sandbox: 'off' });
    await recordEvidence(ports, recording(place, tree, [result]), contextOf(on.thing));
    const state = { at: { kind: 'ended', outcome: { kind: 'passed', tree, unverified: [] } } };
    on.children.push({ kind: 'criterion', key: 'SC-1', spec: { label: 'SC-1' }, state, ended: true } as never);
  }

  type Standing = { thing: Task; children: Run[]; question: unknown };
  let numbered = 0;

  async function stand(at: TaskStep, learned: Learned<Known>): Promise<Standing> {
    const state = { ...firstTaskState('engine'), at, slot: 'held' as const };
    numbered += 1;
    const spec = {
      ...{ number: 1, text: 'a change', title: null, branch: null, base: null, until: null, plan: null, priority: 0 },
      ...{
        inferred: false,
        driven: 'engine',
        settings: { ...settings, sandbox: 'off', hunks: 'off' },
        by: 'person:test',
        fresh: true,
      },
    };
    const id = `shop-${numbered}` as typeof task;
    const whole = { ...state, known: learn(state.known, learned) };
    const thing = (await stage.insert({ id, task: id, kind: 'task', spec, state: whole } as never)) as Task;
    return { thing, children: [], question: null };
  }

  /** Until its phase is over, or a person is asked. */
  async function play(from: Standing, phase: 'confirm' | 'test'): Promise<Standing> {
    const now: Standing = { ...from };
    for (let round = 0; round < 60; round += 1) {
      const kind = now.thing.state.at.kind;
      if (phase === 'confirm' && !['staging_base', 'base_gates', 'recording_base'].includes(kind)) return now;
      const view = { thing: now.thing, children: now.children, notices: [], questions: [], slot: { kind: 'held' } };
      const decided = decideTask(view as never, instant(noon));
      switch (decided.kind) {
        case 'perform': {
          const perform = effects[decided.effect.name as keyof typeof effects];
          const result = await perform(ports, decided.effect.input as never, contextOf(now.thing));
          if (result.kind !== 'done') throw new Error(JSON.stringify(result));
          const performed = { ...decided.effect, result } as never;
          now.thing = { ...now.thing, state: applyTask(now.thing, performed, noon as never).state };
          break;
        }
        case 'spawn': {
          const [draft] = decided.children as readonly { key: string; spec: RunSpec }[];
          if (draft?.spec.purpose === undefined) throw new Error(`sent back: ${JSON.stringify(draft?.spec)}`);
          const state = {
            ...{ kind: 'ended', startedAt: noon, endedAt: noon, ending: { kind: 'exited', code: 0 } },
            result: { kind: 'gate', result: await runGate(draft.spec) },
          };
          now.children.push({ ...draft, id: `r${now.children.length}`, kind: 'run', ended: true, state } as never);
          now.thing = { ...now.thing, state: decided.state };
          break;
        }
        case 'advance':
          now.thing = { ...now.thing, state: decided.state };
          break;
        case 'ask':
          return { ...now, thing: { ...now.thing, state: decided.state }, question: decided };
        default:
          throw new Error(`it ${decided.kind}s at ${kind}`);
      }
    }
    throw new Error('it does not come to its end');
  }

  return { check, close: room.close };
}
