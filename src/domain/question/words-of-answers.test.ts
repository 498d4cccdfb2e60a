import { describe, expect, it } from 'vitest';
import type { Choice } from './question.ts';
import { choiceMeant } from './words-of-answers.ts';

const choice = (id: string, label: string, words: Choice['words'] = 'none'): Choice => ({ id, label, words });
type Asked = Parameters<typeof choiceMeant>[0];
const asks = (choices: readonly Choice[], assent?: string): Asked => ({ choices, ...(assent && { assent }) });
const proceed = asks([choice('yes', 'yes'), choice('cancel', 'cancel')], 'yes');
const ways = [
  choice('go', 'do it like this'),
  choice('proposal_1', 'proposal 1: cache'),
  choice('proposal_2', 'proposal 2: no cache'),
  choice('change', 'change this', 'required'),
  choice('again', 'look again', 'optional'),
  choice('cancel', 'cancel the task'),
];
/** As an earlier version asked: the plan before its proposals. */
const plan = asks(ways, 'go');
const split = asks([...ways, choice('split', 'split into 3 features', 'optional')], 'split');
/** The plan stands in the place of the proposal that it is. */
const placed = asks(
  [
    choice('proposal_1', 'proposal 1: cache'),
    choice('go', 'do it like this: no cache'),
    choice('proposal_3', 'proposal 3: neither'),
    choice('cancel', 'cancel the task'),
  ],
  'go',
);
const failed = asks([
  choice('fix', 'fix again', 'optional'),
  choice('test', 'run the gates'),
  choice('accept', 'let it stand'),
  choice('abandon', 'give up'),
]);
const deployed = asks([
  choice('deployed', 'it is deployed'),
  choice('skip', 'skip verification'),
  choice('wait', 'wait'),
]);
const submit = asks([choice('submit', 'submit'), choice('abandon', 'do not submit')], 'submit');
const unproven = asks([choice('submit', 'submit all the same'), choice('abandon', 'do not submit')]);
const after = [
  choice('release', 'release'),
  choice('fix', 'fix it', 'optional'),
  choice('handle', 'I handle it'),
  choice('roll_back', 'roll back'),
];
const verified = asks(after, 'release');
const notVerified = asks(after);
const budget = asks([choice('more', 'go on with $5 more'), choice('pause', 'pause'), choice('abandon', 'give up')]);
const permission = asks([choice('once', 'once'), choice('always', 'always here'), choice('deny', 'deny')]);
const features = asks([choice('continue', 'continue'), choice('skip', 'skip it'), choice('stop', 'stop')], 'continue');
const looked = asks([
  choice('fix', 'fix again', 'optional'),
  choice('look', 'I look myself'),
  choice('abandon', 'give up'),
]);
const changed = asks(
  [choice('accept', 'accept'), choice('keep', 'keep the old'), choice('cancel', 'cancel')],
  'accept',
);

const assents = ['ok', 'OK!', '好的', '可以', '同意', '继续吧', '没问题', 'LGTM', 'looks good', '👍', '👍🏽', '嗯'];

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
    [deployed, '等我部署看看', 'wait'],
  ] as const)('%#: "%s"', (asked, given, id) => {
    expect(choiceMeant(asked, given)).toMatchObject({ choice: { id } });
    expect(choiceMeant(asked, given)).not.toHaveProperty('unsure');
  });

  it.each([...assents])('WT-101 %j means the recommended choice where that is the safe one', (given) => {
    for (const [asked, id] of [
      [plan, 'go'],
      [split, 'split'],
      [verified, 'release'],
      [submit, 'submit'],
      [features, 'continue'],
      [changed, 'accept'],
    ] as const)
      expect(choiceMeant(asked, given)).toEqual({ choice: expect.objectContaining({ id }), words: null });
  });

  it.each([...assents])('WT-101 %j is only proposed where nothing is recommended and safe', (given) => {
    for (const [asked, id] of [
      [notVerified, 'release'],
      [unproven, 'submit'],
      [failed, 'accept'],
      [budget, 'more'],
      [asks(ways), 'go'],
    ] as const)
      expect(choiceMeant(asked, given)).toMatchObject({ choice: { id }, unsure: true });
    for (const asked of [deployed, permission]) expect(choiceMeant(asked, given)).toBeNull();
  });

  it.each([
    [plan, '2', 'proposal_1'],
    [plan, '方案 2', 'proposal_2'],
    ...['2', '方案 2', '方案二', '用方案二', '选2', '第二个', 'plan 2', 'option 2', '就用方案2吧', '2号'].map(
      (given) => [placed, given, 'go'] as const,
    ),
    ...['1', '方案一', 'proposal 1'].map((given) => [placed, given, 'proposal_1'] as const),
    ...['3', '方案三', '第3个'].map((given) => [placed, given, 'proposal_3'] as const),
  ] as const)('WT-105 a number means what is shown: %#, %s', (asked, given, id) => {
    expect(choiceMeant(asked, given)?.choice.id).toBe(id);
  });

  it.each(['方案四', 'plan 4', '第十个', '5'])('WT-105 %j is no proposal where none has that number', (given) => {
    expect(choiceMeant(placed, given)).toBeNull();
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
  ] as const)('guesses nothing: %#', (asked, given) => {
    expect(choiceMeant(asked, given)).toBeNull();
  });
});
