// WT-111: whatever Drover says in tasks, questions and replies is said in Chinese too. A sentence that is new in the sources fails here until it stands in the table.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { errors } from '../../src/contract/errors/errors.ts';
import { errorsInChinese, hintInChinese } from '../../src/domain/text/chinese/errors-in-chinese.ts';
import { factsInChinese } from '../../src/domain/text/chinese/facts-in-chinese.ts';
import { findingsInChinese } from '../../src/domain/text/chinese/findings-in-chinese.ts';
import { saidInChinese } from '../../src/domain/text/chinese/said-in-chinese.ts';
import { errorInChinese, stateInChinese, textInChinese } from '../../src/domain/text/chinese/to-chinese.ts';
import { readLiterals } from '../read-literals.ts';

const root = join(import.meta.dirname, '../../src');
const files = globSync(
  [
    'domain/task/**/*.ts',
    'domain/chain/{ask,check,follow,moves,prepare,turn}.ts',
    'domain/criterion/*.ts',
    'domain/parts/*.ts',
    'domain/evidence/{compare-base,coverage,judge-*,lines,order-failures,proof-table,reached,say-*,settle-doubt}.ts',
    'domain/fact/*.ts',
    'domain/feature/next-feature.ts',
    'domain/flow/{added,bind-values,loop,pre-analysis}.ts',
    'domain/standstill/find-standstills.ts',
    'domain/environment/{compare,judge-since}.ts',
    'domain/plan/{size-of,plan-from}.ts',
    'domain/run/why-no-answer.ts',
    'domain/session/{budget,permission-question,resume}.ts',
    'domain/text/environment-notes.ts',
    'commands/chain/chain.ts',
    'commands/{flow,run}/*.ts',
    'commands/session/{send,status,stop}.ts',
    'commands/task/{criteria-view,describe-state,control,preview/preview,proof,say,show}.ts',
    'contract/flow/{check-words,read-added,read-flow,said-twice}.ts',
    'channels/{read-secret,tell-only}.ts',
    'channels/{desktop,email,ntfy,webhook}/*.ts',
    'effects/**/*.ts',
    'gates/{answers,imports,lfs,secrets,silencing-rows,split-words,text-rules}.ts',
    'gates/{coverage,limits,tamper}/*.ts',
    'gates/detect/{node,python}.ts',
    'gates/expectations/tell-expectations.ts',
    'gates/functions/{read-functions,worker}.ts',
    'gates/read/hear-canary.ts',
    'engine/ask-about-effect.ts',
    'keeper/client/*.ts',
    'gates/{plan,read/read}.ts',
  ],
  { cwd: root },
)
  .filter((file) => !file.endsWith('.test.ts'))
  .toSorted();

/** Choices have a table of their own; what is waited for, thrown, or told to an agent is not said to a person. */
const notSaid = /^(?:choice|wait|Error|failed|fail|fix|plainRun|once|on|log|matchAll|warn)$|Prompt$/;

/** To agents, to programs, to who reads the journal or a forge. */
const toOthers: readonly RegExp[] = [
  /^The plan stays as it was agreed/,
  /^What you write into the folder of a submodule /,
  /^Look in the folder /,
  /^there is \{\} in it$/,
  /^A review of the plan before found this/,
  /Changed meanwhile/,
  /Files that came with this task/,
  /^\{\}\n\nA person advises/,
  /^\{\}\n\nThe person changed this/,
  /was done before and did not fit together/,
  /^The change was deployed, and the trouble is not gone\.\{\}/,
  /^ The person says/,
  /^A person says/,
  /What the analysis found/,
  /^Another proposal: /,
  /^Wanted besides: /,
  /^Fix this, and nothing else/,
  /^A review of the whole change found this/,
  /^Takes back what /,
  /^It came in by /,
  /^This undoes the code alone/,
  /Drover-Task: /,
  /^The end of its log/,
  /expected a duration like/,
  /there is no server "/,
  /^; the nearest is/,
  /^\{\} No turn of /,
  /^the agent's limit: /,
  /^no way leads on from/,
  /^a (?:task|criterion|chain|session|message)(?: at \{\})? never performs/,
  /^a plan without criteria$/,
  /^features: /,
  /^a fix is a step$/,
  /is decided before$/,
  /^It leaves the plan: /,
  /^The work left the plan: /,
  /^asks what a person must decide$/,
  /^says that the work leaves its plan$/,
  /^a person to (?:resume|allow more)$/,
  /^the end of what runs$/,
  /^(?:taken as it is|the plan is made anew)$/,
  /^a person, in the chain$/,
  /^the chain: no test gate is configured to prove it$/,
  /^red without a test gate$/,
  /^Policy: /,
  /^The tree to be checked$/,
  /^Error: no test specified$/,
  /more characters are left out\]$/,
  /^another driver took over$/,
  /^Waiting for you$/,
  // Choices; `labels.test.ts` has them.
  /^(?:go on with (?:a cheaper model|it$|what is known)|go on without \{\}: |try it again$|look again; lines|raise the budget \()/,
  /^(?:take it as failed|leave it ended|end the session|answer in words|allow for this |always allow here)/,
  /^it was allowed before$/,
];

