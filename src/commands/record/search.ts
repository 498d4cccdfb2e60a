// All that was asked, answered, planned and said, searched. The index is brought up to the journal's end first.

import type { AnyThing } from '../../domain/any-thing.ts';
import type { TaskId } from '../../domain/ids.ts';
import type { Question } from '../../domain/question/question.ts';
import type { Run } from '../../domain/run/run.ts';
import { redact } from '../../domain/text/safe/redact.ts';
import type { Fact } from '../../domain/thing.ts';
import type { Passage } from '../../ports/search.ts';
import type { Reads } from '../../ports/store.ts';
import type { Command, CommandPorts } from '../ports.ts';
import { record } from '../shared/authorize.ts';
import { rootsInSight } from '../shared/sight.ts';

const page = 500;

/** What is found before it is known who may see it; who sees little may miss some of many. */
const mostFound = 5000;

export const searchHistory: Command<'service.search'> = async (ports, { words, limit }, peer) => {
  await catchUp(ports);
  const roots = await rootsInSight(ports, peer);
  if (roots === null) return { hits: ports.search.find(words, limit) };
  const seen = ports.search.find(words, mostFound).filter(({ task }) => roots.has(task as TaskId));
  return { hits: seen.slice(0, limit) };
};

/** Whoever was said something of in the journal is read again as it stands. */
async function catchUp({ store, search }: CommandPorts): Promise<void> {
  for (let more = true; more; ) {
    const after = search.position();
    const { facts, passages } = await store.read(async (reads) => {
      const found = await reads.facts({ after, limit: page });
      return { facts: found, passages: await readAgain(reads, found) };
    });
    const last = facts.at(-1);
    if (last !== undefined) search.put(passages, last.position);
    more = facts.length === page;
  }
}

async function readAgain(reads: Reads, facts: readonly Fact[]) {
  const things = new Set(facts.filter(({ thing }) => thing !== record).map(({ thing }) => thing));
  const passages = [];
  for (const id of things) {
    const thing = await reads.thing(id);
    if (thing !== null) passages.push(...passagesOf(thing, await questionsOf(reads, thing.kind, thing.task)));
  }
  return passages;
}

const questionsOf = async (reads: Reads, kind: string, task: Fact['task']) =>
  kind === 'task' || kind === 'chain' || kind === 'session' ? reads.questions({ task }) : [];

// The texts of a row that people look for again.

function passagesOf(thing: AnyThing, questions: readonly Question[]): readonly Passage[] {
  const parts: (readonly [part: string, text: string | null | undefined])[] = [...ownParts(thing)];
  const own = parts.map(([part, text]) => passage(thing, thing.id, part, thing.updatedAt, text));
  const asked = questions.flatMap((question) => [
    passage(thing, question.id, 'question', question.askedAt, question.text),
    question.state.kind === 'answered'
      ? passage(thing, question.id, 'answer', question.state.answer.at, question.state.answer.words)
      : null,
  ]);
  return [...own, ...asked].flatMap((each) => (each === null ? [] : [each]));
}

function passage(
  thing: AnyThing,
  id: string,
  part: string,
  at: number,
  text: string | null | undefined,
): Passage | null {
  if (text === null || text === undefined || text.trim() === '') return null;
  return { key: `${id} ${part}`, thing: id, task: thing.task, part, at, text: redact(text) };
}

function ownParts(thing: AnyThing): readonly (readonly [string, string | null | undefined])[] {
  switch (thing.kind) {
    case 'task': {
      const { spec, state } = thing;
      const {
        work: { report, plan },
        delivery: { title, body, pullRequest },
      } = state.known;
      return [
        ['task', spec.text],
        ['report', report?.text],
        ['plan', plan?.text],
        ['pull request', pullRequest === null ? null : [title ?? spec.title, pullRequest, body].join('\n')],
      ];
    }
    case 'run':
      return ofRun(thing);
    case 'message':
      return [['message', thing.spec.text]];
    case 'criterion':
    case 'session':
    case 'chain':
      return [];
  }
}

function ofRun({ spec, state }: Run): readonly (readonly [string, string | null])[] {
  if (!('prompt' in spec.purpose)) return [];
  const outcome = state.kind === 'ended' && state.result.kind === 'turn' ? state.result.turn.outcome : null;
  return [
    ['prompt', spec.purpose.prompt],
    ['answer', outcome !== null && 'text' in outcome ? outcome.text : null],
  ];
}
