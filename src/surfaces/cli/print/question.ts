// Questions as a person reads them.
import type {
  QuestionAnswered,
  QuestionList,
  QuestionProposed,
  QuestionView,
  QuestionWatched,
} from '../../../contract/question.ts';
import { span } from './amounts.ts';
import { indent, wrap } from './cells.ts';
import { inside, type Look, paint } from './look.ts';

/** `[2] look  look at X first (your words)`, numbered from 1. */
export const choiceLines = (look: Look, { choices }: QuestionView): string[] =>
  choices.map(({ id, label, words }, index) => {
    const more =
      words === 'none' ? '' : paint(look, 'dim', words === 'required' ? '  + your words' : '  (+ your words)');
    return `${paint(look, 'cyan', `[${index + 1}]`)} ${paint(look, 'bold', id)}${label === id ? '' : `  ${label}`}${more}`;
  });

/** Words of others, which may be Markdown, in lines that fit. */
export const proseOf = (text: string, look: Look): string => look.markdown?.(text.trim(), look) ?? text.trim();

/** Without its choices. */
export const questionBody = (look: Look, question: QuestionView): string => {
  const head = `${paint(look, 'yellow', question.id)} ${paint(look, 'dim', `${question.about} ${question.kind}, ${span(look.now - question.asked_at)}`)}`;
  return `${head}\n${indent(proseOf(question.text, inside(look)))}`;
};

export const questionText = (look: Look, question: QuestionView): string =>
  [
    questionBody(look, question),
    ...choiceLines(look, question).map((line) => indent(wrap(line, look.width - 2))),
    ...answered(question),
  ].join('\n');

/** For who had it before them when somebody else was faster. */
export const overText = ({ id, state, answer }: QuestionView): string =>
  state === 'answered' && answer !== null
    ? `${id} was answered meanwhile by ${answer.by} (${answer.channel}): ${answer.choice}${answer.words === null ? '' : ` "${answer.words}"`}`
    : `${id} is not asked any more.`;

const watched = ({ question }: QuestionWatched): string => overText(question);

const answered = ({ answer }: QuestionView): string[] =>
  answer === null
    ? []
    : [
        `  answered: ${answer.choice}${answer.words === null ? '' : ` "${answer.words}"`} by ${answer.by} (${answer.channel})`,
      ];

const list = ({ questions }: QuestionList, look: Look): string =>
  questions.length === 0
    ? 'Nothing waits for you.'
    : questions.map((question) => questionText(look, question)).join('\n\n');

const told = ({ task, about, choice, label, restated }: QuestionAnswered): string =>
  restated !== undefined
    ? `Answered: ${label}. It is ${restated} now; see \`drover task watch ${restated}\`.`
    : `Answered: ${label === '' ? choice : label}. ${about} ${becomes(choice)}; see \`drover ${seenBy(task, about)}\`.`;

/** What an answer makes of who asked. */
const becomes = (choice: string): string => (Object.hasOwn(endings, choice) ? (endings[choice] ?? '') : 'goes on');

const endings: Readonly<Record<string, string>> = {
  abandon: 'is given up and ends',
  cancel: 'is cancelled and ends',
  code: 'is in your hand',
  look: 'is in your hand',
  park: 'stays parked',
  pause: 'is paused',
  stop: 'begins no further feature',
  wait: 'waits',
};

/** Sessions, by their names, chains and runs by themselves ask too. */
function seenBy(thing: string, about: string): string {
  if (/^s\d+$/.test(thing)) return `pane ${about}`;
  if (/^x\d+$/.test(thing)) return `chain show ${thing}`;
  return /^r\d+$/.test(thing) ? `logs ${thing}` : `task watch ${thing}`;
}

const proposed = ({ question, binding, agent, proposal }: QuestionProposed): string =>
  proposal === null
    ? `That was not understood; see the choices: drover answer ${question}`
    : [
        `${agent ?? 'Drover'} takes it for: ${proposal.choice} (${proposal.label})${proposal.words === null ? '' : ` "${proposal.words}"`}`,
        `If that is so: drover answer ${question} ${proposal.choice}${proposal.words === null ? '' : ' "..."'} --binding ${binding}`,
      ].join('\n');

export const questionPrinters = {
  'question.answer': told,
  'question.list': list,
  'question.propose': proposed,
  'question.watch': watched,
};
