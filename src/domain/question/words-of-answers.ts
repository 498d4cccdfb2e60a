// Answers as people type them, in English and Chinese: which of a question's choices is meant. No guessing beyond this table.
import type { Choice, QuestionDraft } from './question.ts';

export type Meant = {
  readonly choice: Choice;
  /** What the answer said beyond the choice itself; null where nothing. */
  readonly words: string | null;
  /** Plain assent where no choice is recommended and safe: this is what it would do, and nothing follows before it is said by name. */
  readonly unsure?: true;
};

type Asked = Pick<QuestionDraft, 'choices' | 'assent'>;

const assent =
  /^(?:y|yes|yep|yeah|ok|okay|k|lgtm|ship it|looks good|sounds good|go|go on|go ahead|proceed|start|start it|do it|sure|fine|agreed|👍+|👌+|✅+|🆗|继续|继续吧|可以|可以的|可以了|好|好的|好啊|好吧|行|行吧|行啊|嗯|嗯嗯|对|对的|是|是的|没问题|确认|同意|开始|开始吧|就这样吧|就这么做|就这么办)$/u;
const refusal =
  /^(?:n|no|nope|cancel|cancel it|stop|abort|abandon|give up|drop it|never mind|👎+|❌+|不|不要|不要了|不用|不用了|取消|取消吧|放弃|算了|不做了)$/u;
const repair = /^(?:fix|fix it|fix again|修|修吧|修复|再修一次)$/;

/** What plain assent may stand for where nothing is recommended: proposed, never taken. */
const wouldDo = ['yes', 'go', 'go_on', 'continue', 'more', 'submit', 'release', 'accept'] as const;

/** What a phrase may stand for, in the order in which a question's choices are looked through. */
const table: readonly { readonly phrase: RegExp; readonly choices: readonly string[] }[] = [
  { phrase: repair, choices: ['fix'] },
  { phrase: /^(?:submit|submit it|commit|push|提交|提交吧)$/, choices: ['submit'] },
  { phrase: refusal, choices: ['cancel', 'abandon', 'give_up', 'stop', 'deny'] },
  { phrase: /^(?:retry|again|try again|once more|重试|再试一次|再试)$/, choices: ['retry', 'again', 'fix'] },
  {
    phrase: /^(?:look again|look once more|再看|再看看|再看一下|再看看日志|再查查)$/,
    choices: ['again', 'retry'],
  },
  { phrase: /^(?:that is all|that's all|enough|就这样|够了)$/, choices: ['enough'] },
  { phrase: /^(?:deployed|it is deployed|部署好了|已部署|部署完了|上线了)$/, choices: ['deployed'] },
  { phrase: /^(?:skip|skip it|跳过)$/, choices: ['skip', 'without'] },
  { phrase: /^(?:wait|等等|等一下|等我部署看看|等我部署)$/, choices: ['wait'] },
  { phrase: /^(?:skip verification|no verification|跳过验证|不用验证)$/, choices: ['skip'] },
  { phrase: /^(?:发布吧|可以发布)$/, choices: ['release'] },
  { phrase: /^这一次$/, choices: ['once'] },
  { phrase: /^一直允许$/, choices: ['always'] },
  { phrase: /^(?:next|next one|下一个|接着做)$/, choices: ['continue'] },
  { phrase: /^(?:accept|接受)$/, choices: ['accept'] },
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

const digits = '(\\d{1,2}|[一二两三四五六七八九十])';
const listed = new RegExp(`^(?:(?:no\\.? ?|#|选|选第|第) ?)?${digits}(?:个|号|项)?吧?$`);
const proposal = new RegExp(`^(?:use |take |go with |就用|用|按|选)?(?:proposal|option|plan|方案|提案) ?${digits}吧?$`);
const looksAtLogs = /日志/;

/** By id, number, label, or the table; null where it is none of them. */
export function choiceMeant({ choices, assent: safe }: Asked, given: string): Meant | null {
  const text = normal(given);
  const plain = choices.find(({ id, label }) => normal(id) === text || normal(label) === text);
  if (plain !== undefined) return { choice: plain, words: null };
  const numbered = choices[numberIn(listed, text) - 1];
  if (numbered !== undefined) return { choice: numbered, words: null };
  const proposed = proposalAt(choices, numberIn(proposal, text));
  if (proposed !== null) return { choice: proposed, words: null };
  const chosen = first(choices, ofPhrase(text));
  if (chosen !== null)
    return { choice: chosen, words: chosen.words !== 'none' && looksAtLogs.test(text) ? given.trim() : null };
  return isAssent(given) || repair.test(text) ? assentMeant({ choices, ...(safe && { assent: safe }) }) : null;
}

/** What plain assent means here; null: nothing that it could do. */
export function assentMeant({ choices, assent: safe }: Asked): Meant | null {
  const recommended = choices.find(({ id }) => id === safe);
  if (recommended !== undefined) return { choice: recommended, words: null };
  const would = first(choices, wouldDo);
  return would === null ? null : { choice: would, words: null, unsure: true };
}

/** `ok`, `继续`, 👍: says yes to whatever is asked, and nothing more. */
export const isAssent = (given: string): boolean => assent.test(normal(given));
export const isRefusal = (given: string): boolean => refusal.test(normal(given));

/** Words that answer something and are no task, whatever is asked. */
export function isAnswer(given: string): boolean {
  const text = normal(given);
  return isAssent(given) || listed.test(text) || proposal.test(text) || ofPhrase(text).length > 0;
}

const first = (choices: readonly Choice[], ids: readonly string[]): Choice | null =>
  ids.flatMap((id) => choices.filter((each) => each.id === id))[0] ?? null;

const ofPhrase = (text: string): readonly string[] =>
  table.filter(({ phrase }) => phrase.test(text)).flatMap(({ choices }) => choices);

/** As it is shown: by the number in its label, else by its place, where the plan itself may stand. */
function proposalAt(choices: readonly Choice[], number: number): Choice | null {
  if (number === 0) return null;
  const named = choices.find(({ label }) => new RegExp(`^proposal ${number}\\b`).test(label));
  const placed = choices[number - 1];
  return named ?? (placed?.id === 'go' ? placed : null);
}

/** 0 where it is no such number. */
function numberIn(pattern: RegExp, text: string): number {
  const [, said = ''] = pattern.exec(text) ?? [];
  const chinese = '一二三四五六七八九十'.indexOf(said === '两' ? '二' : said);
  return said === '' ? 0 : chinese < 0 ? Number(said) : chinese + 1;
}

/** Width, case, skin, surrounding blanks and closing punctuation do not matter. */
const normal = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\ufe0f|\p{Emoji_Modifier}/gu, '')
    .trim()
    .replace(/[\s_]+/g, ' ')
    .replace(/[.!,。!、~]+$/, '');
