import { expect, it } from 'vitest';
import { factsInChinese } from './facts-in-chinese.ts';
import { findingsInChinese } from './findings-in-chinese.ts';
import { kindsInChinese, saidInChinese } from './said-in-chinese.ts';
import { stateInChinese, textInChinese } from './to-chinese.ts';

it.each([
  ['waits for you: plan, budget', '等你回答：方案, 预算'],
  ['released: submitted', '已释放：已提交'],
  ['released (by exit codes): submitted', '已释放（按退出码）：已提交'],
  ['ended, proven (by numbers of tests): not submitted', '已结束，已证明（按测试数量）：没有提交'],
  ['SC-1 ended: passed (by exit codes)', 'SC-1 结束：通过（按退出码）'],
  ['develops SC-2, attempt 3', '开发 SC-2，第 3 次'],
  ['develops SC-1, attempt 1; checks SC-2, attempt 3', '开发 SC-1，第 1 次；检查 SC-2，第 3 次'],
  ['paused', '已暂停'],
  ['waits for you: plan', '等你回答：方案'],
  ['whatever it is', 'whatever it is'],
  ['ended, not verified: no test gate is configured', '已结束，未验证：no test gate is configured'],
  ['the lease is taken', '取得租约'],
  ['enters analyze', '进入分析'],
  ['2 red tests with other expected values: each fails', '2 个红色测试换了期望值：都不通过'],
  ['1 red test with another expected value: 1 needs a yes', '1 个红色测试换了期望值：1 处需要同意'],
  [
    '1 red test with another expected value: it fails; 1 with another expected value not told',
    '1 个红色测试换了期望值：不通过；另有 1 个没有得知结果',
  ],
  ['line 3: "takes off" passes whatever value it expects', '第 3 行："takes off" 无论期望什么值都通过'],
  ['2 parts of the change put back alone: tests fail without each', '单独撤回 2 处改动：缺了任何一处测试都不通过'],
  ['4 of 5 tests passed, 1 skipped', '5 个测试通过 4 个，跳过 1 个'],
  ['the lease is taken by ada', '取得租约（ada）'],
  ['stated by ada: it ended: failed', '提出（ada）：it ended: failed'],
  ['SC-1: gate test: failed (exit 1)', 'SC-1：检查 test：失败（退出码 1）'],
  ['gate types on the base: passed', '基线上的检查 types：通过'],
  ['claude has read the change: nothing found', 'claude 审阅了改动：没有发现'],
  ['SC-2 does not get on; others are gone on with first, but not with SC-3', 'SC-2 没有进展；先做其他的，但不做 SC-3'],
  ['asks q7 (plan): Is it pending?', '提问 q7（方案）：Is it pending?'],
  ['q7 (plan) answered by policy: proceed', 'q7（方案）已回答（policy）：proceed'],
  [
    'SC-1: gate red-first: passed (red without the change (exit 1), green with it (exit 0): a.test.js > it is late; not tried: whether what runs the tests judges)',
    'SC-1：检查 red-first：通过（没有改动时失败（退出码 1），有改动时通过（退出码 0）：a.test.js > it is late；没有试：跑测试的程序是否真的在判断）',
  ],
  [
    'SC-1, attempt 1: build skipped, types skipped, lint timeout, test passed, tamper passed, secrets failed, red-first passed',
    'SC-1，第 1 次尝试：build 跳过, types 跳过, lint 超时, test 通过, tamper 通过, secrets 失败, red-first 通过',
  ],
  [
    'gate stable: passed (2 tests of new and changed files in 3 runs, one of them in another order; more told nothing, or did not fit into 60 s: all came out the same)',
    '检查 stable：通过（新增和改动的文件里 2 个测试，3 次运行，其中一次换了顺序；更多次数得不到新结果，或在 60 秒内跑不完：结果都一样）',
  ],
  [
    'SC-1: gate tamper: failed (a.test.js:3: a test is skipped: it.skip("x"); src/a.js:9: silences the linter: // biome-ignore (b))',
    'SC-1：检查 tamper：失败（a.test.js:3：跳过了一个测试：it.skip("x")；src/a.js:9：让 lint 闭嘴：// biome-ignore (b)）',
  ],
  [
    'the look at the environment (r7) waits: The keeper (process 7) is stopped: it lives and answers nobody.',
    '查看环境（r7）在等待：keeper（进程 7）被挂起：它还活着，但不回答。',
  ],
  [
    '127.0.0.1:80: There is no secret of the webhook pager in the variable NONE.; 0 wait, 1 were given up',
    '127.0.0.1:80：变量 NONE 里没有 webhook pager 的密钥。；0 条在等，1 条已放弃',
  ],
  [
    'gate hunks: passed (2 parts of the change put back alone: tests fail without each)',
    '检查 hunks：通过（单独撤回 2 处改动：缺了任何一处测试都不通过）',
  ],
  [
    'gate test on the base: passed (2 of 2 tests passed, as shop-1 saw of the same tree)',
    '基线上的检查 test：通过（2 个测试通过 2 个；沿用 shop-1 在同一棵树上的结果）',
  ],
])('WT-111 the state %j is %j', (english, chinese) => {
  expect(stateInChinese(english)).toBe(chinese);
});

it.each([
  ['Start in shop from main (0123abcd)?', '在 shop 开始，基于 main（0123abcd）？'],
  [
    'Cause: naive times.\nWhere:\n- a.js:3 here\nRisk: low. Only a.js.',
    '原因：naive times.\n位置：\n- a.js:3 here\n风险：低。Only a.js.',
  ],
  [
    'https://x/1 is to be deployed to shop-prod (prod) by you. Is it there? Only what is logged after your answer counts.',
    'https://x/1 需要你部署到 shop-prod（prod）。部署好了吗？只有你回答之后的日志才算。',
  ],
  [
    'No new errors in 30 minutes since the deployment (from 2026-11-21 10:00:00Z).',
    '部署后 30 分钟没有新的错误（从 2026-11-21 10:00:00Z 起）。',
  ],
  ['Go on with F-2 "Add JWT"?', '继续做 F-2“Add JWT”吗？'],
  [
    'shop-1 has used $4.00 of $5.00. No turn of codex begins before you say so.',
    'shop-1 已用 $4.00（共 $5.00）。你同意之前 codex 不会继续。',
  ],
  [
    'The branch main is not at the remote, and trunk there holds all of it: it was renamed. (BASE_UNKNOWN)',
    '没有这个基线。（BASE_UNKNOWN）',
  ],
  [
    'Each of these needs your yes:\n12. AGENTS.md: protected: instructions for agents',
    '以下每一项都需要你同意：\n12. AGENTS.md：受保护：给 agent 的指示',
  ],
  ['SC-2 is blocked: no attempt is left.', 'SC-2 卡住了：no attempt is left。'],
  ['an agent writes what it likes', 'an agent writes what it likes'],
  ['Count intervals in minutes', 'Count intervals in minutes'],
  ['the loop begins: it waits', 'the loop begins: it waits'],
])('WT-111 %j is asked as %j', (english, chinese) => {
  expect(textInChinese(english)).toBe(chinese);
});

it('WT-111 no sentence of ours has nothing in its place', () => {
  const all = Object.entries({ ...factsInChinese, ...findingsInChinese, ...saidInChinese, ...kindsInChinese });
  expect(all.filter(([, chinese]) => chinese.trim() === '')).toEqual([]);
});
