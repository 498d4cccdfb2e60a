// The environment of a task as it is stated, and a task that is stated in another workspace instead.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { anAgent, type Bench, openBench, person } from '../../../test/fakes/commands/open-bench.ts';
import type { ThingId } from '../../domain/ids.ts';
import type { Task } from '../../domain/task/task.ts';

let bench: Bench;
const config = (folder: string) => `
workspaces:
  shop: { path: ${folder}/shop, default_env: live }
  blog: ${folder}/blog
environments:
  live: { connect: "deploy@prod:/opt/shop", tier: prod, verify: { soak: 10m } }
  shop: /srv/shop
  shop-stg: /srv/stg
  shop-local: /srv/local
  blog-prod: "deploy@prod:/opt/blog"
  lonely: /srv/lonely
`;
beforeEach(async () => {
  bench = await openBench({ config: '' });
  await bench.by(['clone', '-q', bench.checkout, join(bench.folder, 'blog')], bench.folder);

  writeFileSync(bench.file, config(bench.folder));
});
afterEach(() => bench.close());

const state = (text: string, more: object = {}, who = person) =>
  bench.ask('task.create', { text, cwd: bench.checkout, ...more }, who);
const stated = async (text: string, more: object = {}, who = person): Promise<Task> => {
  const made = await state(text, more, who);
  if (!made.ok) throw new Error(made.error);
  return taskOf(made.data.task);
};
const taskOf = async (id: string) => (await bench.store.read((reads) => reads.thing(id as ThingId))) as Task;

describe('a task', () => {
  it('knows all environments of its workspace, with tier and soak, and the other workspaces', async () => {
    const { spec } = await stated('orders fail');
    expect(spec.settings.environments).toEqual([
      { name: 'live', tier: 'prod', soakMs: 600_000 },
      { name: 'shop', tier: null },
      { name: 'shop-stg', tier: 'staging' },
      { name: 'shop-local', tier: 'local' },
    ]);
    expect(spec.settings.elsewhere).toEqual(['blog']);
    expect(spec).not.toHaveProperty('env');
    expect(spec).not.toHaveProperty('envs');
    expect(spec.inferred).toBe(false);
  });

  it('has the one that is named, by flag or in its words; a guess by its tier is asked about', async () => {
    expect((await stated('orders fail', { env: 'shop-stg' })).spec).toMatchObject({ env: 'shop-stg', inferred: false });
    expect((await stated('orders fail in shop-stg')).spec).toMatchObject({ env: 'shop-stg', inferred: false });
    expect((await stated('线上订单失败')).spec).toMatchObject({ env: 'live', inferred: true });
    expect((await stated('works locally on local, fails in production')).spec).toMatchObject({
      envs: ['live', 'shop-local'],
    });
    expect((await stated('orders fail in prod', { env: 'shop-local' })).spec).toMatchObject({ env: 'shop-local' });
  });

  it('may have one that belongs to no workspace, and none of another one', async () => {
    const { spec } = await stated('orders fail', { env: 'lonely' });
    expect(spec).toMatchObject({ env: 'lonely' });
    expect(spec.settings.environments?.at(-1)).toEqual({ name: 'lonely', tier: null });
    expect(await state('orders fail', { env: 'blog-prod' })).toMatchObject({
      error_code: 'ENVIRONMENT_NOT_FOUND',
      error: expect.stringContaining('blog-prod belongs to blog, not to shop.'),
    });
    expect(await state('orders fail', { env: 'shop-sta' })).toMatchObject({
      error_code: 'ENVIRONMENT_NOT_FOUND',
      error: expect.stringContaining('The nearest one of shop is shop-stg.'),
    });
  });

  it('of an agent never has production looked at', async () => {
    expect(await state('orders fail', { env: 'live' }, anAgent)).toMatchObject({ error_code: 'UNAUTHORIZED' });
    expect((await stated('orders fail in production', {}, anAgent)).spec).not.toHaveProperty('env');
    expect((await stated('orders fail on staging', {}, anAgent)).spec).toMatchObject({ env: 'shop-stg' });
  });
});

