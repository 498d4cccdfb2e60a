// What Drover says in English as it is said in Chinese, sentence by sentence. What it has no words for, and what agents and people wrote, stays as it is.

type Rules = readonly (readonly [RegExp, string])[];

const kinds: Rules = [
  [/\bproceed\b/g, '是否开始'],
  [/\bplan_changed\b/g, '方案变更'],
  [/\bplan\b/g, '方案'],
  [/\bsubmit\b/g, '提交'],
  [/\bdeployed\b/g, '部署'],
  [/\bverified\b/g, '验证'],
  [/\bnext_feature\b/g, '下一个 feature'],
  [/\bpermission\b/g, '许可'],
  [/\bstuck\b/g, '卡住了'],
  [/\bbudget\b/g, '预算'],
  [/\btests_failed\b/g, '测试失败'],
  [/\bbase_red\b/g, '基线失败'],
  [/\bsetup_failed\b/g, '准备失败'],
  [/\bunreachable\b/g, '连不上'],
];

const states: Rules = [
  [/^released: (.+)$/s, '已释放：$1'],
  [/^proven: (.+)$/s, '已证明：$1'],
  [/^not verified: (.+)$/s, '未验证：$1'],
  [/^failed: (.+)$/s, '失败：$1'],
  [/^cancelled: (.+)$/s, '已取消：$1'],
  [/^paused$/, '已暂停'],
  [/^pauses at the next safe point$/, '到下一个安全点暂停'],
  [/^ends what runs$/, '正在结束运行中的程序'],
  [/^waits for a slot after (.+)$/, '排队等待，在 $1 之后'],
  [/^waits for a slot$/, '排队等待'],
  [/^waits for the limit of (\S+) until (\S+ \S+): .+$/, '等待 $1 的限额恢复，到 $2'],
  [/^watches the pull request: (.*)$/s, '关注 PR：$1'],
  [/^looks at the pull request$/, '查看 PR'],
  [/^answers on the pull request$/, '在 PR 上回复'],
  [/^brings the branch up to date$/, '更新分支'],
  [/^looks at the checkout$/, '查看代码库'],
  [/^fetches the base$/, '取基线'],
  [/^looks at the base$/, '查看基线'],
  [/^is about to start$/, '即将开始'],
  [/^develops (.+), attempt (\d+)$/, '开发 $1，第 $2 次'],
  [/^submitted$/, '已提交'],
];

export function stateInChinese(said: string): string {
  const [, waits] = /^waits for you: (.+)$/s.exec(said) ?? [];
  if (waits !== undefined)
    return `等你回答：${kinds.reduce((text, [english, chinese]) => text.replace(english, chinese), waits)}`;
  return translated(states, said);
}

