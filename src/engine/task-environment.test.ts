// Tasks in which an environment takes part, through the real engine, store and queue; only the outside is simulated.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Outside, report, settings, simulateOutside, turn } from '../../test/fakes/outside.ts';
import type { Effect, EffectMap } from '../domain/effect/effect.ts';
import { instant, type TaskId } from '../domain/ids.ts';
import type { Question } from '../domain/question/question.ts';
import type { Task } from '../domain/task/task.ts';
import type { EffectResult } from '../domain/thing.ts';

let outside: Outside;
let effects: Effect[];
/** By name of the effect: what comes of it. */
let script: Partial<Record<Effect['name'], (effect: Effect) => EffectResult | null>>;
beforeEach(async () => {
  outside = await simulateOutside();
  effects = [];
  script = {};
  outside.script = {
    run: () => null,
    effect: (effect) => {
      effects.push(effect);
      return script[effect.name]?.(effect) ?? null;
    },
  };
});
afterEach(() => outside.close());

const environments = [
  { name: 'shop-prod', tier: 'prod' },
  { name: 'shop-stg', tier: 'staging' },
] as const;
const withEnvironments = { ...settings, environments };
const ended = (task: Task) => task.ended;
const asks = (kind: string) => (task: Task) => task.state.at.kind === 'asking' && task.state.at.question === kind;
const outcome = ({ state: { at } }: Task) => (at.kind === 'ended' ? [at.outcome.kind, at.outcome.why] : [at.kind]);
const open = async (id: TaskId): Promise<Question> => {
  const [question] = await outside.store.read((reads) => reads.questions({ task: id, open: true }));
  if (question === undefined) throw new Error('no question is open');
  return question;
};
const create = (spec: object = {}) => outside.create({ env: 'shop-prod', settings: withEnvironments, ...spec });
const looks = () => effects.flatMap((effect) => (effect.name === 'look-at-environment' ? [effect.input] : []));
const prompts = () =>
  outside.runs.flatMap((run) => (run.kind === 'agent' && run.role === 'analyze' ? [run.prompt] : []));
const error = { text: 'ERROR heartbeat skipped', count: 3, at: null };
const seen = (more: object = {}) => ({
  kind: 'done' as const,
  output: {
    look: { kind: 'seen', at: instant(5), modules: [], logs: [], errors: [error], tail: 'the end', ...more },
    asked: [],
  },
});
const down = { kind: 'failed', failure: { error_code: 'SSH_UNREACHABLE', message: 'prod does not answer.' } } as const;
const verdict =
  (...verdicts: readonly (readonly [string, object?])[]) =>
  (effect: Effect): EffectResult => {
    const [word, more = {}] = (verdicts.length > 1 ? (verdicts as unknown[]).shift() : verdicts[0]) as [
      string,
      object?,
    ];
    const { env, against } = effect.input as EffectMap['verify-environment']['input'];
    const found = { resolved: [], remaining: word === 'remaining' ? [error] : [], new: [] };
    const output = { env, against, at: instant(Date.now()), verdict: word, summary: `${word}!`, silent: false };
    return { kind: 'done', output: { ...output, ...found, ...more } };
  };

