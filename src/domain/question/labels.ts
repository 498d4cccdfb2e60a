// Choices in Chinese: by their id, from the words they have in English, with what is theirs alone in its place. A choice whose id stands nowhere here does not compile.
import type { Choice } from './question.ts';

type Rules = readonly (readonly [RegExp, string])[];

const chinese = {
  abandon: [
    [/^do not submit$/, '不提交'],
    [/^give up; the pull request stays open$/, '放弃；PR 保持打开'],
    [/^give up$/, '放弃'],
  ],
  accept: [
    [/^go on by the changed plan$/, '按改后的方案继续'],
    [/^let it stand; it is told with the submission$/, '就这样；提交时会说明'],
  ],
  advice: [[/^here is advice$/, '给点建议']],
  again: [
    [/^look again; lines that begin with \$ are asked of (.+) first$/, '再看看；以 $ 开头的行先在 $1 上查'],
    [/^look again$/, '再看看'],
    [/^put them together again$/, '重新合在一起'],
    [/^three rounds more$/, '再来三轮'],
    [/^start it again$/, '重新开始'],
    [/^begin it again$/, '重新开始'],
    [/^(?:try|do) (?:it )?again$/, '再试一次'],
  ],
  another: [
    [/^another agent: (.+), or the one you name \((.+)\)$/, '换 agent：$1，或你指定的（$2）'],
    [/^another agent, the one you name: (.+)$/, '换你指定的 agent：$1'],
  ],
  alone: [[/^none of these; it is done once more, here$/, '都不要；在这里再做一次']],
  answer: [[/^say it$/, '说明']],
  there: [[/^push to the one that it is now$/, '推送到现在这个']],
  as_is: [
    [/^push it all the same$/, '仍然推送'],
    [/^go on all the same$/, '仍然继续'],
  ],
  back: [[/^back to the plan$/, '回到方案']],
  cancel: [
    [/^cancel$/, '取消'],
    [/^cancel the task$/, '取消任务'],
    [/^end the chain$/, '结束这条链'],
  ],
  change: [[/^change this$/, '改一下']],
  cheaper: [
    [
      /^go on with a cheaper model of (.+), the one you name, and with (.+) more$/,
      '换 $1 的便宜模型（由你指定），并再给 $2',
    ],
    [/^go on with a cheaper model of (.+), the one you name$/, '换 $1 的便宜模型（由你指定）'],
  ],
  code: [
    [/^I code in the copy; go on at test after `(.+)`$/, '我自己在副本里改；`$1` 之后继续测试'],
    [/^I code in the copy; go on at test when I say so$/, '我自己在副本里改；我说了再继续测试'],
  ],
  continue: [[/^go on$/, '继续']],
  deny: [
    [/^deny, both$/, '拒绝，两个都'],
    [/^deny, all (\d+)$/, '拒绝，全部 $1 个'],
    [/^deny$/, '拒绝'],
    [/^go on without$/, '不允许，继续'],
  ],
  deployed: [[/^it is deployed to (.+)$/, '已部署到 $1']],
  edit: [[/^edit title \(first line\) and text$/, '改标题（第一行）和正文']],
  enough: [[/^(?:that is all|end here, with the analysis)$/, '到此为止，只要分析']],
  fix: [
    [/^fix again$/, '再修一次'],
    [/^have it mended where they meet$/, '修好两者相冲突的地方'],
    [/^fix it: develop again with this report$/, '修复：带着这份报告重新开发'],
  ],
  give_up: [[/^take it as failed$/, '算失败']],
  go: [
    [/^do it like this: (.+)$/, '就这么做：$1'],
    [/^do it like this$/, '就这么做'],
  ],
  go_on: [
    [/^go on and judge only new failures$/, '继续，只看新出现的失败'],
    [/^go on; the task ends not verified while (.+) fails$/, '继续；$1 失败期间任务以“未验证”结束'],
    [/^take it as it is$/, '就这样接受'],
    [/^let it decide by itself$/, '让它自己决定'],
    [/^go on$/, '继续'],
  ],
  handle: [[/^I handle it$/, '我自己处理']],
  holds: [
    [/^it holds$/, '没问题'],
    [/^all of it holds$/, '都没问题'],
  ],
  ignore: [[/^ignore it$/, '忽略']],
  keep: [
    [/^keep the old plan$/, '保留原方案'],
    [/^go back, and leave them as they are$/, '返回，保持不变'],
  ],
  leave: [
    [/^go on without them$/, '不给，继续'],
    [/^leave it to me, and only watch$/, '交给我，只看着'],
    [/^only watch$/, '只看着'],
    [/^leave it$/, '不回答'],
    [/^leave it ended$/, '不再继续'],
  ],
  look: [[/^I look myself: the copy is mine until `(.+)`$/, '我自己看：`$1` 之前副本归我']],
  mend: [[/^mend the set-up: .+$/, '修正准备步骤：按现在的配置取准备步骤和检查']],
  mine: [[/^I take it back myself; end here$/, '我自己撤回；到此结束']],
  more: [[/^go on with (.+) more, or with the sum you name$/, '再给 $1 继续，或你说个数']],
  none: [[/^none of them$/, '都不是']],
  once: [
    [/^allow it once$/, '允许这一次'],
    [/^allow once, both$/, '允许这一次，两个都'],
    [/^allow once, all (\d+)$/, '允许这一次，全部 $1 个'],
    [/^allow once$/, '允许这一次'],
  ],
  page: [[/^leave it at the branch, and write a page instead$/, '只留分支，改写成一页说明']],
  park: [[/^stop here; it can go on later$/, '先停在这里，以后可以继续']],
  pass: [[/^go on all the same; the task ends not verified$/, '照样继续；任务以“未验证”结束']],
  pause: [[/^pause; everything is kept$/, '暂停；一切都保留']],
  plan: [[/^here is my own plan$/, '用我自己的方案']],
  push: [[/^push it again$/, '再推一次']],
  raise: [
    [/^raise the limit by (\d+) attempts$/, '上限再加 $1 次'],
    [/^try once more$/, '再试一次'],
    [/^raise the budget \(to (.+), or to the sum you name\)$/, '提高预算（到 $1，或你说个数）'],
  ],
  redo: [[/^do one of them again, the one you name$/, '重做你指定的那个']],
  release: [
    [/^release$/, '结束并释放'],
    [/^release all the same, not verified$/, '仍然释放（未验证）'],
  ],
  rename: [[/^push it as another branch, whose name you write$/, '换一个分支名（由你写）再推送']],
  replan: [[/^make the plan anew with this in mind, and have it reviewed$/, '据此重新做方案并评审']],
  retry: [
    [/^run the base again$/, '重跑基线'],
    [/^try (?:it )?again$/, '再试一次'],
  ],
  numbered: [[/^go on as (.+), or the next number that is free$/, '用 $1，或下一个可用的编号']],
  roll_back: [[/^roll back$/, '回滚']],
  skip: [
    [/^skip the verification$/, '跳过验证'],
    [/^skip (.+)$/, '跳过 $1'],
    [/^go on without (.+)$/, '不做 $1，继续'],
  ],
  some: [
    [/^these hold, by their numbers; ask for the rest$/, '这几条没问题（写编号），其余再问'],
    [/^yes to these, by their numbers; ask for the rest$/, '同意这几条（写编号），其余再问'],
  ],
  split: [[/^split into (\d+) features, or as you say$/, '拆成 $1 个 feature，或按你说的拆']],
  stop: [
    [/^stop; no further feature is begun$/, '停止；不再开始新的 feature'],
    [/^end the session$/, '结束会话'],
  ],
  submit: [
    [/^submit$/, '提交'],
    [/^submit all the same$/, '仍然提交'],
  ],
  submit_with_protected: [[/^submit, and yes to (.+)$/, '提交，并同意 $1']],
  take: [
    [/^take them in$/, '采纳'],
    [/^take these, and run set-up and base again$/, '用这些，重跑准备步骤和基线'],
    [/^give them to the copy$/, '给副本'],
  ],
  take_up: [[/^take it up$/, '采纳']],
  task: [[/^allow it for this task$/, '本任务内允许']],
  test: [[/^I looked myself; run the gates on the copy as it is$/, '我看过了；按现状跑检查']],
  trust: [[/^trust them$/, '信任']],
  untested: [[/^go on without; the task will not be proven$/, '不测，继续；任务不会被证明']],
  wait: [[/^wait: ask again in an hour, or after the time you name$/, '等等：一小时后再问，或你说个时间']],
  without: [
    [/^leave it at the branch, without a pull request$/, '只留分支，不建 PR'],
    [/^go on with what was fetched before$/, '用之前取到的继续'],
    [/^go on with what is known$/, '用已知的继续'],
    [/^go on without (.+): nothing is verified there$/, '不用 $1，继续：那里不会验证'],
    [/^end without submitting$/, '不提交，结束'],
    [/^go on without(.*)$/, '不用它，继续$1'],
    [/^go on, and do not check by it: nothing of that is proven$/, '继续，不用它检查：这一点不算已证明'],
  ],
  wrong: [[/^it does not; this is wrong$/, '有问题，说明哪里不对']],
  yes: [[/^yes$/, '开始']],
} as const satisfies Readonly<Record<string, Rules>>;

