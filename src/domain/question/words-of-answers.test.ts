import { describe, expect, it } from 'vitest';
import type { Choice } from './question.ts';
import { choiceMeant, isAnswer, isAssent, isRefusal } from './words-of-answers.ts';

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

/** What people say, and the choices that it stands for: of several the first. */
const said: readonly (readonly [ids: string, words: string])[] = [
  ['fix', 'fix, fix it, fix again, 修, 修吧, 修复, 再修一次'],
  ['submit', 'submit, submit it, commit, push, 提交, 提交吧'],
  ['cancel abandon give_up stop deny', 'n, no, nope, cancel, cancel it, stop, abort, abandon, give up, drop it'],
  ['cancel abandon give_up stop deny', 'never mind, 👎, 👎👎, ❌, ❌❌, 不, 不要, 不要了, 不用, 不用了, 取消, 取消吧'],
  ['cancel abandon give_up stop deny', '放弃, 算了, 不做了'],
  ['retry again fix', 'retry, again, try again, once more, 重试, 再试一次, 再试'],
  ['again retry', 'look again, look once more, 再看, 再看看, 再看一下, 再看看日志, 再查查'],
  ['enough', "that is all, that's all, enough, 就这样, 够了"],
  ['deployed', 'deployed, it is deployed, 部署好了, 已部署, 部署完了, 上线了'],
  ['skip without', 'skip, skip it, 跳过'],
  ['wait', 'wait, 等等, 等一下, 等我部署看看, 等我部署'],
  ['skip', 'skip verification, no verification, 跳过验证, 不用验证'],
  ['release', 'release, release it, 发布, 完成, 结束, 发布吧, 可以发布'],
  ['once', 'once, allow once, 允许, 允许一次, 这一次'],
  ['always', 'always, allow always, always allow, 总是, 总是允许, 一直允许'],
  ['continue', 'next, next one, 下一个, 接着做'],
  ['accept', 'accept, 接受'],
  ['keep', 'keep the old, keep it, 保留, 保留原计划, 不变'],
  ['split', 'split, split it, 拆分, 拆开'],
  ['pause', 'pause, park, park it, 暂停, 先停一下'],
  ['look', 'i look, i look myself, let me look, 我自己看, 我来看看'],
  ['code handle look', 'i code, i do it, i handle it, 我来, 我自己来, 我来处理'],
  ['roll_back', 'roll back, roll it back, revert, revert it, 回滚, 撤回'],
  ['deny', 'deny, refuse, 拒绝, 不允许'],
  ['ignore', 'ignore, ignore it, 忽略, 不管'],
];
const rows = said.flatMap(([ids, words]) => words.split(', ').map((word) => [word, ids.split(' ')] as const));
const yes =
  'y, yes, yep, yeah, ok, okay, k, lgtm, ship it, looks good, sounds good, go, go on, go ahead, proceed, start, start it, do it, sure, fine, agreed, 👍, 👍👍, 👌, 👌👌, ✅, ✅✅, 🆗, 继续, 继续吧, 可以, 可以的, 可以了, 好, 好的, 好啊, 好吧, 行, 行吧, 行啊, 嗯, 嗯嗯, 对, 对的, 是, 是的, 没问题, 确认, 同意, 开始, 开始吧, 就这样吧, 就这么做, 就这么办'.split(
    ', ',
  );
const within = (word: string) => [`zz${word}`, `${word}zz`];

describe('what people say', () => {
  it.each(rows)('%j stands for %j, in this order', (word, ids) => {
    for (const [at, id] of ids.entries()) {
      const left = ids.slice(at).map((each) => choice(each, `label of ${each}`));
      const others = left.filter((each) => each.id !== word.replace(' ', '_')).toReversed();
      if (others.some((each) => each.id === id)) expect(choiceMeant({ choices: others }, word)?.choice.id).toBe(id);
    }
    expect(isAnswer(word)).toBe(true);
    for (const longer of within(word)) expect(isAnswer(longer), longer).toBe(false);
  });

  it.each(yes)('%j is plain assent', (word) => {
    expect([isAssent(word), isAnswer(word), isRefusal(word)]).toEqual([true, true, false]);
    for (const longer of within(word)) expect([isAssent(longer), isAnswer(longer)], longer).toEqual([false, false]);
  });

  it('refuses in the same words that cancel', () => {
    const refused = rows.filter(([word]) => isRefusal(word));
    expect(refused.map(([, [first]]) => first)).toEqual(refused.map(() => 'cancel'));
    expect(refused.length).toBe(rows.filter(([, [first]]) => first === 'cancel').length);
    for (const [word] of refused) for (const longer of within(word)) expect(isRefusal(longer), longer).toBe(false);
  });

  it.each([
    '  ok ',
    'OK!!!',
    'ｏｋ',
    'go   on',
    'go_on',
    'go\n on',
    '好的。',
    '好的，',
    'ok~',
    'ok、',
    'ok,',
    '✅\ufe0f',
    '👍🏽.',
  ])('%j is assent, however it is written', (word) => expect(isAssent(word)).toBe(true));
  it.each(['o.k', 'y!es', 'o k', '', '.', 'ok?'])('%j is none', (word) => expect(isAssent(word)).toBe(false));

  it('plain assent would do the first of what goes on', () => {
    const order = ['yes', 'go', 'go_on', 'continue', 'more', 'submit', 'release', 'accept'];
    for (const at of order.keys()) {
      const choices = order.slice(at).map((id) => choice(id, `label of ${id}`));
      expect(choiceMeant({ choices: choices.toReversed() }, 'ok')).toEqual({
        ...{ choice: choices[0], words: null, unsure: true },
      });
    }
  });

  it.each([
    '1',
    '#2',
    'no. 2',
    'no.2',
    '选2',
    '第二个',
    '二号',
    '2项',
    '两个',
    '十',
    'proposal 2',
    '用方案二',
    'take option 2',
  ])('%j is an answer', (word) =>
    expect([isAnswer(word), isAnswer(`zz${word}`), isAnswer(`${word}zz`)]).toEqual([true, false, false]),
  );
  it('a number is that of a choice', () => {
    const ten = { choices: Array.from({ length: 10 }, (_, at) => choice(`c${at + 1}`, `label ${at + 1}`)) };
    for (const [at, digit] of [...'一二三四五六七八九十'].entries())
      expect(choiceMeant(ten, `第${digit}个`)?.choice.id).toBe(`c${at + 1}`);
    expect(choiceMeant(ten, '两个')?.choice.id).toBe('c2');
    expect(choiceMeant(ten, '10')?.choice.id).toBe('c10');
  });
});

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
    expect(choiceMeant(plan, ' 再看看日志 ')).toMatchObject({ choice: { id: 'again' }, words: '再看看日志' });
    expect(choiceMeant(plan, '再看看')).toMatchObject({ choice: { id: 'again' }, words: null });
    expect(choiceMeant(asks([choice('again', 'once more')]), '再看看日志')).toMatchObject({ words: null });
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
