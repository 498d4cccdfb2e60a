// Answers as people type them, in English and Chinese: which of a question's choices is meant. No guessing beyond this table.
import type { Choice } from './question.ts';

export type Meant = {
  readonly choice: Choice;
  /** What the answer said beyond the choice itself; null where nothing. */
  readonly words: string | null;
};

/** What a phrase may stand for, in the order in which a question's choices are looked through. */
const table: readonly { readonly phrase: RegExp; readonly choices: readonly string[] }[] = [
  {
    phrase: /^(?:y|yes|yep|yeah|ok|okay|go|go on|go ahead|sure|继续|可以|好|好的|好吧|行|是|是的|确认)$/,
    choices: ['yes', 'go', 'go_on', 'continue', 'more', 'submit', 'release', 'accept'],
  },
  { phrase: /^(?:fix|fix it|fix again|修|修吧|修复|再修一次)$/, choices: ['fix', 'yes', 'go'] },
  { phrase: /^(?:submit|submit it|commit|push|提交|提交吧)$/, choices: ['submit'] },
  {
    phrase: /^(?:n|no|cancel|stop|abort|abandon|give up|不|不要|不用|取消|放弃|算了)$/,
    choices: ['cancel', 'abandon', 'give_up', 'stop', 'deny'],
  },
  { phrase: /^(?:retry|again|try again|once more|重试|再试一次|再试)$/, choices: ['retry', 'again', 'fix'] },
  {
    phrase: /^(?:look again|look once more|再看|再看看|再看一下|再看看日志|再查查)$/,
    choices: ['again', 'retry'],
  },
  { phrase: /^(?:that is all|that's all|enough|就这样|够了)$/, choices: ['enough'] },
  { phrase: /^(?:deployed|it is deployed|部署好了|已部署|部署完了|上线了)$/, choices: ['deployed'] },
  { phrase: /^(?:skip|skip it|跳过)$/, choices: ['skip', 'without'] },
  { phrase: /^(?:wait|等等|等一下)$/, choices: ['wait'] },
  { phrase: /^(?:skip verification|no verification|跳过验证|不用验证)$/, choices: ['skip'] },
  { phrase: /^(?:发布吧|可以发布)$/, choices: ['release'] },
  { phrase: /^这一次$/, choices: ['once'] },
  { phrase: /^一直允许$/, choices: ['always'] },
  { phrase: /^(?:next|next one|下一个|接着做)$/, choices: ['continue'] },
  { phrase: /^(?:accept|agreed|接受|同意)$/, choices: ['accept'] },
  { phrase: /^(?:keep the old|keep it|保留|保留原计划|不变)$/, choices: ['keep'] },
  { phrase: /^(?:split|split it|拆分|拆开)$/, choices: ['split'] },
  { phrase: /^(?:pause|park|park it|暂停|先停一下)$/, choices: ['pause'] },
  { phrase: /^(?:i look|i look myself|let me look|我自己看|我来看看)$/, choices: ['look'] },
  { phrase: /^(?:i code|i do it|i handle it|我来|我自己来|我来处理)$/, choices: ['code', 'handle', 'look'] },
  { phrase: /^(?:roll back|roll it back|revert|revert it|回滚|撤回)$/, choices: ['roll_back'] },
  { phrase: /^(?:release|release it|发布|完成|结束)$/, choices: ['release'] },
  { phrase: /^(?:once|allow once|允许|允许一次)$/, choices: ['once'] },
  { phrase: /^(?:always|allow always|always allow|总是|总是允许)$/, choices: ['always'] },
  { phrase: /^(?:deny|refuse|拒绝|不允许)$/, choices: ['deny'] },
  { phrase: /^(?:ignore|ignore it|忽略|不管)$/, choices: ['ignore'] },
];

const proposal = /^(?:use |take |用|选)?(?:proposal|option|plan|方案|提案)\s*(\d{1,2})$/;
const looksAtLogs = /日志|log/;

/** By id, number, label, or the table; null where it is none of them. */
export function choiceMeant(choices: readonly Choice[], given: string): Meant | null {
  const text = normal(given);
  const plain = choices.find(({ id, label }) => normal(id) === text || normal(label) === text);
  if (plain !== undefined) return { choice: plain, words: null };
  const numbered = /^\d{1,2}$/.test(text) ? choices[Number(text) - 1] : undefined;
  if (numbered !== undefined) return { choice: numbered, words: null };
  const [, number] = proposal.exec(text) ?? [];
  const wanted = number === undefined ? ofPhrase(text) : [`proposal_${Number(number)}`];
  const choice = wanted.flatMap((id) => choices.filter((each) => each.id === id))[0];
  if (choice === undefined) return null;
  return { choice, words: choice.words !== 'none' && looksAtLogs.test(text) ? given.trim() : null };
}

const ofPhrase = (text: string): readonly string[] =>
  table.filter(({ phrase }) => phrase.test(text)).flatMap(({ choices }) => choices);

/** Width, case, surrounding blanks and closing punctuation do not matter. */
const normal = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .trim()
    .replace(/[\s_]+/g, ' ')
    .replace(/[.!,。!、]+$/, '');
