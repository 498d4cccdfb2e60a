// An attempt on a criterion, taken through its whole check: real git, real runners, the criterion's own steps and the runs of its gates; the keeper alone is not there.
import { spawnSync } from 'node:child_process';
import { existsSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { applyCriterion } from '../../src/domain/criterion/apply.ts';
import { type Criterion, type CriterionStep, firstCriterionState } from '../../src/domain/criterion/criterion.ts';
import { decideCriterion } from '../../src/domain/criterion/decide.ts';
import type { GateResult } from '../../src/domain/evidence/verdict.ts';
import { instant, taskId } from '../../src/domain/ids.ts';
import type { Program } from '../../src/domain/run/program.ts';
import type { Run, RunSpec } from '../../src/domain/run/run.ts';
import { inspectChange } from '../../src/effects/evidence.ts';
import { gateRun } from '../../src/effects/run/gate.ts';
import { checkOutTree } from '../../src/effects/tree.ts';
import type { EffectPorts } from '../../src/ports/effect.ts';
import { noon } from '../fakes/effects/stage.ts';
import { must } from '../fakes/git-remote/make-world.ts';
import { alone, contextOf, openProjectRoom } from '../proof/project-room.ts';
import type { Edits } from '../proof/row.ts';

const modules = join(import.meta.dirname, '..', '..', 'node_modules');
const effects = { 'inspect-change': inspectChange, 'stage-tree': checkOutTree } as const;

export async function openProof() {
  const room = await openProjectRoom(null);
  const { world, hub, base: first } = room;
  const copy = await room.copyOf('drover/shop-1');
  let numbered = 0;
  const endings = new Map<string, { readonly code: number; readonly output: string; readonly error: string }>();
  const keeper = {
    ensure: async (id: string, program: Program) => {
      const [name = '', ...words] = program.argv;
      const link = join(program.cwd, 'node_modules');
      if (!existsSync(link)) symlinkSync(modules, link);
      const { GOCACHE } = process.env;
      const path = `${dirname(process.execPath)}:${process.env.PATH}`;
      const env = { ...program.env, ...alone, PATH: path, GOCACHE };
      const { status, stdout, stderr } = spawnSync(name, words, { cwd: program.cwd, env, encoding: 'utf8' });
      const [output, error] = ['out', 'err'].map((kind) => join(world.folder, `${id}.${kind}`));
      writeFileSync(output ?? '', String(stdout));
      writeFileSync(error ?? '', String(stderr));
      endings.set(id, { code: status ?? 1, output: output ?? '', error: error ?? '' });
      return { startedAt: noon };
    },
  };
  const ports = { ...room.ports, keeper } as unknown as EffectPorts;

  async function runGate(key: string, spec: RunSpec): Promise<Run> {
    numbered += 1;
    const run = { id: `r${numbered}`, key, kind: 'run', task: taskId('shop', 1), spec } as unknown as Run;
    if (spec.purpose.kind !== 'gate') throw new Error(`no run of ${spec.purpose.kind} here`);
    must(await gateRun.start(ports, run, spec.purpose, noon));
    const { code, output, error } = endings.get(run.id) ?? { code: 1, output: '', error: '' };
    const kept = { startedAt: noon, endedAt: noon, escaped: [], files: { output, error, input: '' } };
    const ending = { kind: 'exited', code } as const;
    const came = { kept, ending, now: noon, signal: new AbortController().signal } as never;
    const result = must(await gateRun.read(ports, run, spec.purpose, came));
    return { ...run, ended: true, state: { kind: 'ended', startedAt: noon, endedAt: noon, ending, result } } as Run;
  }

  /** What is said of the whole, and of its proof. */
  async function prove(files: Edits, edits: Edits): Promise<{ readonly red: GateResult; readonly all: GateResult[] }> {
    const baseTree = await room.treeWith(copy, files, 'instead');
    const tree = await room.treeWith(copy, edits);
    const changes = must(await world.git.changes(hub, baseTree, tree));
    const spec = {
      ...{ label: 'SC-1', text: 'it', verify: null, kind: 'behaviour', task: 'x', plan: null, copy, hub },
      ...{ base: { ...first, tree: baseTree }, ...(await room.planOf(baseTree)), baseline: [], dependencies: null },
      ...{ agents: ['one'], attempts: 3, agentDeadlineMs: 60_000, sandbox: 'off', advice: null },
    };
    numbered += 1;
    const id = `shop-1/SC-${numbered}`;
    const at: CriterionStep = { kind: 'inspecting', tree, changes };
    let thing = { id, task: taskId('shop', 1), spec, state: { ...firstCriterionState, at } } as unknown as Criterion;
    const children: Run[] = [];
    for (let round = 0; round < 60; round += 1) {
      if (thing.state.at.kind === 'recording') {
        const all = [...thing.state.at.results];
        const red = all.find(({ gate }) => gate === 'red-first');
        if (red === undefined) throw new Error('nothing is said of red');
        return { red, all };
      }
      const decided = decideCriterion({ thing, children, notices: [] }, instant(noon));
      if (decided.kind === 'perform') {
        const perform = effects[decided.effect.name as keyof typeof effects];
        const result = await perform(ports, decided.effect.input as never, contextOf(thing));
        if (result.kind !== 'done') throw new Error(JSON.stringify(result));
        thing = { ...thing, state: applyCriterion(thing, { ...decided.effect, result } as never).state };
      } else if (decided.kind === 'spawn') {
        const [draft] = decided.children as readonly { key: string; spec: RunSpec }[];
        if (draft !== undefined) children.push(await runGate(draft.key, draft.spec));
        thing = { ...thing, state: decided.state };
      } else if (decided.kind === 'advance') thing = { ...thing, state: decided.state };
      else throw new Error(`it ${decided.kind}s at ${thing.state.at.kind}`);
    }
    throw new Error('it does not come to its end');
  }

  return { prove, close: room.close };
}
