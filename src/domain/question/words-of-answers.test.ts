import { describe, expect, it } from 'vitest';
import type { Choice } from './question.ts';
import { choiceMeant } from './words-of-answers.ts';

const choice = (id: string, label: string, words: Choice['words'] = 'none'): Choice => ({ id, label, words });
const proceed = [choice('yes', 'yes'), choice('cancel', 'cancel')];
const plan = [
  choice('go', 'do it like this'),
  choice('proposal_1', 'proposal 1: cache'),
  choice('proposal_2', 'proposal 2: no cache'),
  choice('change', 'change this', 'required'),
  choice('again', 'look again', 'optional'),
  choice('cancel', 'cancel the task'),
];
const failed = [choice('fix', 'fix again', 'optional'), choice('test', 'run the gates'), choice('abandon', 'give up')];
const deployed = [choice('deployed', 'it is deployed'), choice('skip', 'skip verification'), choice('wait', 'wait')];
const submit = [choice('submit', 'submit'), choice('abandon', 'do not submit')];
const verified = [
  choice('release', 'release'),
  choice('fix', 'fix it', 'optional'),
  choice('handle', 'I handle it'),
  choice('roll_back', 'roll back'),
];
const permission = [choice('once', 'once'), choice('always', 'always here'), choice('deny', 'deny')];
const features = [choice('continue', 'continue'), choice('skip', 'skip it'), choice('stop', 'stop')];
const looked = [choice('fix', 'fix again', 'optional'), choice('look', 'I look myself'), choice('abandon', 'give up')];
const changed = [choice('accept', 'accept'), choice('keep', 'keep the old'), choice('cancel', 'cancel')];

describe('what an answer means', () => {
  it.each([
    [proceed, 'yes', 'yes'],
    [proceed, 'OK.', 'yes'],
    [proceed, 'go', 'yes'],
    [proceed, '继续', 'yes'],
    [proceed, '好的。', 'yes'],
    [proceed, '取消', 'cancel'],
    [proceed, '2', 'cancel'],
    [plan, '可以', 'go'],
    [plan, '修吧', 'go'],
    [plan, 'proposal 2', 'proposal_2'],
    [plan, '用方案2', 'proposal_2'],
    [plan, '用方案２', 'proposal_2'],
    [plan, 'look again', 'again'],
    [plan, 'Do it like this', 'go'],
    [plan, 'cancel', 'cancel'],
    [failed, '修吧', 'fix'],
    [failed, 'give up', 'abandon'],
    [submit, '提交', 'submit'],
    [submit, 'yes', 'submit'],
    [deployed, '部署好了', 'deployed'],
    [deployed, 'deployed', 'deployed'],
    [deployed, '跳过验证', 'skip'],
    [verified, '发布吧', 'release'],
    [permission, '这一次', 'once'],
    [permission, '一直允许', 'always'],
    [permission, '不允许', 'deny'],
    [verified, '回滚', 'roll_back'],
    [verified, 'I handle it', 'handle'],
    [verified, '完成', 'release'],
    [permission, 'no', 'deny'],
    [permission, '允许一次', 'once'],
    [permission, '总是允许', 'always'],
    [features, '下一个', 'continue'],
    [features, '跳过', 'skip'],
    [looked, '我自己看', 'look'],
    [changed, '同意', 'accept'],
    [changed, '保留原计划', 'keep'],
  ])('%#: "%s"', (choices, given, id) => {
    expect(choiceMeant(choices, given)?.choice.id).toBe(id);
  });

  it('keeps what an answer asks to be looked at', () => {
    expect(choiceMeant(plan, '再看看日志')).toMatchObject({ choice: { id: 'again' }, words: '再看看日志' });
  });

  it.each([
    [proceed, 'maybe'],
    [proceed, '0'],
    [proceed, '3'],
    [plan, 'proposal 3'],
    [deployed, 'yes'],
    [permission, 'yes'],
    [proceed, 'release'],
    [proceed, 'yesterday'],
    [plan, 'JWT 不做了，直接做 session 迁移'],
  ])('guesses nothing: %#', (choices, given) => {
    expect(choiceMeant(choices, given)).toBeNull();
  });
});
