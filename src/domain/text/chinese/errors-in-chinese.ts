// Every error code in Chinese: what it means, and what to do next. Commands and names come from what was said in English.
import type { ErrorCode } from '../../error.ts';

type ErrorSaid = {
  readonly sentence: string;
  readonly hint: string;
  /** What a program, a file or a service said is shown as it was said. */
  readonly quotes?: true;
};

const said = (sentence: string, hint: string): ErrorSaid => ({ sentence, hint });
const quoting = (sentence: string, hint: string): ErrorSaid => ({ sentence, hint, quotes: true });

export const errorsInChinese: Readonly<Record<ErrorCode, ErrorSaid>> = {
  AGENT_AUTH: said('agent 没有登录。', '请用 agent 自己的方式登录，然后重试任务。'),
  AGENT_LIMIT: said('agent 的服务限流了。', '等限额恢复，或换一个 agent。'),
  ALREADY_EXISTS: said('这个名字已经有了。', '换个名字，或用 set 修改原来的。'),
  AMBIGUOUS: said('这个名字对应不止一个。', '请多写几个字。'),
  ANSWER_NEEDED: said('要先回答一个问题。', '请回答它。'),
  ATTEMPT_NOT_FOUND: said('没有这次尝试。', '看看有哪些：`drover task attempts`。'),
  BACKUP_FOREIGN: said('这份备份来自另一台机器。', '如果本机要代替那台，请加 --moved。没有改动任何东西。'),
  BASE_RED: said('基线上检查就不通过。', '请回答那个问题：修正准备步骤、只看新的失败继续，或取消。'),
  BASE_UNKNOWN: said('没有这个基线。', '先提交些内容，或用 --base 指定已有的分支。'),
  BRANCH_TAKEN: said('这个分支属于另一个任务。', '换个名字，或不指定分支。'),
  BUSY: said('同时提出的请求太多，此请求需要等待。', '请稍后再试。'),
  CANCELLED: said('已取消。', '可以重新开始。'),
  CHAIN_NOT_FOUND: said('没有这条链。', '查看所有的链。'),
  CHANNEL_AUTH: said('通道不接受我们的 token。', '请在配置里放一个有效的 token。'),
  CHANNEL_OFF: said('没有配置这个通道。', '请按 Telegram 指南配置。'),
  CHANNEL_REFUSED: quoting('通道拒绝了。', '屏蔽了 bot 的用户需要先给它发一条消息。'),
  CHANNEL_UNREACHABLE: said('通道没有回应。', '会自动再试。'),
  COMMAND_DENIED: said(
    '那里不允许这个命令，没有执行。',
    '只能用只读的程序和参数，如 cat、tail、grep、ls、ps、df、journalctl。',
  ),
  COMMIT_NOT_FOUND: said('这里没有这个提交。', '先取回它，或在有它的仓库里做。'),
  CONFIG_INVALID: quoting('配置读不懂。', '请改正所说的那一行；文件没有动。'),
  COPY_MISSING: said('任务的副本被人删掉了。', '回答“再试一次”：会用最后保存的内容重建副本。'),
  CRITERION_BLOCKED: said('有一条标准卡住了。', '请回答它的问题，或重试。'),
  DAEMON_UNREACHABLE: said('Drover 的后台没有回应。', '请运行 doctor；在前台启动可以看到原因。'),
  DELIVERY_DROPPED: said('消息送达之前被移出了收件箱。', '没有送达；还需要的话请再发一次。'),
  DELIVERY_EXPIRED: said('消息等得太久，没有送达。', '看一下 agent，再发一次。'),
  DELIVERY_FAILED: quoting('agent 收不了这条消息。', '什么都没有输入。'),
  DELIVERY_UNCERTAIN: said('不知道消息是否送达，不会自动重发。', '看一下它的屏幕，再决定要不要重发。'),
  CONTINUATION_INVALID: quoting('续作状态文件的格式不对；没有写入或开始任何东西。', '请改正所说的字段。'),
  CONTINUATION_MOVED: quoting('分支或基线和方案进行时的不同。', '切换到那个分支，或用 --force 从这里继续。'),
  DEPENDENCY_CYCLE: quoting('它们互相等待，谁也无法开始。', '请去掉其中一个依赖。'),
  DISK_FULL: said('磁盘满了，什么都没有写。', '请腾出空间再试；进行中的会自动继续。'),
  ENGINE_ERROR: quoting('agent 出错，或没有安装。', '用 doctor 查看找到了哪些 agent。'),
  ENGINE_TIMEOUT: said('agent 超时，已结束。', '调大这个 agent 的 max_runtime，或拆分任务。'),
  ENVIRONMENT_NOT_FOUND: said('没有这个环境。', '查看环境列表，或添加一个。'),
  EVIDENCE_MISSING: said('这份改动没有证据。', '先跑检查。'),
  EVIDENCE_STALE: said('证据属于别的改动、基线或检查定义。', '再跑一次检查。'),
  FEATURES_INVALID: quoting(
    '这些 feature 组不成计划。',
    '每个都要有标题；depends_on 写列表里的编号（从 1 起）或 id，不能成环。',
  ),
  FEATURES_MISSING: said('任务没有拆成 feature。', '先拆分它。'),
  FEATURE_NOT_FOUND: said('没有这个 feature。', '查看 feature 列表。'),
  FEATURE_NOT_READY: said('这个 feature 现在不能这样做。', '查看 feature 列表。'),
  FLOW_INVALID: quoting('flow 的文件有错，不能用。', '请改正所说的那些行；`drover flow check` 只检查，不运行。'),
  FLOW_NOT_FOUND: said('没有这个 flow。', '请指定一个会话文件夹、plan.json 或任务文件。'),
  FORGE_AUTH: said('代码托管处不认这个登录，或它没有权限。', '在配置里写上 token，或用 gh 登录，然后再试。'),
  FORGE_LIMITED: said('代码托管处限流了。', '等限额恢复再试。'),
  FORGE_REFUSED: quoting('代码托管处拒绝了。', '看它说的原因，改好再试。'),
  FORGE_UNREACHABLE: said('连不上代码托管处。', '用 doctor 检查网络和地址，再试。'),
  GIT_DIRTY: said('代码库里有没提交的改动。', '提交或 stash 这些文件，或用 isolation: clone。'),
  GIT_FAILED: quoting('git 拒绝了或出错了。', '看 git 说了什么；doctor 会检查版本和仓库。'),
  HOOK_FAILED: quoting('仓库的提交钩子拒绝了。', '看钩子的输出。'),
  INBOX_FULL: said('等待这个 agent 的消息已满。', '等它，或清空收件箱。'),
  INSTALL_READ_ONLY: said('Drover 的安装位置这个用户不能写。', '请用安装它的用户升级，或自己另装一份。'),
  INTERNAL: said('Drover 内部出错。', '日志编号能在后台日志里找到详情；请报告。'),
  ISSUE_NOT_FOUND: said('没有这个 issue，或这个登录看不到。', '检查编号和仓库；私有的需要登录。'),
  KEEPER_UNREACHABLE: said('管理运行程序的进程没有回应。', '后台会自动重启它；可以运行 doctor。'),
  LEASE_EXPIRED: said('租约已过期或归了别人；没有改动任何东西。', '重新取得这一步。'),
  LOCK_NOT_FOUND: said('这里没有租约。', '先取得一个。'),
  MESSAGE_NOT_FOUND: said('没有这条消息。', '查看收件箱。'),
  NODE_NOT_FOUND: quoting('flow 里没有这个节点。', '请改正名字，或补上它的文件；`drover flow check` 会列出所有节点。'),
  NODE_TOO_OLD: said('Node.js 太旧。', 'Drover 需要 Node.js 24 或更新。'),
  NOTE_FOREIGN: said('那里已有别人的 note，没有动它。', '用 git notes 看一下；--force 会把证明接在后面。'),
  NOT_ALLOWED: quoting('你在这里没有这个权限。', '配置里的 people 写明了谁可以做什么。'),
  NOT_READY: said('现在还不行。', '先看看它在做什么，回答它的问题，再试。'),
  PATH_NOT_FOUND: said('没有这个路径，或不是应有的东西。', '检查路径；workspace 是一个 git 代码库。'),
  PIN_LOCKED: said('PIN 错得太多次。', '请等一刻钟。'),
  PIN_REQUIRED: said('需要你的 PIN。', '请在终端回答。'),
  PIN_WRONG: said('PIN 不对。', '请再试；错五次会锁一刻钟。'),
  PLAN_INVALID: quoting('方案读不懂。', '请改正所说的那一行。'),
  PLAN_TAKEN: quoting('另一个任务正在做这个方案。', '看那个任务，或换一个方案。'),
  PORT_BUSY: said('端口已被别的程序占用。', '换一个端口。'),
  PREVIEW_FAILED: said('副本里的程序一启动就结束了。', '改正 run.start，或看它的输出。'),
  PROOF_BROKEN: said('证明的各部分对不上。', '它被截断、拼凑或改动过：请到出处重新取一份。'),
  PROOF_DIFFERS: said(
    '重新运行的结果和证明所说的不同。',
    '不同之处按检查和测试列出：看这台机器是否缺少所需，或测试是否不稳定。',
  ),
  PROOF_FORGED: said('签名和内容不符。', '不要相信它：签名之后有人改过，或签的是别的东西。'),
  PROOF_KEY_UNKNOWN: said(
    '签名的密钥在这里不认识。',
    '知道是谁的密钥的话，把它写进 allowed signers 文件，用 --allowed-signers 指定，或导入 gpg。',
  ),
  PROOF_NOT_FOUND: said('这里没有证明。', '提交的证明是 note：先取回 refs/notes/drover；或指定文件。'),
  PROOF_NOT_RERUN: said(
    '这份证明无法重新运行，所以没有得到核实。',
    '缺什么已经写明：取回完整历史（git fetch --unshallow），或到出处要一份新的。',
  ),
  PROOF_OTHER_TREE: said('这份证明说的是别的内容。', '它证明的是什么已经写明；所指的提交需要自己的证明。'),
  PROOF_UNREADABLE: said('这不是一份证明文件。', '用 task evidence 加 --export 可以写出一份。'),
  PROOF_UNSIGNED: said('没有人签名。', '请要一份签过名的；--unsigned 只检查其余部分。'),
  PROOF_WANTING: said('它是完整的，但它说工作没有被证明。', '缺什么已经写明；要再跑一次任务来证明。'),
  PROTECTED_BRANCH: said('这个分支受保护，没有推送。', '换一个分支。'),
  PUSH_REJECTED: quoting('远端拒绝了推送。', '看它的原因，然后重试。'),
  QUESTION_ANSWERED: said('这个问题已经回答过了。', '查看还没回答的问题。'),
  QUESTION_NOT_FOUND: said('没有这个问题。', '查看还没回答的问题。'),
  QUESTION_STALE: said('问题显示的内容已经变了。', '请看新的问题。'),
  REMOTE_CHANGED: said('代码库推送的远端和任务开始时不同，没有推送。', '在那里看 git remote -v，再回答推到哪里。'),
  REMOTE_UNREACHABLE: said('连不上远端仓库。', '在你的代码库里用 git fetch 检查网络和凭据。'),
  RESULT_TOO_LARGE: said('结果太大，记录不下。', '请报告它从哪里来。'),
  RESUME_NOT_FOUND: said('没有可继续的对话。', '查看历史。'),
  RUN_NOT_FOUND: said('没有这次运行。', '查看所有运行。'),
  PROGRAM_MISSING: said('方案所说的检查程序不在这台机器上。', '安装它后重试，或在方案里另说怎样检查。'),
  BROWSER_MISSING: said(
    '没有可以截图的浏览器。',
    '安装 Chromium，或在配置里指定：drover config set browser /path/to/chromium。',
  ),
  SCREENSHOT_FAILED: said('浏览器没有截到副本里程序的画面。', '看看程序是否有响应；drover logs 会说浏览器做了什么。'),
  SANDBOX_MISSING: said('本机没有可用的沙箱，而配置要求有。', 'doctor 会说缺什么；或设 sandbox: auto。'),
  SECRET_FOUND: said('改动里像是有密钥，什么都没有离开本机。', '在所说的文件和行里去掉它，然后重试。'),
  SESSION_ENDED: said('会话已经结束。', '开一个新的；历史里能看它做了什么。'),
  SESSION_NOT_FOUND: said('没有这个会话。', '查看所有会话。'),
  SETUP_FAILED: quoting('副本的准备步骤失败。', '问题里有它的输出；改正 setup 后重试。'),
  SSH_UNREACHABLE: said('用 ssh 连不上主机。', '自己用 ssh 试一下；可以回答重试，或不用它继续。'),
  STATE_CORRUPT: said('保存的状态损坏了。', '可以从备份恢复。'),
  STATE_MISSING: said('数据库不见了，而它做的东西还在。', '恢复一份备份，或从头开始。'),
  STATE_NEWER: said('状态由更新版本的 Drover 写成。', '请升级 Drover；没有改动任何东西。'),
  STATE_READ_ONLY: said('状态文件夹不能写。', '检查属主和权限，或用 DROVER_HOME 换地方。'),
  STATE_UNUSABLE: said('这个用户不能用这个状态文件夹。', '用 DROVER_HOME 换到本机磁盘上自己的文件夹。'),
  STEP_RUNNING: said('这个任务有另一步正在进行，没有开始新的。', '等它结束。'),
  STORE_FAILED: said('数据库出错，什么都没有写。', '请再试；doctor 会检查数据库。'),
  TASK_ENDED: said('任务已经结束。', '可以看它怎样结束的，或开一个新任务。'),
  TASK_NOT_FOUND: said('没有这个任务。', '列出任务。'),
  TEST_FAILED: said('测试不通过。', '看是哪些。'),
  TEXT_EMPTY: said('内容是空的。', '请说明要做什么。'),
  TEXT_NOT_FOUND: said('没有这篇文字。', '查看有哪些。'),
  TEXT_TOO_LONG: said('内容太长。', '最多 256 KiB；更长的请作为文件附上。'),
  TLS_UNUSABLE: said(
    'HTTP 入口的证书或密钥不能用，所以没有打开。',
    '把 PEM 格式的证书和密钥放到 surfaces.http.tls 指定的位置，密钥只允许自己读取（chmod 600）。',
  ),
  TREE_CHANGED: said('不该变的文件变了。', '不同之处已保存；看过之后重试。'),
  UNAUTHORIZED: said('只有人可以这样做。', '请在不属于 agent 的终端里做。'),
  UNKNOWN_KEY: said('没有这个配置项。', '请检查名称。'),
  UNKNOWN_WORD: said('Drover 不认识这个词。', '查看帮助。'),
  UNSUPPORTED: quoting('这里不支持。', '原文说明了可以怎样做。'),
  UPGRADE_FAILED: said('新版本没有取代现在的版本。', '消息里写了现在运行的版本和原因；换一个包，或再试一次。'),
  USAGE: said('没有看懂这个命令。', '查看帮助。'),
  USER_NOT_FOUND: said('没有这个用户。', '查看已配对的用户。'),
  WAIT_TIMEOUT: said('等的没有按时到来。', '它会继续；可以再问一次。'),
  WORKSPACE_LOCKED: said('这个 workspace 没有空位。', '等那个任务。'),
  WORKSPACE_NOT_FOUND: said('没有这个 workspace。', '查看列表，或添加一个。'),
};