describe('an environment that may not take part', () => {
  const withheld = ({ spec }: Task) => spec.settings.environments?.flatMap((env) => (env.withheld ? [env.name] : []));

  it('is not looked at for an agent that names another: production never is', async () => {
    expect(withheld(await stated('orders fail on staging', {}, anAgent))).toEqual(['live']);
    expect(withheld(await stated('orders fail on staging'))).toEqual([]);
  });

  it('is not looked at for a person who is limited to other tiers, and one of a tier that nobody knows is not either', async () => {
    const bob = { ...person, name: 'bob' } as typeof person;
    const may = 'may: { tiers: [local, staging] }';
    writeFileSync(bench.file, `${config(bench.folder)}people: { ada: {}, bob: { ${may} } }\n`);
    expect(withheld(await stated('orders fail on staging', {}, bob))).toEqual(['live', 'shop']);
  });
});

describe('outside of any checkout', () => {
  const outside = (text: string) => state(text, { cwd: bench.folder });

  it('the only workspace that the words name is meant, and asked about', async () => {
    const made = await outside('the blog shows no pictures');
    if (!made.ok) throw new Error(made.error);
    expect((await taskOf(made.data.task)).spec).toMatchObject({
      inferred: true,
      settings: { workspace: { name: 'blog' } },
    });
  });

  it('none is guessed', async () => {
    for (const text of ['no pictures', 'shop and blog show no pictures', 'the weblog shows no pictures'])
      expect(await outside(text)).toMatchObject({ error_code: 'AMBIGUOUS' });
  });
});

describe('“in another workspace instead”', () => {
  const asked = async () => {
    const task = await stated('orders fail on staging', { title: 'Orders', agent: 'claude', yes: ['plan'], budget: 3 });
    const at = bench.clock.now();
    const { id } = await bench.store.transact((tx) =>
      tx.ask(
        task.id,
        task.task,
        {
          ...{ key: 'proceed-1', kind: 'proceed', text: '?', binding: 'b', shown: null },
          choices: [
            { id: 'yes', label: 'yes', words: 'none' },
            { id: 'workspace_blog', label: 'in blog instead', words: 'none' },
            { id: 'workspace_gone', label: 'in gone instead', words: 'none' },
          ],
        },
        at,
      ),
    );
    return { task, question: id };
  };
  const answerOf = async (question: string) =>
    (await bench.store.read((reads) => reads.questions({}))).find(({ id }) => id === question)?.state;

  it('states it there with what the person said and allowed, and the answer names the new task', async () => {
    const { question } = await asked();
    const told = await bench.must('question.answer', { question, choice: 'in blog instead' });
    expect(told).toMatchObject({ choice: 'workspace_blog', restated: 'blog-1' });
    const { spec } = await taskOf('blog-1');
    expect(spec).toMatchObject({ text: 'orders fail on staging', title: 'Orders', inferred: false, by: 'person:Ada' });
    expect(spec).not.toHaveProperty('env');
    expect(spec.settings).toMatchObject({
      workspace: { name: 'blog' },
      policy: { plan: 'auto' },
      limits: { budget: { task: { money: 3 } } },
      environments: [{ name: 'blog-prod', tier: 'prod' }],
    });
    expect(await answerOf(question)).toMatchObject({ kind: 'answered', answer: { words: 'blog-1' } });
  });

  it('twice states it once, and where it cannot be stated nothing is answered', async () => {
    const { question } = await asked();
    expect(await bench.refusal('question.answer', { question, choice: 'workspace_gone' })).toBe('WORKSPACE_NOT_FOUND');
    expect(await answerOf(question)).toEqual({ kind: 'open' });
    await bench.must('question.answer', { question, choice: 'workspace_blog' });
    expect(await bench.refusal('question.answer', { question, choice: 'workspace_blog' })).toBe('QUESTION_ANSWERED');
    const { tasks } = await bench.must('task.list', { all: true });
    expect(tasks.filter(({ workspace }) => workspace === 'blog')).toHaveLength(1);
  });
});
