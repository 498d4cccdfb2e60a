// What is asked before a task begins, and where the answers lead.
import { describe, expect, it } from 'vitest';
import { base, settings } from '../../../../test/fakes/outside.ts';
import { answer, asking, decided, standing } from '../../../../test/fakes/standing-task.ts';
import type { TaskSpec, TaskStep } from '../task.ts';

const confirming: TaskStep = { kind: 'confirming' };
const environments = [
  { name: 'shop-prod', tier: 'prod' },
  { name: 'shop-stg', tier: 'staging' },
] as const;
const several: Partial<TaskSpec> = { settings: { ...settings, environments } };
const task = (known: object = {}, spec: Partial<TaskSpec> = {}, at: TaskStep = confirming) =>
  standing(at, known, {}, spec);
const asked = (known: object = {}, spec: Partial<TaskSpec> = {}) => {
  const decision = decided(task(known, spec));
  if (decision.kind !== 'ask') throw new Error(`it is ${decision.kind}`);
  return { ...decision.question, answeredBy: decision.answeredBy };
};
const idsOf = ({ choices }: ReturnType<typeof asked>) => choices.map(({ id }) => id);
const place = (more: object) => ({ place: more });

describe('whether to begin', () => {
  it('is asked with where it begins from', () => {
    const question = asked();
    expect(question).toMatchObject({
      ...{ kind: 'proceed', binding: base.commit, answeredBy: { choice: 'yes' } },
      shown: { base, text: 'heartbeat does not fire' },
    });
    expect(question.text).toContain(`Start in shop from ${base.branch} (${base.commit.slice(0, 8)})?`);
    expect(idsOf(question)).toEqual(['yes', 'cancel']);
    expect(question.shown).not.toHaveProperty('env');
  });

  it('is a person’s where an event began it', () => {
    expect(asked({}, { trigger: { name: 'ci', by: null } as never }).answeredBy).toBeNull();
  });

  it('names what is not taken along, and what is put at risk', () => {
    const files = (count: number) => Array.from({ length: count }, (_, at) => `f${at}`);
    expect(asked(place({ dirty: files(5) })).text).toContain(
      ' Not taken along: 5 uncommitted file(s) (f0, f1, f2, f3, f4).',
    );
    expect(asked(place({ dirty: files(6) })).text).toContain('6 uncommitted file(s) (f0, f1, f2, f3, f4 …).');
    expect(asked().text).not.toContain('Not taken along');
    expect(asked(place({ notes: ['there is no remote', 'it has submodules'] })).text).toContain(
      ' Note: there is no remote. Note: it has submodules.',
    );
    const inPlace = { settings: { ...settings, workspace: { ...settings.workspace, isolation: 'checkout' } } } as never;
    const risks = (sandbox: string | null) => (asked(place({ sandbox }), inPlace).text.match(/ Note: /g) ?? []).length;
    expect([risks('none'), risks(null)]).toEqual([1, 1]);
    expect(asked(place({ sandbox: 'none' }), inPlace).text).toBeTypeOf('string');
  });

  it('is not asked of who drives it by hand', () => {
    expect(decided(task({}, { driven: 'hand' }))).toMatchObject({ state: { at: { kind: 'copying', tried: 0 } } });
  });

  it('may look at an environment first; one that takes part is looked at, and bound', () => {
    const question = asked({}, several);
    expect(idsOf(question)).toEqual(['yes', 'look_shop-prod', 'look_shop-stg', 'cancel']);
    const own = asked({}, { ...several, env: 'shop-prod' });
    expect(idsOf(own)).toEqual(['yes', 'cancel']);
    expect(own).toMatchObject({ binding: `${base.commit} shop-prod `, shown: { env: 'shop-prod', look: null } });
    expect(own.text).toMatch(/shop-prod.* is looked at first\./);
  });

  it('may go to another repository, unless it is bound to this one', () => {
    const elsewhere = { ...settings, elsewhere: ['docs', 'api'] };
    const free: Partial<TaskSpec> = { settings: elsewhere, base: settings.workspace.base };
    expect(idsOf(asked({}, free))).toEqual(['yes', 'workspace_docs', 'workspace_api', 'cancel']);
    for (const bound of [
      { ...free, issue: { address: 'https://x/1', number: 1 } },
      { ...free, base: 'another' },
      { ...free, attachments: [{ name: 'a' }] },
    ])
      expect(idsOf(asked({}, bound as never))).toEqual(['yes', 'cancel']);
    expect(idsOf(asked({}, { ...free, attachments: [] }))).toContain('workspace_docs');
  });
});

describe('which environment is meant', () => {
  const named: Partial<TaskSpec> = { ...several, envs: ['shop-prod', 'shop-stg'] };

  it('is asked first where several fit, and by no policy answered', () => {
    const question = asked({}, named);
    expect(question).toMatchObject({
      ...{ kind: 'env', binding: 'shop-prod shop-stg', answeredBy: null, shown: { environments } },
      text: expect.stringMatching(
        /^Several environments fit what was said: .*shop-prod.*, .*shop-stg.*\. Which one is meant\?$/,
      ),
    });
    expect(question.choices.map(({ id, label }) => [id, label])).toEqual([
      ['env_shop-prod', 'shop-prod'],
      ['env_shop-stg', 'shop-stg'],
      ['none', 'none of them'],
      ['cancel', 'cancel the task'],
    ]);
    expect(asked({ environment: { env: null } }, named).kind).toBe('proceed');
    expect(asked({}, { ...named, envs: [] }).kind).toBe('proceed');
  });
});

describe('an answer', () => {
  const given = (choice: string, words: string | null = null) =>
    decided(task({}, several, asking(confirming)), { questions: [answer(choice, words)] });

  it('begins, looks first, or says which environment is meant', () => {
    expect(given('yes')).toMatchObject({ state: { at: { kind: 'copying', tried: 0 } } });
    expect(given('look_shop-stg')).toMatchObject({
      state: { at: { kind: 'probing', next: 'confirming' }, known: { environment: { env: 'shop-stg' } } },
    });
    expect(given('env_shop-prod')).toMatchObject({
      state: { at: confirming, known: { environment: { env: 'shop-prod' } } },
    });
    expect(given('none')).toMatchObject({ state: { at: confirming, known: { environment: { env: null } } } });
  });

  it('that goes elsewhere ends it here, and says as what it was stated anew', () => {
    const outcome = (words: string | null) => {
      const decision = given('workspace_docs', words);
      return decision.kind === 'advance' ? JSON.stringify(decision.state.at) : '';
    };
    expect(outcome('docs/7')).toContain('stated anew in docs as docs/7 by person:test');
    expect(outcome(null)).toContain('stated anew in docs by person:test');
    expect(outcome(null)).toContain('"kind":"cancelled"');
  });
});