describe('a task in which an environment takes part', () => {
  it('has it looked at before the analysis, with the baselines of all others, and the findings reach agent and questions', async () => {
    script['look-at-environment'] = () => seen();
    const id = await create({ settings: { ...withEnvironments, policy: { plan: 'ask' } } });
    await outside.until(id, asks('plan'));
    expect(looks()).toEqual([
      { env: 'shop-prod', commands: [], keep: true },
      { env: 'shop-stg', commands: [], keep: true },
    ]);
    expect(prompts()[0]).toContain('- 3x ERROR heartbeat skipped');
    expect(prompts()[0]).toContain('The end of its log:\nthe end');
    expect((await open(id)).text).toContain(
      'Lines of logs take part, which anybody may have caused: shop-prod, shop-stg',
    );
    expect((await open(id)).text).toContain('Errors in its logs:\n- 3x ERROR heartbeat skipped');
    const facts = await outside.store.read((reads) => reads.facts({ task: id, limit: 1000 }));
    const phases = facts.filter(({ kind }) => kind === 'phase_entered').map(({ data }) => data.phase);
    expect(phases).toEqual(['probe', 'analyze', 'plan']);
  });

  it('goes on after the pull request: deployed, verified, released, whatever policy says a person deploys', async () => {
    const id = await create();
    const asked = await outside.until(id, asks('deployed'));
    expect(asked.state.phase).toBe('deploy');
    expect((await open(id)).choices.map((each) => each.id)).toEqual(['deployed', 'deployed_shop-stg', 'skip', 'wait']);
    const before = Date.now();
    await outside.answer(id, 'deployed');
    const done = await outside.until(id, ended);
    expect(outcome(done)).toEqual(['released', 'submitted; resolved in shop-prod']);
    const [check] = effects.flatMap((effect) => (effect.name === 'verify-environment' ? [effect.input] : []));
    expect(check).toMatchObject({ env: 'shop-prod', against: null, marks: {} });
    expect(Number(check?.since)).toBeGreaterThanOrEqual(before);
    expect(effects.map(({ name }) => name).indexOf('mark-environment')).toBeLessThan(
      effects.map(({ name }) => name).indexOf('verify-environment'),
    );
    expect(outside.acts.get('commit')).toBe(1);
  });

  it('needs no slot while a person deploys and while it looks', async () => {
    const id = await create();
    await outside.until(id, (task) => asks('deployed')(task) && task.state.slot === 'none');
    const claims = outside.acts.get('claim-slot');
    await outside.answer(id, 'deployed');
    await outside.until(id, ended);
    expect(outside.acts.get('claim-slot')).toBe(claims);
  });

  it('deployed to another environment it is compared with that one’s own look and with the errors of the first', async () => {
    const id = await create();
    await outside.until(id, asks('deployed'));
    await outside.answer(id, 'deployed_shop-stg');
    expect(outcome(await outside.until(id, ended))).toEqual(['released', 'submitted; resolved in shop-stg']);
    const [check] = effects.flatMap((effect) => (effect.name === 'verify-environment' ? [effect.input] : []));
    expect(check).toMatchObject({ env: 'shop-stg', against: 'shop-prod' });
  });

  it('whose verification a person skips ends not verified, and says who skipped it', async () => {
    const id = await create();
    await outside.until(id, asks('deployed'));
    await outside.answer(id, 'skip');
    expect(outcome(await outside.until(id, ended))).toEqual([
      'not_verified',
      'submitted; the verification in shop-prod was skipped by person:test',
    ]);
    expect(outside.acts.get('verify-environment')).toBeUndefined();
  });

  it('waits as long as it is told, and asks at once when it is told to', async () => {
    const id = await create();
    await outside.until(id, asks('deployed'));
    await outside.answer(id, 'wait', '3h');
    await outside.until(id, ({ state: { at } }) => at.kind === 'deploying' && at.until !== undefined);
    await outside.say(id, 'retry');
    await outside.until(id, asks('deployed'));
    const { asked } = (await outside.task(id)).state;
    await outside.answer(id, 'wait', '1ms');
    await outside.until(id, ({ state }) => asks('deployed')({ state } as Task) && state.asked > asked);
  });

  it('without an environment is released after its pull request as before', async () => {
    const id = await outside.create({ settings: withEnvironments });
    expect(outcome(await outside.until(id, ended))).toEqual(['released', 'submitted']);
    expect(looks()).toEqual([]);
  });
});

