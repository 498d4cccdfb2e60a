// What a person must have seen before it is used, through the real engine and store.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { base, gatePlan, gateSettings, type Outside, settings, simulateOutside } from '../../test/fakes/outside.ts';
import type { Effect } from '../domain/effect/effect.ts';
import type { ToTrust } from '../domain/place/to-trust.ts';
import type { Task } from '../domain/task/task.ts';

let outside: Outside;
beforeEach(async () => {
  outside = await simulateOutside();
});
afterEach(() => outside.close());

const asks = (kind: string) => (task: Task) => task.state.at.kind === 'asking' && task.state.at.question === kind;
const ended = (task: Task) => task.ended;
const furnished: Effect[] = [];
const surveyed = (toTrust: ToTrust) => {
  furnished.length = 0;
  outside.script = {
    run: () => null,
    effect: (effect) => {
      if (effect.name === 'furnish-copy') furnished.push(effect);
      if (effect.name !== 'survey-base') return null;
      const found = { base, plan: gatePlan, settings: gateSettings, copy: ['./.env', 'a.txt'], hooks: [] };
      return { kind: 'done', output: { ...found, sandbox: 'none', toTrust } };
    },
  };
};
const grants = async () =>
  (await outside.store.read((reads) => reads.permissions('trust:/checkout'))).map(({ pattern, by }) => [pattern, by]);
const programs = { hash: 'h1', lines: ['set-up: npm ci', 'gate test: npm test\n- nothing'] };
const secrets = [{ path: '.env', hash: 's1' }];

describe('before anything of a repository runs with all rights', () => {
  it('it is shown and waits, whatever policy and --yes say, and a yes is on record before the copy is made', async () => {
    surveyed({ programs, secrets: [] });
    const id = await outside.create({ settings: { ...settings, policy: { permission: 'auto', proceed: 'auto' } } });
    await outside.until(id, asks('permission'));
    expect(outside.acts.get('make-copy')).toBeUndefined();
    expect(outside.runs.map(({ kind }) => kind)).toEqual(['fetch']);
    const [question] = await outside.store.read((reads) => reads.questions({ task: id, open: true }));
    expect(question?.text.split('\n').slice(1)).toEqual(['- set-up: npm ci', '- gate test: npm test\\n- nothing']);
    expect(question?.binding).toBe('h1');
    await outside.answer(id, 'trust');
    await outside.until(id, ended);
    expect(await grants()).toEqual([['programs h1', 'person:test']]);
    expect(outside.acts.get('make-copy')).toBe(1);
  });

  it('and a no ends the task with nothing run and nothing remembered', async () => {
    surveyed({ programs, secrets });
    const id = await outside.create();
    await outside.until(id, asks('permission'));
    await outside.answer(id, 'cancel');
    const task = await outside.until(id, ended);
    expect(task.state.at).toMatchObject({ outcome: { kind: 'cancelled' } });
    expect(await grants()).toEqual([]);
    expect(outside.runs.map(({ kind }) => kind)).toEqual(['fetch']);
  });
});

describe('files of copy that look like holding secrets', () => {
  it('are taken after a yes, remembered by their content', async () => {
    surveyed({ programs: null, secrets });
    const id = await outside.create();
    await outside.until(id, asks('permission'));
    await outside.answer(id, 'take');
    await outside.until(id, ended);
    expect(await grants()).toEqual([['copy s1 .env', 'person:test']]);
    expect(furnished[0]?.input).toMatchObject({ files: ['./.env', 'a.txt'] });
  });

  it('are left out otherwise, and asked about again another time', async () => {
    surveyed({ programs: null, secrets });
    const id = await outside.create();
    await outside.until(id, asks('permission'));
    await outside.answer(id, 'leave');
    await outside.until(id, ended);
    expect(await grants()).toEqual([]);
    expect(furnished[0]?.input).toMatchObject({ files: ['a.txt'] });
  });
});
