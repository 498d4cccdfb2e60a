// A project with its base and a change of it, taken through the whole check of a task: real git, real runners, the task's own steps; the keeper alone is not there.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { lightenEdits } from '../../src/domain/criterion/judge-attempt.ts';
import type { GateResult } from '../../src/domain/evidence/verdict.ts';
import { instant } from '../../src/domain/ids.ts';
import { foundResults, inspecting } from '../../src/domain/parts/check.ts';
import { type Learned, learn } from '../../src/domain/parts/known.ts';
import type { Run, RunSpec } from '../../src/domain/run/run.ts';
import { applyTask } from '../../src/domain/task/apply.ts';
import { decideTask } from '../../src/domain/task/decide.ts';
import { firstTaskState, type Known, type Task, type TaskStep } from '../../src/domain/task/task.ts';
import { inspectChange, recordEvidence } from '../../src/effects/evidence.ts';
import { judgeOldTests } from '../../src/effects/expectations.ts';
import { checkOutTree } from '../../src/effects/tree.ts';
import { createGates } from '../../src/gates/create-gates.ts';
import type { EffectContext, EffectPorts } from '../../src/ports/effect.ts';
import { noon, openStage, type task } from '../fakes/effects/stage.ts';
import { agentFiles } from '../fakes/footprints.ts';
import { makeReadyWorld, must } from '../fakes/git-remote/make-world.ts';
import { gateSettings, settings } from '../fakes/outside.ts';

/** By path; null: it is removed. */
export type Edits = Readonly<Record<string, string | null>>;

const effects = {
  'inspect-change': inspectChange,
  'stage-tree': checkOutTree,
  'record-evidence': recordEvidence,
  'judge-expectations': judgeOldTests,
} as const;

const modules = join(import.meta.dirname, '..', '..', 'node_modules');