describe('an environment that cannot be looked at', () => {
  it('CM-64 is a question before the work: again, without, or not at all', async () => {
    script['look-at-environment'] = () => down;
    const id = await create();
    await outside.until(id, asks('unreachable'));
    const { choices, text } = await open(id);
    expect(choices.map((each) => each.id)).toEqual(['retry', 'without', 'cancel']);
    expect(text).toContain('prod does not answer. (SSH_UNREACHABLE)');
    await outside.answer(id, 'retry');
    await outside.until(id, ({ state }) => state.asked === 3 && state.at.kind === 'asking');
    await outside.answer(id, 'without');
    expect(outcome(await outside.until(id, ended))).toEqual(['released', 'submitted']);
    expect(looks()).toHaveLength(2);
  });

  it('is noted where it is another one than the task’s', async () => {
    script['look-at-environment'] = (effect) =>
      effect.name === 'look-at-environment' && effect.input.env === 'shop-stg' ? down : null;
    const id = await create();
    const task = await outside.until(id, asks('deployed'));
    expect(task.state.known.environment.looks?.['shop-stg']).toMatchObject({
      kind: 'unseen',
      why: 'prod does not answer. (SSH_UNREACHABLE)',
    });
  });

  it('CM-64 after the deployment gives no verdict but unknown, which no policy releases', async () => {
    script['verify-environment'] = () => down;
    const id = await create();
    await outside.until(id, asks('deployed'));
    await outside.answer(id, 'deployed');
    await outside.until(id, asks('verified'));
    expect((await open(id)).text).toMatch(/^shop-prod after the deployment: unknown\. prod does not answer/);
    script = {};
    await outside.answer(id, 'again');
    expect(outcome(await outside.until(id, ended))).toEqual(['released', 'submitted; resolved in shop-prod']);
    const checks = effects.filter(({ name }) => name === 'verify-environment');
    expect(checks[1]?.input).toEqual(checks[0]?.input);
    expect(outside.acts.get('mark-environment')).toBe(1);
  });

  it('of which nobody could say how far its logs had come is judged by the time of the deployment', async () => {
    script['mark-environment'] = () => down;
    const id = await create();
    await outside.until(id, asks('deployed'));
    await outside.answer(id, 'deployed');
    await outside.until(id, ended);
    expect(effects.find(({ name }) => name === 'verify-environment')?.input).toMatchObject({ marks: null });
  });
});

describe('after the deployment', () => {
  const verified = async (word: string) => {
    script['verify-environment'] = verdict([word]);
    const id = await create();
    await outside.until(id, asks('deployed'));
    await outside.answer(id, 'deployed');
    await outside.until(id, asks('verified'));
    return id;
  };

  it.each(['remaining', 'new', 'unknown'])(
    'what is %s is for a person to judge, whatever policy says',
    async (word) => {
      const id = await verified(word);
      const { choices } = await open(id);
      expect(choices.map((each) => each.id)).toEqual(['release', 'fix', 'handle', 'roll_back', 'again']);
      expect(choices[0]?.label).toBe('release all the same, not verified');
      await outside.answer(id, 'release');
      expect(outcome(await outside.until(id, ended))).toEqual([
        'not_verified',
        `submitted; ${word} in shop-prod, released all the same by person:test`,
      ]);
    },
  );

  it('a person may want it rolled back', async () => {
    const id = await verified('new');
    await outside.answer(id, 'roll_back');
    const facts = () => outside.store.read((reads) => reads.facts({ task: id, limit: 1000 }));
    await outside.until(id, ({ state: { at } }) => at.kind !== 'asking' || at.question !== 'verified');
    expect((await facts()).at(-1)?.kind).not.toBe('task_ended');
  });

  it('a person may take it upon them', async () => {
    const id = await verified('remaining');
    await outside.answer(id, 'handle');
    expect(outcome(await outside.until(id, ended))).toEqual([
      'not_verified',
      'person:test handles it: remaining in shop-prod',
    ]);
  });

  it('a fix is developed with the report, tested, submitted and deployed again', async () => {
    const id = await verified('remaining');
    script = {
      snapshot: (effect) =>
        effect.name === 'snapshot' && !effect.input.label.includes('analysis')
          ? { kind: 'done', output: { tree: 't2', commits: 0, changes: [] } }
          : null,
    };
    await outside.answer(id, 'fix', 'look at the timer');
    await outside.until(id, asks('deployed'));
    const develop = outside.runs.findLast((run) => run.kind === 'agent' && run.role !== 'analyze');
    expect(develop?.kind === 'agent' ? develop.prompt : '').toMatch(
      /The person says: look at the timer[\s\S]*- 3x ERROR heartbeat skipped/,
    );
    expect(outside.acts.get('commit')).toBe(2);
    await outside.answer(id, 'deployed');
    expect(outcome(await outside.until(id, ended))).toEqual(['released', 'submitted; resolved in shop-prod']);
  });

  it('what is resolved must stay so for the soak window, and an error that comes in it counts', async () => {
    const soaking = { ...settings, environments: [{ name: 'shop-prod', tier: 'prod', soakMs: 1_500 }] } as const;
    script['verify-environment'] = verdict(['resolved'], ['remaining']);
    const id = await create({ settings: soaking });
    await outside.until(id, asks('deployed'));
    await outside.answer(id, 'deployed');
    await outside.until(id, asks('verified'));
    expect((await open(id)).text).toContain('remaining');
    expect(outside.acts.get('verify-environment')).toBe(2);
  });
});