/** Line by line. */
const lines: Rules = [
  [/^Start in (\S+) from (\S+) \(([0-9a-f]+)\)\?/, '在 $1 开始，基于 $2（$3）？'],
  [/^Cause: /, '原因：'],
  [/^Where:$/, '位置：'],
  [/^Proposal: /, '方案：'],
  [/^Proposal (\d+): /, '方案 $1：'],
  [/^Other ways:$/, '其他做法：'],
  [/^Done when:$/, '完成的标准：'],
  [/^Risk: low\. /, '风险：低。'],
  [/^Risk: medium\. /, '风险：中。'],
  [/^Risk: high\. /, '风险：高。'],
  [/^Risk: /, '风险：'],
  [/^Small work \(.*\): one criterion, and nobody plans it a second time\.$/, '小改动：一条标准，不再另做方案。'],
  [/^Too large for one cycle: /, '一次做不完：'],
  [/^(\S+) \((\w+)\) at (\S+ \S+?)Z: /, '$1（$2），$3Z：'],
  [
    /^There is no sandbox here: agents and gates .*$/,
    '这里没有沙箱：agent 和检查以你的全部权限运行，跑出来的程序无法与你区分。',
  ],
  [/^Errors in its logs:$/, '日志中的错误：'],
  [/^No errors in its logs\.$/, '日志中没有错误。'],
  [/^No log was found\.$/, '没有找到日志。'],
  [/^Lines of logs take part, which anybody may have caused: /, '用到了日志内容，任何人都可能写入：'],
  [/^Text of strangers takes part: /, '用到了陌生人的文字：'],
  [
    /^(\S+) is to be deployed to (.+) by you\. Is it there\? Only what is logged after your answer counts\.$/,
    '$1 需要你部署到 $2。部署好了吗？只有你回答之后的日志才算。',
  ],
  [/^(\S+) after the deployment: resolved\. (.*)$/, '$1 部署后：已解决。$2'],
  [/^(\S+) after the deployment: unknown\. (.*)$/, '$1 部署后：无法判断。$2'],
  [/^(\S+) after the deployment: (\S+)\. (.*)$/, '$1 部署后：未解决（$2）。$3'],
  [
    /^No new errors in the first minute since the deployment \(from (.+)\)\.$/,
    '部署后第一分钟没有新的错误（从 $1 起）。',
  ],
  [/^No new errors in (\d+) minutes since the deployment \(from (.+)\)\.$/, '部署后 $1 分钟没有新的错误（从 $2 起）。'],
  [/^Looked at: (\d+) minutes since the deployment \(from (.+)\)\.$/, '看了部署后 $1 分钟（从 $2 起）。'],
  [/^Looked at: the first minute since the deployment \(from (.+)\)\.$/, '看了部署后第一分钟（从 $1 起）。'],
  [/^Still there:$/, '仍然存在：'],
  [/^New:$/, '新出现：'],
  [/^Not seen again:$/, '没有再出现：'],
  [/^(\d+)\/(\d+) features are done or skipped\.$/, '$2 个 feature 中已完成或跳过 $1 个。'],
  [/^Go on with (\S+) "(.+)"\?$/, '继续做 $1“$2”吗？'],
  [/^If it is skipped: (.+) would do without it\.$/, '如果跳过：$1 就不用它。'],
  [/^The base is red before anything was changed: /, '改动之前基线就失败：'],
  [/^Submit "(.+)" as (\S+)\?$/, '把“$1”提交为 $2？'],
  [/^NOT VERIFIED: /, '未验证：'],
  [/^Used so far: /, '已用：'],
  [/^New dependencies:$/, '新依赖：'],
  [/^(\S+) found that the plan does not fit, at (\S+): /, '$1 发现方案不合适，在 $2：'],
  [
    /^All gates pass, but after (\d+) fixes the review still finds what should not be submitted:$/,
    '检查都通过了，但修了 $1 次后，评审仍认为有不该提交的：',
  ],
  [/^Several environments fit what was said: (.+)\. Which one is meant\?$/, '有几个环境都符合：$1。指的是哪一个？'],
  [
    /^Each feature passes by itself, but not all together\. Nothing of this was pushed\.$/,
    '每个 feature 单独都通过，合在一起不通过。没有推送。',
  ],
  [/^No agent could (?:plan|analyze) this\. /, '没有 agent 能完成分析。'],
  [/^The analysis wants to ask (\S+), which is production:$/, '分析需要在生产环境 $1 上查：'],
  [/^Which command runs the tests\? There is (.+)\.$/, '用什么命令跑测试？现在：$1。'],
  [/^Said once for all tasks: /, '对所有任务设定一次：'],
  [
    /^There is no sandbox here: these programs of (\S+) would run with all your rights, and are new or have changed\.$/,
    '这里没有沙箱：$1 的以下程序会以你的全部权限运行，它们是新的或有改动。',
  ],
  [
    /^These files look like holding secrets, and the copy that agents work in would be given them:$/,
    '以下文件像是含有密钥，会给到 agent 工作的副本：',
  ],
  [
    /^Strangers say this on (\S+)\. It is shown as it was written; take it up only where you want it yourself\.$/,
    '陌生人在 $1 上这样说。原样显示；只有你自己也想要时才采纳。',
  ],
  [/^(\S+) is blocked: (.+)\.$/, '$1 卡住了：$2。'],
  [/^The whole fails after its criteria passed:$/, '各条标准通过后，整体失败：'],
  [
    /^(\S+) has used (.+) of (.+)\. It is paused: nothing more is given to it\.$/,
    '$1 已用 $2（共 $3）。已暂停：不再给它任务。',
  ],
  [
    /^(\S+) has used (.+) of (.+?)\.(?: .*)? No turn of (\S+) begins before you say so\.$/,
    '$1 已用 $2（共 $3）。你同意之前 $4 不会继续。',
  ],
  [
    /^Agents have used (.+) of (.+) for today\. No turn of (\S+) begins before you say so\.$/,
    'agent 今天已用 $1（共 $2）。你同意之前 $3 不会继续。',
  ],
  [
    /^"(.+)" was cut off (\d+) times, by a crash or by its deadline\. Try it again\?$/,
    '“$1”被中断 $2 次（崩溃或超时）。再试一次？',
  ],
  [/^(F-\d+) "(.+)" failed: /, '$1“$2”失败：'],
  [
    /^Nothing names what fails in (.+): a new failure there could not be told from these\.$/,
    '看不出 $1 里失败的是什么：新的失败无法与这些区分。',
  ],
  [/^Each of these needs your yes:$/, '以下每一项都需要你同意：'],
  [/^(\S+) asks: /, '$1 请求：'],
  [/^(\S+) asks (\d+) times:$/, '$1 有 $2 个请求：'],
];

export const textInChinese = (said: string): string =>
  said
    .split('\n')
    .map((line) => translated(lines, line))
    .join('\n');

function translated(rules: Rules, said: string): string {
  const rule = rules.find(([english]) => english.test(said));
  return rule === undefined ? said : said.replace(rule[0], rule[1]);
}