export async function openCheck() {
  const { world, hub, base: first } = await makeReadyWorld();
  const stage = await openStage({ folder: join(world.folder, 'stage'), world });
  const gates = createGates(agentFiles);
  const ports = { ...stage.ports, gates, git: world.git } as EffectPorts;
  const copy = join(world.folder, 'copy');
  must(await world.git.makeCopy(hub, copy, first, 'drover/shop-1'));
  let taken = 0;

  /** The tree that the copy has with these files. */
  async function treeWith(edits: Edits): Promise<string> {
    for (const [path, text] of Object.entries(edits)) {
      rmSync(join(copy, path), { force: true, recursive: true });
      if (text === null) continue;
      mkdirSync(dirname(join(copy, path)), { recursive: true });
      writeFileSync(join(copy, path), text);
    }
    taken += 1;
    return must(await world.git.snapshot(hub, copy, first.tree, `shop-1/${taken}`)).tree;
  }

  function runGate({ purpose }: RunSpec): GateResult {
    if (purpose.kind !== 'gate') throw new Error(`no run of ${purpose.kind} here`);
    const { definition, folder, only } = purpose;
    const scratch = join(world.folder, 'scratch');
    rmSync(scratch, { recursive: true, force: true });
    mkdirSync(scratch);
    if (!existsSync(join(folder, 'node_modules'))) symlinkSync(modules, join(folder, 'node_modules'));
    const program = gates.program(definition, folder, scratch, only);
    const [name = '', ...words] = program.argv;
    const env = { ...process.env, ...program.env, NODE_TEST_CONTEXT: undefined, VITEST: undefined };
    const came = spawnSync(name, words, { cwd: folder, env, encoding: 'utf8' });
    const report = program.report !== null && existsSync(program.report) ? readFileSync(program.report, 'utf8') : null;
    const output = { stdout: came.stdout, stderr: came.stderr, report };
    const read = gates.read(definition, program, { kind: 'exited', code: came.status ?? 1 }, output);
    const of = { gate: definition.gate, source: definition.source, argv: program.argv };
    return { ...of, ...read, exit: came.status, signal: null, durationMs: 1, outputHash: null };
  }

  /** The question at its end, and what went before. `runs`: how often tests were run besides the whole. */
  async function check(files: Edits, edits: Edits) {
    const there = readdirSync(copy).filter((name) => name !== '.git');
    const baseTree = await treeWith({ ...Object.fromEntries(there.map((name) => [name, null])), ...files });
    const baseCommit = { ...first, tree: baseTree };
    const read = world.git.tree(hub, baseTree);
    const wanted = { ...gateSettings, tests: null };
    const gatePlan = { ...(await gates.plan(read, wanted)), setup: [], dependencyFolders: [] };
    const tree = await treeWith(edits);
    const changes = must(await world.git.changes(hub, baseTree, tree));
    const place = {
      ...{ hub, base: baseCommit, gatePlan, gateSettings: wanted, dependencies: null },
      copy: { path: copy, branch: 'drover/shop-1', tree: baseTree },
    };
    const work = { plan: { text: 'x', criteria: [] } };
    let played = await stand({ kind: 'staging_base' }, { place, work });
    played = await play(played, 'confirm');
    const { baseline } = played.thing.state.known.work;
    const at: TaskStep = { kind: 'inspecting_test', tree, changes };
    const before = played.runs;
    const again = await stand(at, { place, work: { ...work, baseline } });
    const ended = await play(again, 'test');
    const looked = await inspectChange(ports, inspecting(place, tree), context(ended.thing));
    const test = ended.thing.state.known.work.results.find(({ gate }) => gate === 'test');
    const own = looked.kind === 'done' ? foundResults(looked.output) : [];
    const told = test === undefined ? [] : lightenEdits(baseline, [...own, test], ['removed']);
    const { question } = ended;
    const findings = ended.thing.state.known.work.results.flatMap((each) => each.findings);
    return {
      at: ended.thing.state.at.kind,
      state: ended.thing.state,
      runs: ended.runs - gatePlan.gates.filter(({ absent, argv }) => absent === null && argv.length > 0).length,
      baseRuns: before,
      question,
      /** Lines that need a yes. */
      asked: findings.filter(({ needs }) => needs === 'yes').map(({ file, what }) => `${file}: ${what}`),
      told: findings
        .filter(({ gate, needs }) => gate === 'expectations' && needs === undefined)
        .map(({ what }) => what),
      /** What sends an attempt on a criterion back. */
      tampering: told.filter(({ gate, verdict }) => gate === 'tamper' && verdict === 'failed').map(({ why }) => why),
    };
  }

  type Standing = { thing: Task; children: Run[]; runs: number; question: unknown };
  let numbered = 0;

  async function stand(at: TaskStep, learned: Learned<Known>): Promise<Standing> {
    const state = { ...firstTaskState('engine'), at, slot: 'held' as const };
    numbered += 1;
    const spec = {
      ...{ number: 1, text: 'a change', title: null, branch: null, base: null, until: null, plan: null, priority: 0 },
      ...{
        inferred: false,
        driven: 'engine',
        settings: { ...settings, sandbox: 'off' },
        by: 'person:test',
        fresh: true,
      },
    };
    const id = `shop-${numbered}` as typeof task;
    const whole = { ...state, known: learn(state.known, learned) };
    const thing = (await stage.insert({ id, task: id, kind: 'task', spec, state: whole } as never)) as Task;
    return { thing, children: [], runs: 0, question: null };
  }

  const context = (thing: Task): EffectContext => ({
    ...{ id: `${thing.id}#1` as never, thing, now: noon, signal: new AbortController().signal },
    fenced: async () => true,
  });

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
          const result = await perform(ports, decided.effect.input as never, context(now.thing));
          if (result.kind !== 'done') throw new Error(JSON.stringify(result));
          const performed = { ...decided.effect, result } as never;
          now.thing = { ...now.thing, state: applyTask(now.thing, performed, noon as never).state };
          break;
        }
        case 'spawn': {
          const [draft] = decided.children as readonly { key: string; spec: RunSpec }[];
          if (draft?.spec.purpose === undefined)
            throw new Error(`sent back: ${JSON.stringify(now.thing.state.known.work.results.map(({ why }) => why))}`);
          const state = {
            ...{ kind: 'ended', startedAt: noon, endedAt: noon, ending: { kind: 'exited', code: 0 } },
            result: { kind: 'gate', result: runGate(draft.spec) },
          };
          now.children.push({ ...draft, id: `r${now.children.length}`, kind: 'run', ended: true, state } as never);
          now.runs += 1;
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

  return {
    check,
    async close() {
      await stage.close();
      await world.close();
    },
  };
}