describe('which environment', () => {
  it('is asked where several fit, never answered by policy; the one that is chosen takes part', async () => {
    const id = await create({ env: null, envs: ['shop-prod', 'shop-stg'] });
    await outside.until(id, asks('env'));
    const { choices } = await open(id);
    expect(choices.map((each) => each.id)).toEqual(['env_shop-prod', 'env_shop-stg', 'none', 'cancel']);
    await outside.answer(id, 'env_shop-stg');
    await outside.until(id, asks('deployed'));
    expect(looks().map(({ env }) => env)).toEqual(['shop-stg', 'shop-prod']);
  });

  it('none of them is an answer too', async () => {
    const id = await create({ env: null, envs: ['shop-prod', 'shop-stg'] });
    await outside.until(id, asks('env'));
    await outside.answer(id, 'none');
    expect(outcome(await outside.until(id, ended))).toEqual(['released', 'submitted']);
    expect(looks()).toEqual([]);
  });

  it('a person may want one looked at first, and is asked again with what it showed', async () => {
    script['look-at-environment'] = () => seen();
    const id = await create({ env: null, settings: { ...withEnvironments, policy: { proceed: 'ask' } } });
    await outside.until(id, asks('proceed'));
    const first = await open(id);
    expect(first.choices.map((each) => each.id)).toEqual(['yes', 'look_shop-prod', 'look_shop-stg', 'cancel']);
    await outside.answer(id, 'look_shop-prod');
    await outside.until(id, ({ state }) => asks('proceed')({ state } as Task) && state.asked === 2);
    const again = await open(id);
    expect(again.text).toContain('- 3x ERROR heartbeat skipped');
    expect(again.choices.map((each) => each.id)).toEqual(['yes', 'cancel']);
    expect(again.binding).not.toBe(first.binding);
    await outside.answer(id, 'yes');
    await outside.until(id, asks('deployed'));
    expect(looks()).toHaveLength(2);
  });
});

describe('a task that belongs elsewhere', () => {
  const asking = (spec: object = {}) => {
    const chosen = { ...withEnvironments, elsewhere: ['blog'], policy: { proceed: 'ask' } };
    return outside.create({ settings: chosen as typeof settings, ...spec });
  };

  it('ends and says where it was stated anew', async () => {
    const id = await asking();
    await outside.until(id, asks('proceed'));
    await outside.answer(id, 'workspace_blog', 'blog-1');
    const done = await outside.until(id, ended);
    expect(outcome(done)).toEqual(['cancelled', 'stated anew in blog as blog-1 by person:test']);
    expect(outside.acts.get('make-copy')).toBeUndefined();
  });

  it('stays where it is bound to its repository: by an issue, a base of its own, files', async () => {
    const issue = { address: 'https://forge.test/7', number: 7 };
    for (const spec of [{ issue }, { base: 'release' }, { attachments: [{ path: 'a', name: 'a' }] }]) {
      const id = await asking(spec);
      await outside.until(id, asks('proceed'));
      expect((await open(id)).choices.map((each) => each.id)).not.toContain('workspace_blog');
      await outside.answer(id, 'cancel');
      await outside.until(id, ended);
    }
  });
});

