// What must be true at the end of the story, whoever was killed meanwhile: all of it once, and nothing open.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { TaskEvidence, TaskList } from '../../src/contract/task.ts';
import type { BotApi, Sent } from '../fakes/telegram/bot-api.ts';
import type { Person } from '../fakes/telegram/person.ts';
import { features } from './alfred.ts';
import { asked } from './story-person.ts';
import type { Story } from './story-world.ts';

type Fact = {
  readonly what: string;
  readonly thing: string;
  readonly data: Readonly<Record<string, unknown>>;
};

export async function expectStory(story: Story, task: string): Promise<readonly Fact[]> {
  const { tasks } = await story.must<TaskList>(['task', 'list', '--all']);
  expect(tasks.map(({ id, part }) => part?.feature ?? id)).toEqual([task, 'F-1', 'F-3']);
  const facts: Fact[] = [];
  for (const { id, outcome } of tasks) {
    expect([id, outcome]).toEqual([id, 'released']);
    facts.push(...(await factsOf(story, id)));
    const { evidence, verified } = await story.must<TaskEvidence>(['task', 'evidence', id, '--verify']);
    expect(verified?.ok, verified?.why).toBe(true);
    const keys = evidence
      .filter(({ criterion }) => criterion !== null)
      .map(({ criterion, attempt, gate }) => `${criterion}/${attempt}/${gate}`);
    expect(new Set(keys).size).toBe(keys.length);
  }
  const [, first = '', second = ''] = tasks.map(({ id }) => id);
  const count = (what: string) => facts.filter((fact) => fact.what === what).map(({ thing }) => thing);
  expect(count('task_ended').toSorted()).toEqual([task, first, second]);
  expect(count('committed').toSorted()).toEqual([first, first, first, second, second]);
  expect(count('pushed')).toHaveLength(5);
  for (const what of ['environment_looked', 'deployed', 'environment_verified', 'thread_answered', 'unstacked'])
    expect([what, count(what).length]).toEqual([what, 1]);
  for (const what of ['feature_begun', 'feature_done', 'pull_request_merged', 'review_taken_up'])
    expect([what, count(what).length]).toEqual([what, 2]);
  expectForge(story);
  return facts;
}

async function factsOf(story: Story, id: string): Promise<readonly Fact[]> {
  const { out } = await story.drover(['task', 'watch', id, '--jsonl']);
  const lines = out.split('\n').filter((line) => line.includes('"kind":"fact"'));
  return lines.map((line) => JSON.parse(line) as Fact).filter(({ thing }) => thing === id);
}

function expectForge({ bare, forge: { api, hub } }: Story): void {
  const git = (...args: string[]) =>
    execFileSync('git', ['-C', bare, ...args])
      .toString()
      .trim()
      .split('\n');
  expect(hub.pulls.map(({ title, state, base }) => [title, state, base])).toEqual([
    [features[0], 'merged', 'main'],
    [features[2], 'merged', 'main'],
  ]);
  const branches = hub.pulls.map(({ branch }) => branch);
  expect(git('for-each-ref', '--format=%(refname:short)', 'refs/heads')).toEqual([...branches, 'main'].toSorted());
  const wanted = ['Begin', features[0], 'Mend the check build', 'Do what the review asks for', features[2]];
  const merges = [...branches.map((branch) => `Merge ${branch}`), `Merge main into ${branches[1]}`];
  expect(git('log', '--format=%s', 'main').toSorted()).toEqual([...wanted, ...merges].toSorted());
  const calls = (method: string, path: RegExp) =>
    api.calls.filter((call) => call.method === method && path.test(call.path));
  expect(calls('POST', /\/pulls$/)).toHaveLength(2);
  expect(calls('PATCH', /./).filter(({ body }) => 'base' in body)).toHaveLength(1);
  expect(hub.comments.map(({ author, thread }) => [author, thread])).toEqual([
    ['grace', hub.comments[0]?.id],
    ['ada', hub.comments[0]?.id],
  ]);
}

/** Each question was answered once, by whom it was asked, and its copy in the chat is closed. */
export async function expectAnswered(story: Story, ada: Person, api: BotApi, facts: readonly Fact[]): Promise<void> {
  const about = (what: string) => facts.filter((fact) => fact.what === what).map(({ data }) => data);
  const ids = (what: string) => about(what).map(({ question }) => String(question));
  expect(ids('question_answered').toSorted()).toEqual(ids('question_asked').toSorted());
  expect(new Set(ids('question_answered')).size).toBe(ids('question_answered').length);
  const mine = about('question_answered').filter(({ by }) => by === 'person:Ada');
  const byQuestion = Map.groupBy(
    ada.reads.filter(({ text }) => asked.test(text)),
    ({ text }) => asked.exec(text)?.[1] ?? '',
  );
  for (const { question } of mine) expect([...byQuestion.keys()]).toContain(question);
  for (const [question, copies] of byQuestion) {
    await story.until(
      async () => [question, copies.at(-1)?.buttons.length] as const,
      ([, left]) => left === 0,
    );
    expect(copies.length, question).toBeLessThan(3);
    if (copies[1] !== undefined && copies[0] !== undefined) expectCut(api, copies[0], copies[1]);
  }
}

/** Sent again only by a daemon that began after it, and nothing else was sent by the one that was cut. */
function expectCut(api: BotApi, before: Sent, again: Sent): void {
  const calls = api.calls.filter(({ method }) => method === 'getMe' || method === 'sendMessage');
  const places = calls.flatMap(({ body }, place) => (String(body.text ?? '') === textOf(before) ? [place] : []));
  const between = calls.slice((places[0] ?? 0) + 1, places[1]).map(({ method }) => method);
  expect(between[0], `${again.text.slice(0, 40)} ${between}`).toBe('getMe');
}

/** As it was sent: what closes it is put below. */
const textOf = ({ text }: Sent): string => text.replace(/\n\n✓ .+$/, '');

/** How many turns the agent was asked for. */
export const turnsOf = ({ folder }: Story): number =>
  readFileSync(join(folder, 'agent', 'log'), 'utf8')
    .trim()
    .split('\n')
    .filter((line) => line.includes('"base64"')).length;
