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

describe('WT-111 a choice in Chinese', () => {
  it('is there for each that is written in the source', () => {
    expect(written.length).toBeGreaterThan(50);
    for (const [id, label] of written)
      expect(labelIn('zh', { id, label }), `${id}: ${label}`).toMatch(/\p{Script=Han}/u);
  });

  it.each([
    ['split', 'split into 3 features, or as you say', '拆成 3 个 feature，或按你说的拆'],
    ['proposal_2', 'proposal 2: no cache', '方案 2：no cache'],
    ['go', 'do it like this: cache it', '就这么做：cache it'],
    ['more', 'go on with $5.00 more, or with the sum you name', '再给 $5.00 继续，或你说个数'],
    [
      'cheaper',
      'go on with a cheaper model of codex, the one you name, and with $5.00 more',
      '换 codex 的便宜模型（由你指定），并再给 $5.00',
    ],
    ['raise', 'raise the budget (to $4.00, or to the sum you name)', '提高预算（到 $4.00，或你说个数）'],
    ['stop', 'end the session', '结束会话'],
    ['resume', 'go on with it', '继续'],
    ['leave', 'leave it ended', '不再继续'],
    ['without', 'go on with what is known', '用已知的继续'],
    [
      'without',
      'go on without shop-prod (prod): nothing is verified there',
      '不用 shop-prod (prod)，继续：那里不会验证',
    ],
    [
      'again',
      'look again; lines that begin with $ are asked of shop-prod first',
      '再看看；以 $ 开头的行先在 shop-prod 上查',
    ],
    ['give_up', 'take it as failed', '算失败'],
    ['deny', 'deny, all 3', '拒绝，全部 3 个'],
    ['once', 'allow once, both', '允许这一次，两个都'],
    ['session', 'allow for this task, both', '这次都允许，两个都'],
    ['again', 'try it again', '再试一次'],
    ['release', 'release all the same, not verified', '仍然释放（未验证）'],
    ['skip', 'skip F-2', '跳过 F-2'],
    ['deployed_shop-prod', 'it is deployed to shop-prod', '已部署到 shop-prod'],
    ['base_trunk', 'start from trunk', '从 trunk 开始'],
    ['workspace_shop', 'in shop instead', '改在 shop'],
    ['submit_with_protected', 'submit, and yes to .drover.yaml', '提交，并同意 .drover.yaml'],
    ['always', 'always allow here, all 3', '这里始终允许，全部 3 个'],
    ['deny', 'No, and tell it why', 'No, and tell it why'],
    ['y', 'Yes, go on', 'Yes, go on'],
    ['__proto__', 'x', 'x'],
  ])('%s, %j is %j', (id, label, chinese) => {
    expect(labelIn('zh', { id, label })).toBe(chinese);
    expect(labelIn('en', { id, label })).toBe(label);
  });
});