describe('what an analysis wants to know besides', () => {
  const wanting = (rounds: number) => {
    let turns = 0;
    outside.script.run = (purpose) => {
      if (purpose.kind !== 'agent' || purpose.role !== 'analyze') return null;
      turns += 1;
      const wants = turns <= rounds ? { looks: [`grep -c ERROR ${turns}.log`] } : {};
      return { result: turn(JSON.stringify({ ...report, ...wants })) };
    };
  };
  const asked = () => looks().flatMap(({ commands }) => commands);
  const staging = { env: 'shop-stg' } as const;

  it('is asked of the environment and handed to its next turn, in at most two rounds', async () => {
    wanting(5);
    const id = await create(staging);
    await outside.until(id, asks('deployed'));
    expect(asked()).toEqual(['grep -c ERROR 1.log', 'grep -c ERROR 2.log']);
    expect(prompts()).toHaveLength(3);
    expect(prompts()[0]).toContain('"looks"');
    expect(prompts()[1]).toContain('$ grep -c ERROR 1.log\nas always');
    expect(prompts()[2]).not.toContain('"looks"');
  });

  it('that is not allowed is told to it, and nothing fails', async () => {
    wanting(1);
    script['look-at-environment'] = (effect) =>
      effect.name === 'look-at-environment' && effect.input.commands.length > 0
        ? { kind: 'failed', failure: { error_code: 'COMMAND_DENIED', message: 'No. Nothing was run.' } }
        : null;
    await outside.until(await create(staging), asks('deployed'));
    expect(prompts()[1]).toContain('$ grep -c ERROR 1.log\nNo. Nothing was run. (COMMAND_DENIED)');
  });

  it('in production is a question with the commands; denied, nothing is run and the plan goes on', async () => {
    wanting(1);
    const id = await create();
    await outside.until(id, asks('permission'));
    const { text, choices } = await open(id);
    expect(text).toContain('$ grep -c ERROR 1.log');
    expect(choices.map((each) => each.id)).toEqual(['once', 'task', 'deny', 'cancel']);
    await outside.answer(id, 'deny');
    await outside.until(id, asks('deployed'));
    expect(asked()).toEqual([]);
    expect(prompts()).toHaveLength(1);
  });

  it.each([
    ['once', 2],
    ['task', 1],
  ])('allowed in production %s it is asked for leave %i time(s) in two rounds', async (choice, times) => {
    wanting(2);
    const id = await create();
    for (let n = 1; n <= times; n += 1) {
      await outside.until(
        id,
        ({ state }) => asks('permission')({ state } as Task) && (state.known.environment.asked?.rounds ?? 0) === n - 1,
      );
      await outside.answer(id, choice);
    }
    await outside.until(id, asks('deployed'));
    expect(asked()).toEqual(['grep -c ERROR 1.log', 'grep -c ERROR 2.log']);
  });

  it('a person may have it look again with commands of their own, without being asked for leave', async () => {
    const id = await create({ settings: { ...withEnvironments, policy: { plan: 'ask' } } });
    await outside.until(id, asks('plan'));
    await outside.answer(id, 'again', '$ tail -5 app.log\nwhat about the timer?');
    await outside.until(id, ({ state }) => asks('plan')({ state } as Task) && prompts().length === 2);
    expect(asked()).toEqual(['tail -5 app.log']);
    expect(prompts()[1]).toContain('what about the timer?');
    expect(prompts()[1]).toContain('$ tail -5 app.log\nas always');
  });
});