/** Those of sessions, and of what an id says itself. */
const others: Readonly<Record<string, Rules>> = {
  session: [
    [/^allow for this session$/, '本次会话内允许'],
    [/^allow for this task$/, '本任务内允许'],
    [/^allow for this (?:session|task), both$/, '这次都允许，两个都'],
    [/^allow for this (?:session|task), all (\d+)$/, '这次都允许，全部 $1 个'],
  ],
  always: [
    [/^always allow here$/, '这里始终允许'],
    [/^always allow here, both$/, '这里始终允许，两个都'],
    [/^always allow here, all (\d+)$/, '这里始终允许，全部 $1 个'],
  ],
  say: [[/^answer in words$/, '用文字回答']],
  resume: [[/^go on with it$/, '继续']],
};
const prefixed: Rules = [
  [/^proposal (\d+): (.+)$/s, '方案 $1：$2'],
  [/^take (\d+): (.+)$/, '用 $1：$2'],
  [/^in (\S+) instead$/, '改在 $1'],
  [/^start from (.+)$/, '从 $1 开始'],
  [/^look at (.+) first$/, '先看看 $1'],
  [/^it is deployed to (.+)$/, '已部署到 $1'],
];

/** A choice of a task's or chain's: by name, or with what it is about in its name. */
export type ChoiceId =
  | keyof typeof chinese
  | `${'proposal' | 'rival' | 'base' | 'tests' | 'look' | 'workspace' | 'env' | 'deployed'}_${string}`;

/** What an agent words itself stays as it is. */
export function labelIn(language: 'en' | 'zh', { id, label }: Pick<Choice, 'id' | 'label'>): string {
  if (language === 'en') return label;
  const known: Readonly<Record<string, Rules>> = { ...chinese, ...others };
  const rules = Object.hasOwn(known, id) ? (known[id] ?? []) : prefixed;
  const rule = rules.find(([words]) => words.test(label));
  return rule === undefined ? label : label.replace(rule[0], rule[1]);
}