/** As it would be shown: something in each place. */
const shown = (text: string): string => {
  let count = 0;
  const spelled = text.replaceAll('{by}', ' by Ada').replaceAll('{about}', 'SC-1: ');
  return spelled.replace(/(^|.)\{\}/g, (_, before: string) => {
    count += 1;
    return `${before}${/[.?:)]/.test(before) ? ' ' : ''}N${count}`;
  });
};

/** Three words in a row, apart from what is quoted and from commands. */
const english = (text: string): string | null =>
  /(?<![\w-])[A-Za-z']{2,}(?: [A-Za-z']{2,}){2,}/.exec(text.replace(/`[^`]*`|“[^”]*”|drover [\w ]+/g, ' '))?.[0] ??
  null;

const sentences = files.flatMap((file) =>
  readLiterals(readFileSync(join(root, file), 'utf8'))
    .filter(({ calls, text }) => !calls.some((name) => notSaid.test(name)) && !toOthers.some((of) => of.test(text)))
    .flatMap(({ text }) => text.split('\n'))
    .filter((line) => english(shown(line.trim())) !== null)
    .map((line) => [file, line.trim()] as const),
);

describe('WT-111 all that a person meets in chat is there in Chinese', () => {
  it('every sentence of tasks, questions, states and replies', () => {
    expect(sentences.length).toBeGreaterThan(120);
    const without = sentences.filter(([, line]) => english(stateInChinese(shown(line))) !== null);
    expect(without.map(([file, line]) => `${file}: ${line}`)).toEqual([]);
  });

  it('every error code: its sentence, its hint, and what they name', () => {
    expect(Object.keys(errorsInChinese).toSorted()).toEqual(Object.keys(errors).toSorted());
    for (const [code, { sentence, hint }] of Object.entries(errors)) {
      const said = `${errorInChinese(code, sentence)}\n${hintInChinese(code, hint)}`;
      const words = said.split('\n').filter((line) => !line.startsWith('drover ') && !line.includes(' {'));
      for (const line of words) expect([code, english(line)]).toEqual([code, null]);
      expect([code, /\p{Script=Han}/u.test(said)]).toEqual([code, true]);
    }
    expect(errorInChinese('TASK_NOT_FOUND', 'There is no task shop-99.')).toBe('没有这个任务。（shop-99）');
    expect(hintInChinese('TASK_NOT_FOUND', 'List them with `drover task list --all`.')).toBe(
      '列出任务。\ndrover task list --all',
    );
    expect(errorInChinese('GIT_FAILED', 'git said: fatal: bad object')).toBe(
      'git 拒绝了或出错了。\n原文：“git said: fatal: bad object”',
    );
    const spent = 'claude was ended, for it had used its 500 tokens (--max-tokens).';
    expect(errorInChinese('CANCELLED', spent)).toBe('claude 用完了它的 500 个 token（--max-tokens），已被结束。');
    const late = 'pi tells what it used only at its end (--max-tokens).';
    expect(errorInChinese('UNSUPPORTED', late)).toBe('pi 到结束时才说用了多少（--max-tokens）。');
    expect(errorInChinese('OF_TOMORROW', 'It is new in "shop".')).toBe('没有成功。（shop）');
  });

  it('with all that stands in a sentence, and nothing else', () => {
    for (const [of, chinese] of Object.entries({ ...factsInChinese, ...findingsInChinese, ...saidInChinese })) {
      const places = (text: string) => [...text.matchAll(/\{(\d)[!#@]?\}/g)].map(([, number]) => number).toSorted();
      const left = places(of).filter((number) => !places(chinese).includes(number));
      expect([of, places(chinese).every((number) => places(of).includes(number)), left.length < 3]).toEqual([
        of,
        true,
        true,
      ]);
      expect(chinese).toMatch(/[\p{Script=Han}：；，（]/u);
    }
  });

  it('and what others wrote stays, also where it is a word of ours', () => {
    expect(textInChinese('plan\npaused\nnothing that I know\nCause: plan')).toBe(
      'plan\npaused\nnothing that I know\n原因：plan',
    );
    expect(textInChinese('Start in plan from draft (0123abcd)?')).toBe('在 plan 开始，基于 draft（0123abcd）？');
  });

  it('in time, however long and odd a line is', () => {
    const line = `Cause: ${'has used of of. (at) '.repeat(5000)}`;
    expect(textInChinese(`${line}\n${line}`)).toMatch(/^原因：/);
    expect(textInChinese('- '.repeat(2000))).toBe('- '.repeat(2000));
    expect(textInChinese('of (a) '.repeat(90))).toContain('of');
  });
});
