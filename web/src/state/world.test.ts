import { expect, it } from 'vitest';
import type { QuestionView } from '../../../src/contract/question.ts';
import type { JournalEvent } from '../../../src/contract/session.ts';
import type { TaskDetail, TaskSummary } from '../../../src/contract/task.ts';
import { askedOf, fromBoard, groupOf, hear, isOfChain, isOfSession, taskOf, withDetail, withTask } from './world.ts';

const spend = { input_tokens: 0, cached_tokens: 0, output_tokens: 0, money: null };
const aTask = (id: string, more: Partial<TaskSummary> = {}): TaskSummary => ({
  ...{ id, workspace: 'shop', text: id, phase: 'develop', state: 'develops SC-1', outcome: null, questions: [] },
  ...{ paused: false, since: 1, created_at: 1, spend },
  ...more,
});
const aQuestion = (id: string) => ({ id, task: 'shop-1', kind: 'plan' }) as unknown as QuestionView;
const begun = fromBoard({
  position: 10,
  tasks: [aTask('shop-1')],
  questions: [aQuestion('q1'), aQuestion('q2')],
  ...{ standstills: [], spend: { today: spend } },
});
const event = (type: string, more: Partial<JournalEvent> = {}): JournalEvent => ({
  ...{ schema_version: 1, seq: 1, position: 11, ts: '2026-01-01T00:00:00.000Z', id: 'shop-1', thing: 'shop-1' },
  ...{ type, text: '', data: {} },
  ...more,
});

it('what was heard before changes nothing and asks for nothing', () => {
  for (const position of [1, 10])
    expect(hear(begun, event('phase_entered', { position, data: { phase: 'submit' } }))).toEqual({
      world: begun,
      wants: [],
    });
});

it('a question of a feature is asked on the page of the whole too, and counts on the board once', () => {
  const questions = [{ ...aQuestion('q1'), task: 'shop-2' }, aQuestion('q2'), { ...aQuestion('q3'), task: 'shop-9' }];
  const detail = {
    ...aTask('shop-1', { questions: ['q2', 'q1'] }),
    open_questions: questions.slice(0, 2),
  } as unknown as TaskDetail;
  const world = withDetail({ ...begun, questions }, detail);
  expect(world.tasks.get('shop-1')?.questions).toEqual(['q2']);
  expect(askedOf(world, detail).map(({ id }) => id)).toEqual(['q1', 'q2']);
  expect(askedOf({ ...world, questions: [] }, detail)).toEqual([]);
});

it('a phase is entered at once, since the fact was said, and the task is asked for again', () => {
  const { world, wants } = hear(begun, event('phase_entered', { data: { phase: 'test' } }));
  expect(world.tasks.get('shop-1')).toMatchObject({ phase: 'test', since: Date.parse('2026-01-01T00:00:00.000Z') });
  expect(world.position).toBe(11);
  expect(wants).toEqual([{ kind: 'task', id: 'shop-1' }]);
});

it('a question that somebody answered anywhere is gone before anything is asked again', () => {
  const { world, wants } = hear(begun, event('question_answered', { data: { question: 'q1' } }));
  expect(world.questions.map(({ id }) => id)).toEqual(['q2']);
  expect(wants).toContainEqual({ kind: 'questions' });
});

it.each([
  ['question_asked', 'questions'],
  ['session_ended', 'questions'],
  ['chain_ended', 'questions'],
  ['run_ended', 'board'],
])('%s: the %s are asked for again', (type, kind) => {
  expect(hear(begun, event(type)).wants).toContainEqual({ kind });
});

it.each([
  ['shop-1', undefined, 'shop-1'],
  ['shop-1/SC-2', undefined, 'shop-1'],
  ['r103', 'shop-1', 'shop-1'],
  ['r103', undefined, null],
  ['s12', 's12', null],
  ['x7', 'x7', null],
])('what is said of %s (%s) is about the task %s', (thing, task, about) => {
  expect(taskOf({ thing, ...(task !== undefined && { task }) })).toBe(about);
});

it('a task that nobody knew is taken in', () => {
  expect([...withTask(begun, aTask('shop-2')).tasks.keys()]).toEqual(['shop-1', 'shop-2']);
});

it.each([
  ['asks', aTask('a', { questions: ['q1'] })],
  ['red', aTask('stuck')],
  ['red', aTask('a', { outcome: 'failed' })],
  ['red', aTask('a', { outcome: 'not_verified' })],
  ['over', aTask('a', { outcome: 'released' })],
  ['over', aTask('a', { outcome: 'cancelled' })],
  ['rests', aTask('a', { paused: true })],
  ['runs', aTask('a')],
])('stands among %s', (group, task) => {
  expect(groupOf(task, new Set(['stuck']))).toBe(group);
});

it.each([
  ['a session', { thing: 's3' }, true, false],
  ['a message to one', { thing: 'm4', task: 's3' }, true, false],
  ['a run of a session', { thing: 'r9', task: 's3' }, true, false],
  ['a chain', { thing: 'x7' }, false, true],
  ['a run of a chain', { thing: 'r9', task: 'x7' }, false, true],
  ['a task', { thing: 'shop-1' }, false, false],
  ['a task with such a name', { thing: 's-3', task: 's-3' }, false, false],
])('a fact of %s is told to who shows sessions or chains', (_what, event, session, chain) => {
  expect([isOfSession(event), isOfChain(event)]).toEqual([session, chain]);
});