export const isErrorCode = (code: string): boolean => Object.hasOwn(errorsInChinese, code);

const mostNames = 4;
const mostQuoted = 300;
/** Commands, quotations, ids, paths, addresses, files. */
const names =
  /`[^`\n]+`|"[^"\n]+"|(?<![\w/])(?:~|\.{1,2})?\/[^\s,;:]+[^\s,;:.]|[\w.-]+@[\w.:/-]+\w|\b[\w-]+-\d+\b|\b[\w-]+\.[a-z]\w{0,4}\b/g;

const unique = (found: readonly string[]): readonly string[] => [...new Set(found)];

/** What the code means, and what the English sentence names. */
export function codeInChinese(code: string, error: string): string {
  const known = (errorsInChinese as Readonly<Record<string, ErrorSaid | undefined>>)[code];
  const named = unique([...error.matchAll(names)].map(([name]) => name.replace(/^["`]|["`]$/g, ''))).slice(
    0,
    mostNames,
  );
  const sentence = known?.sentence ?? '没有成功。';
  if (known?.quotes === true && error !== '') return `${sentence}\n原文：“${error.slice(0, mostQuoted)}”`;
  return named.length === 0 ? sentence : `${sentence}（${named.join('，')}）`;
}

/** What to do next, then the commands for it. */
export function hintInChinese(code: string, hint: string): string {
  if (hint === '') return '';
  const known = (errorsInChinese as Readonly<Record<string, ErrorSaid | undefined>>)[code];
  const commands = unique([...hint.matchAll(/`([^`\n]+)`/g)].map(([, command = '']) => command));
  return [known?.hint ?? '', ...commands].filter((line) => line !== '').join('\n');
}
