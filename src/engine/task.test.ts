// Whole tasks through the real engine, store and queue; only the outside is simulated.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { gateResult, type Outside, settings, simulateOutside, turn } from '../../test/fakes/outside.ts';
import { aTask } from '../../test/suites/store-rows.ts';
import { type HostId, instant, taskId } from '../domain/ids.ts';
import type { Task } from '../domain/task/task.ts';

let outside: Outside;
beforeEach(async () => {
  outside = await simulateOutside();
});
afterEach(() => outside.close());

const ended = (task: Task) => task.ended;
const asks = (kind: string) => (task: Task) => task.state.at.kind === 'asking' && task.state.at.question === kind;
const outcome = (task: Task) => (task.state.at.kind === 'ended' ? task.state.at.outcome.kind : task.state.at.kind);
const askAll = { ...settings, preset: 'careful' } as const;

describe('a task', () => {
  it('goes from the statement to the release, each effect of its own once', async () => {
    const id = await outside.create();
    const task = await outside.until(id, ended);
    expect(outcome(task)).toBe('released');
    for (const once of ['open-hub', 'make-copy', 'commit', 'confirm-push', 'open-pull-request', 'release'])
      expect(outside.acts.get(once), once).toBe(1);
    const facts = await outside.store.read((reads) => reads.facts({ task: id, limit: 1000 }));
    const phases = facts.filter((fact) => fact.kind === 'phase_entered').map((fact) => fact.data.phase);
    expect(phases).toEqual(['analyze', 'plan', 'develop', 'test', 'submit', 'release']);
    expect((await outside.store.read((reads) => reads.slot('shop', id))).kind).toBe('none');
  });

  it('asks proceed, plan and submit where policy says so, and goes on with each answer', async () => {
    const id = await outside.create({ settings: askAll });
    await outside.until(id, asks('proceed'));
    await outside.answer(id, 'yes');
    await outside.until(id, asks('plan'));
    await outside.answer(id, 'go');
    await outside.until(id, asks('submit'));
    await outside.answer(id, 'submit');
    expect(outcome(await outside.until(id, ended))).toBe('released');
  });

  it('gives its slot back while it waits for a person, and another task takes it', async () => {
    const first = await outside.create({ settings: askAll });
    await outside.until(first, (task) => asks('proceed')(task) && task.state.slot === 'none');
    const second = await outside.create();
    expect(outcome(await outside.until(second, ended))).toBe('released');
  });

  it('wakes the next in line on the host that is its own', async () => {
    const foreign = aTask(99, { host: 'there' as HostId });
    await outside.store.transact(async (tx) => {
      await tx.insert(foreign);
      await tx.claimSlot('shop', 1, taskId('shop', 1), 0, instant(1));
      await tx.claimSlot('shop', 1, foreign.task, 0, instant(2));
    });
    await outside.until(await outside.create(), ended);
    const wakes = await outside.store.transact((tx) =>
      tx.query('select thing, host from wakes where thing = ?', [foreign.id]),
    );
    expect(wakes).toEqual([{ thing: foreign.id, host: 'there' }]);
  });

  it('PC-16 blocks after exactly 7 verifications with the history of each, and asks what to do', async () => {
    let tree = 0;
    outside.script = {
      run: (purpose) =>
        purpose.kind === 'gate' && !purpose.folder.endsWith('base')
          ? { result: { kind: 'gate', result: gateResult('test', 'failed', { why: `wrong ${tree}` }) } }
          : null,
      effect: (effect) =>
        effect.name === 'snapshot' && effect.input.label.includes('attempt')
          ? { kind: 'done', output: { tree: `t${++tree}`, commits: 0, changes: [] } }
          : null,
    };
    const id = await outside.create();
    await outside.until(id, asks('stuck'));
    const [question] = await outside.store.read((reads) => reads.questions({ task: id, open: true }));
    const { history } = (question?.shown ?? { history: [] }) as { history: readonly { number: number }[] };
    expect(history.map((attempt) => attempt.number)).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(outside.runs.filter((run) => run.kind === 'gate' && !run.folder.endsWith('base'))).toHaveLength(7);
    await outside.answer(id, 'abandon');
    expect(outcome(await outside.until(id, ended))).toBe('failed');
  });

  it('PC-30 another agent looks after the second and the fourth attempt, and 7 verifications stay 7', async () => {
    let tree = 0;
    outside.script = {
      run: (purpose) =>
        purpose.kind === 'gate' && !purpose.folder.endsWith('base')
          ? { result: { kind: 'gate', result: gateResult('test', 'failed', { why: `wrong ${tree}` }) } }
          : null,
      effect: (effect) =>
        effect.name === 'snapshot' && effect.input.label.includes('attempt')
          ? { kind: 'done', output: { tree: `t${++tree}`, commits: 0, changes: [] } }
          : null,
    };
    const id = await outside.create({ settings: { ...settings, advisers: ['one', 'two'] } });
    await outside.until(id, asks('stuck'));
    const [question] = await outside.store.read((reads) => reads.questions({ task: id, open: true }));
    const { history } = (question?.shown ?? { history: [] }) as { history: readonly { number: number }[] };
    expect(history.map((attempt) => attempt.number)).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(outside.runs.filter((run) => run.kind === 'gate' && !run.folder.endsWith('base'))).toHaveLength(7);
    const turns = outside.runs.flatMap((run) =>
      run.kind === 'agent' && (run.role === 'develop' || run.role === 'advise') ? [`${run.agent} ${run.role}`] : [],
    );
    const twice = ['one develop', 'one develop', 'two advise'];
    expect(turns).toEqual([...twice, ...twice, 'one develop', 'one develop', 'one develop']);
    const resumed = outside.runs.flatMap((run) => (run.kind === 'agent' && run.role === 'develop' ? [run.resume] : []));
    expect(resumed).toEqual([null, ...Array.from({ length: 6 }, () => 'conv-1')]);
  });

  it('PC-31 an agent that says it is blocked is advised twice, each time it goes on; then a person is asked', async () => {
    let tree = 0;
    const blocked = { status: 'blocked', reason: 'no clock', tried: ['all'], recommendation: 'a clock' };
    const said = {
      criteria: [],
      files: [],
      tests: [],
      results: null,
      coverage: null,
      verification: 'v',
      assessment: 'a',
      follow_ups: [],
    };
    outside.script = {
      run: (purpose) =>
        purpose.kind === 'agent' && purpose.role === 'develop'
          ? { result: turn(`\`\`\`json\n${JSON.stringify({ report: { ...said, ...blocked } })}\n\`\`\``) }
          : null,
      effect: (effect) =>
        effect.name === 'snapshot' && effect.input.label.includes('attempt')
          ? { kind: 'done', output: { tree: `t${++tree}`, commits: 0, changes: [] } }
          : null,
    };
    const id = await outside.create({ settings: { ...settings, advisers: ['two'] } });
    await outside.until(id, asks('stuck'));
    const turns = outside.runs.flatMap((run) =>
      run.kind === 'agent' && (run.role === 'develop' || run.role === 'advise') ? [run.role] : [],
    );
    expect(turns).toEqual(['develop', 'advise', 'develop', 'advise', 'develop']);
    const [question] = await outside.store.read((reads) => reads.questions({ task: id, open: true }));
    expect(question?.text).toContain('its agent says that it is blocked: no clock');
  });

  it('PC-15 is complete after exactly one verification where all gates pass', async () => {
    const id = await outside.create();
    await outside.until(id, ended);
    const gates = outside.runs.filter(
      (run) => run.kind === 'gate' && !run.folder.endsWith('base') && run.only === null,
    );
    expect(gates).toHaveLength(1);
  });

  it('blocks at the second attempt without progress where there is no other agent', async () => {
    outside.script = {
      run: (purpose) =>
        purpose.kind === 'gate' && !purpose.folder.endsWith('base')
          ? { result: { kind: 'gate', result: gateResult('test', 'failed') } }
          : null,
    };
    const id = await outside.create();
    await outside.until(id, asks('stuck'));
    expect(
      outside.runs
        .filter((run) => run.kind === 'agent' && run.role === 'develop')
        .map((run) => (run.kind === 'agent' ? run.resume : '')),
    ).toEqual([null, 'conv-1', null]);
  });

  it('hands over to the next agent when one fails, and PC-26 takes an exit 0 without a word for a failure', async () => {
    const agents = { ...settings.agents, develop: ['one', 'two'] };
    outside.script = {
      run: (purpose) =>
        purpose.kind === 'agent' && purpose.agent === 'one' && purpose.role === 'develop'
          ? { result: turn('', { outcome: { kind: 'empty' } }) }
          : null,
    };
    const id = await outside.create({ settings: { ...settings, agents } });
    expect(outcome(await outside.until(id, ended))).toBe('released');
    expect(outside.runs.flatMap((run) => (run.kind === 'agent' && run.role === 'develop' ? [run.agent] : []))).toEqual([
      'one',
      'two',
    ]);
  });

  it('resumes a turn that the death of the keeper cut, in the same conversation, and runs a lost gate again', async () => {
    let cut = 0;
    outside.script = {
      run: (purpose) => {
        if (purpose.kind === 'agent' && purpose.role === 'develop' && cut === 0) {
          cut = 1;
          return {
            ending: { kind: 'lost' },
            result: turn('', { outcome: { kind: 'cut_off', message: 'lost' } }),
          };
        }
        if (purpose.kind === 'gate' && cut === 1 && !purpose.folder.endsWith('base')) {
          cut = 2;
          return { ending: { kind: 'lost' }, result: { kind: 'gate', result: gateResult('test', 'failed') } };
        }
        return null;
      },
    };
    const id = await outside.create();
    expect(outcome(await outside.until(id, ended))).toBe('released');
    const turns = outside.runs.flatMap((run) => (run.kind === 'agent' && run.role === 'develop' ? [run.resume] : []));
    expect(turns).toEqual([null, 'conv-1']);
  });

  it('is cancelled at a question and releases', async () => {
    const id = await outside.create({ settings: askAll });
    await outside.until(id, asks('proceed'));
    await outside.say(id, 'cancel', { keep: true });
    expect(outcome(await outside.until(id, ended))).toBe('cancelled');
    expect(await outside.store.read((reads) => reads.questions({ task: id, open: true }))).toHaveLength(0);
  });

  it('PC-42 is finished by a person with the open points recorded as not done', async () => {
    const id = await outside.create({ settings: askAll });
    await outside.until(id, asks('proceed'));
    await outside.answer(id, 'yes');
    await outside.until(id, asks('plan'));
    await outside.say(id, 'finish');
    const task = await outside.until(id, ended);
    expect(outcome(task)).toBe('not_verified');
  });

  it('pauses at a safe point, gives the slot back, and resumes where it was', async () => {
    const id = await outside.create({ settings: askAll });
    await outside.until(id, asks('proceed'));
    await outside.say(id, 'pause');
    await outside.until(id, (task) => task.state.paused);
    await outside.answer(id, 'yes');
    await outside.say(id, 'resume');
    await outside.until(id, asks('plan'));
  });

  it('asks for the report once more with what is missing, then keeps the raw text and says so', async () => {
    outside.script = {
      run: (purpose) =>
        purpose.kind === 'agent' && purpose.role === 'analyze' ? { result: turn('I looked around.') } : null,
    };
    const id = await outside.create({ settings: askAll });
    await outside.until(id, asks('proceed'));
    await outside.answer(id, 'yes');
    const task = await outside.until(id, asks('plan'));
    expect(
      outside.runs.filter((run) => run.kind === 'agent').map((run) => (run.kind === 'agent' ? run.resume : null)),
    ).toEqual([null, 'conv-1']);
    expect(task.state.known.work.report?.text).toBe('I looked around.');
  });

  it('restores the tree after an analysis that wrote, and records it', async () => {
    outside.script.effect = (effect) => {
      if (effect.name === 'snapshot' && effect.input.label.includes('analysis'))
        return { kind: 'done', output: { tree: 't9', commits: 0, changes: [] } };
      return effect.name === 'restore-copy' ? { kind: 'done', output: { changed: ['x.js'] } } : null;
    };
    const id = await outside.create();
    await outside.until(id, ended);
    const facts = await outside.store.read((reads) => reads.facts({ task: id, limit: 1000 }));
    expect(facts.find((fact) => fact.kind === 'wrote_in_read_only')?.data).toEqual({ paths: ['x.js'] });
  });

  it('asks when the remote cannot be reached, and tries again on request', async () => {
    let down = true;
    outside.script = {
      run: (purpose) =>
        purpose.kind === 'fetch' && down
          ? {
              result: {
                kind: 'plain',
                ok: false,
                why: 'no route',
                failure: { error_code: 'REMOTE_UNREACHABLE', message: 'no route' },
                tail: '',
              },
            }
          : null,
    };
    const id = await outside.create();
    await outside.until(id, asks('unreachable'));
    down = false;
    await outside.answer(id, 'retry');
    expect(outcome(await outside.until(id, ended))).toBe('released');
  });

  it('asks once about a red base, before an agent is paid, and judges only new failures after go on', async () => {
    const old = gateResult('test', 'failed', { ids: { passed: [], failed: ['a.test.js > broken'], skipped: [] } });
    outside.script = {
      run: (purpose) => {
        if (purpose.kind !== 'gate') return null;
        if (purpose.folder.endsWith('base')) return { result: { kind: 'gate', result: old } };
        const now =
          purpose.only === null
            ? { passed: ['a.test.js > new'], failed: ['a.test.js > broken'], skipped: [] }
            : { passed: [], failed: ['a.test.js > new', 'a.test.js > broken'], skipped: [] };
        return { result: { kind: 'gate', result: gateResult('test', 'failed', { ids: now }) } };
      },
    };
    const id = await outside.create({ settings: askAll });
    await outside.until(id, asks('proceed'));
    await outside.answer(id, 'yes');
    await outside.until(id, asks('base_red'));
    expect(outside.runs.some((run) => run.kind === 'agent')).toBe(false);
    await outside.answer(id, 'go_on');
    await outside.until(id, asks('plan'));
    await outside.answer(id, 'go');
    await outside.until(id, asks('submit'));
  });

  describe('WT-03 a base that is red by an exit code alone', () => {
    const bare = (exit: number) => gateResult('test', 'failed', { exit, why: `ended with ${exit}`, ids: null });
    const gates = (now: (red: boolean) => ReturnType<typeof gateResult>) => ({
      run: (purpose: { readonly kind: string; readonly folder?: string; readonly only?: unknown }) => {
        if (purpose.kind !== 'gate') return null;
        const result = purpose.folder?.endsWith('base') === true ? bare(2) : now(purpose.only !== null);
        return { result: { kind: 'gate' as const, result } };
      },
    });
    const handsOff = { ...askAll, preset: 'hands-off' as const, policy: {} };
    const goOn = async (exit: (red: boolean) => ReturnType<typeof gateResult>) => {
      outside.script = gates(exit);
      const id = await outside.create({ settings: handsOff });
      await outside.until(id, asks('base_red'));
      await outside.answer(id, 'go_on');
      return id;
    };

    it.each([2, 4, 1, 127])(
      'is never answered by policy, and a gate that still ends with %i is not verified',
      async (exit) => {
        const id = await goOn(() => bare(exit));
        const task = await outside.until(id, asks('submit'));
        expect(task.state.known.work.unverified).toEqual(['test', 'red-first']);
        expect(task.state.known.work.results).toContainEqual(
          expect.objectContaining({ gate: 'test', verdict: 'not_configured' }),
        );
      },
    );

    it('says so in the question and in the body', async () => {
      const id = await goOn(() => bare(2));
      await outside.until(id, asks('submit'));
      const [open] = await outside.store.read((reads) => reads.questions({ task: id, open: true }));
      const text = open?.text ?? '';
      expect(text).toContain('NOT VERIFIED: test (ended with 2; failed on the base already');
      expect(text.match(/THE BASE WAS RED before this change: test \(ended with 2\)/g)).toHaveLength(2);
    });

    it('that turns green is a passed gate, and red stays unproven', async () => {
      const id = await goOn((red) => (red ? bare(2) : gateResult('test', 'passed', { ids: null })));
      const task = await outside.until(id, asks('submit'));
      expect(task.state.known.work.unverified).toEqual(['red-first']);
    });
  });

  it('goes on after a restart at any moment without doing an effect of its own twice', async () => {
    const id = await outside.create({ settings: askAll });
    await outside.until(id, asks('proceed'));
    await outside.restart();
    await outside.answer(id, 'yes');
    await outside.until(id, asks('plan'));
    await outside.restart();
    await outside.answer(id, 'go');
    await outside.until(id, asks('submit'));
    await outside.answer(id, 'submit');
    await outside.until(id, ended);
    expect(outside.acts.get('commit')).toBe(1);
  });
});
