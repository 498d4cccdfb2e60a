import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { labelIn } from './labels.ts';

const written = ['task', 'chain'].flatMap((folder) =>
  readdirSync(join(import.meta.dirname, '..', folder), { encoding: 'utf8', recursive: true })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .flatMap((file) => [
      ...readFileSync(join(import.meta.dirname, '..', folder, file), 'utf8').matchAll(
        /choice\(\s*'(\w+)',\s*'((?:[^'\\]|\\.)+)'/g,
      ),
    ])
    .map(([, id = '', label = '']) => [id, label] as const),
);

/** Labels with something of their own in them, and those that are made of several words. */
const examples: readonly (readonly [id: string, label: string, chinese: string])[] = [
  ['split', 'split into 12 features, or as you say', '拆成 12 个 feature，或按你说的拆'],
  ['proposal_2', 'proposal 12: no cache\nat all', '方案 12：no cache\nat all'],
  ['rival_2', 'take 2: shop-14', '用 2：shop-14'],
  ['go', 'do it like this: cache it', '就这么做：cache it'],
  ['more', 'go on with $5.00 more, or with the sum you name', '再给 $5.00 继续，或你说个数'],
  ['cheaper', 'go on with a cheaper model of codex, the one you name', '换 codex 的便宜模型（由你指定）'],
  [
    'cheaper',
    'go on with a cheaper model of codex, the one you name, and with $5.00 more',
    '换 codex 的便宜模型（由你指定），并再给 $5.00',
  ],
  ['another', 'another agent: codex, or the one you name (gemini)', '换 agent：codex，或你指定的（gemini）'],
  ['another', 'another agent, the one you name: codex, gemini', '换你指定的 agent：codex, gemini'],
  ['raise', 'raise the limit by 12 attempts', '上限再加 12 次'],
  ['raise', 'raise the budget (to $4.00, or to the sum you name)', '提高预算（到 $4.00，或你说个数）'],
  ['stop', 'end the session', '结束会话'],
  ['resume', 'go on with it', '继续'],
  ['leave', 'leave it ended', '不再继续'],
  ['leave', 'leave it', '不回答'],
  ['leave', 'go on without them', '不给，继续'],
  ['take', 'give them to the copy', '给副本'],
  ['trust', 'trust them', '信任'],
  ['without', 'go on with what is known', '用已知的继续'],
  ['without', 'go on without shop-prod (prod): nothing is verified there', '不用 shop-prod (prod)，继续：那里不会验证'],
  ['without', 'go on without', '不用它，继续'],
  [
    'again',
    'look again; lines that begin with $ are asked of shop-prod first',
    '再看看；以 $ 开头的行先在 shop-prod 上查',
  ],
  ['again', 'start it again', '重新开始'],
  ['again', 'begin it again', '重新开始'],
  ['again', 'try again', '再试一次'],
  ['again', 'try it again', '再试一次'],
  ['again', 'do it again', '再试一次'],
  ['retry', 'try again', '再试一次'],
  ['retry', 'try it again', '再试一次'],
  ['go_on', 'go on and judge only new failures', '继续，只看新出现的失败'],
  [
    'go_on',
    'go on; the task ends not verified while lint and types fails',
    '继续；lint and types 失败期间任务以“未验证”结束',
  ],
  ['give_up', 'take it as failed', '算失败'],
  ['deny', 'deny', '拒绝'],
  ['deny', 'deny, both', '拒绝，两个都'],
  ['deny', 'deny, all 12', '拒绝，全部 12 个'],
  ['once', 'allow once', '允许这一次'],
  ['once', 'allow once, both', '允许这一次，两个都'],
  ['once', 'allow once, all 12', '允许这一次，全部 12 个'],
  ['session', 'allow for this session', '本次会话内允许'],
  ['session', 'allow for this task', '本任务内允许'],
  ['session', 'allow for this session, both', '这次都允许，两个都'],
  ['session', 'allow for this task, both', '这次都允许，两个都'],
  ['session', 'allow for this task, all 12', '这次都允许，全部 12 个'],
  ['session', 'allow for this session, all 12', '这次都允许，全部 12 个'],
  ['always', 'always allow here', '这里始终允许'],
  ['always', 'always allow here, both', '这里始终允许，两个都'],
  ['always', 'always allow here, all 12', '这里始终允许，全部 12 个'],
  ['say', 'answer in words', '用文字回答'],
  ['release', 'release', '结束并释放'],
  ['release', 'release all the same, not verified', '仍然释放（未验证）'],
  ['skip', 'skip F-2', '跳过 F-2'],
  ['skip', 'go on without F-2', '不做 F-2，继续'],
  ['rename', 'push it as another branch, whose name you write', '换一个分支名（由你写）再推送'],
  ['there', 'push to the one that it is now', '推送到现在这个'],
  ['as_is', 'go on all the same', '仍然继续'],
  ['numbered', 'go on as fix/7-beat-2, or the next number that is free', '用 fix/7-beat-2，或下一个可用的编号'],
  ['deployed', 'it is deployed to shop-prod', '已部署到 shop-prod'],
  ['deployed_shop-prod', 'it is deployed to shop-prod', '已部署到 shop-prod'],
  ['base_trunk', 'start from trunk', '从 trunk 开始'],
  ['workspace_shop', 'in shop instead', '改在 shop'],
  ['look_shop', 'look at shop-prod (prod) first', '先看看 shop-prod (prod)'],
  ['submit', 'submit', '提交'],
  ['submit', 'submit all the same', '仍然提交'],
  ['submit_with_protected', 'submit, and yes to .drover.yaml', '提交，并同意 .drover.yaml'],
  ['code', 'I code in the copy; go on at test after `drover go 3`', '我自己在副本里改；`drover go 3` 之后继续测试'],
  ['look', 'I look myself: the copy is mine until `drover go 3`', '我自己看：`drover go 3` 之前副本归我'],
  ['mend', 'mend the set-up: npm ci', '修正准备步骤：按现在的配置取准备步骤和检查'],
];

describe('WT-111 a choice in Chinese', () => {
  it('is there for each that is written in the source', () => {
    expect(written.length).toBeGreaterThan(50);
    for (const [id, label] of written)
      expect(labelIn('zh', { id, label }), `${id}: ${label}`).toMatch(/\p{Script=Han}/u);
  });

  it('is there for the whole of a label alone', () => {
    for (const [id, label] of [...written, ...examples])
      for (const longer of [`zz ${label}`, ...(label.startsWith('proposal ') ? [] : [`${label}\nzz`])])
        expect(labelIn('zh', { id, label: longer }), `${id}: ${longer}`).toBe(longer);
  });

  it.each(examples)('%s, %j is %j', (id, label, chinese) => {
    expect(labelIn('zh', { id, label })).toBe(chinese);
    expect(labelIn('en', { id, label })).toBe(label);
  });

  it('of what an agent words itself is its own words', () => {
    for (const [id, label] of [
      ['deny', 'No, and tell it why'],
      ['y', 'Yes, go on'],
      ['__proto__', 'x'],
    ] as const)
      expect(labelIn('zh', { id, label })).toBe(label);
  });
});
