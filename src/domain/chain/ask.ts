// What a chain asks a person, and where each answer leads. Policy never answers: a chain stops for people only.
import type { Answer, Choice } from '../question/question.ts';
import { choice } from '../task/ask.ts';
import type { ChainState, ChainStep, ChainView } from './chain.ts';
import { advance, atWork, type ChainDecision, type ChainRows, go, type Step, wait } from './moves.ts';

const choices: Readonly<Record<Step<'trouble'>['on'], readonly Choice[]>> = {
  trouble: [choice('retry', 'try again')],
  rounds: [choice('go_on', 'take it as it is'), choice('again', 'three rounds more', 'optional')],
  divergence: [
    choice('replan', 'make the plan anew with this in mind, and have it reviewed', 'optional'),
    choice('back', 'back to the plan', 'optional'),
    choice('go_on', 'take it as it is'),
  ],
  unclear: [choice('answer', 'say it', 'required'), choice('go_on', 'let it decide by itself')],
};

export const askSteps: ChainRows<'trouble' | 'asking' | 'parked'> = {
  trouble: { ...atWork, act: null, decide: askPerson },
  asking: {
    ...{ ...atWork, pause: 'none' },
    slot: ({ questions }, at) => questions.find(({ key }) => key === at.key)?.state.kind !== 'answered',
    act: null,
    decide: heed,
  },
  parked: {
    ...{ ...atWork, pause: 'none' },
    slot: ({ thing, notices }) => !notices.some(({ kind, seq }) => kind === 'resume' && seq > thing.state.since),
    act: null,
    decide: goOn,
  },
};

function askPerson({ thing: { state } }: ChainView, { kind: _, ...about }: Step<'trouble'>): ChainDecision {
  const key = `${about.on}-${state.asked + 1}`;
  return {
    kind: 'ask',
    question: {
      key,
      kind: 'stuck',
      text: about.text,
      choices: [
        ...choices[about.on],
        choice('park', 'stop here; it can go on later'),
        choice('cancel', 'end the chain'),
      ],
      binding: `${key}:${state.plan}`,
      shown: { text: about.text, done: state.done },
    },
    answeredBy: null,
    state: go({ ...state, asked: state.asked + 1 }, { ...about, kind: 'asking', key }),
    said: [],
  };
}

function heed({ thing: { state }, questions }: ChainView, at: Step<'asking'>): ChainDecision {
  const asked = questions.find(({ key }) => key === at.key);
  if (asked?.state.kind !== 'answered') return wait('a person');
  return take(state, at, asked.state.answer);
}

type Given = {
  readonly state: ChainState;
  readonly at: Step<'asking'>;
  readonly words: string | null;
  readonly by: string;
};

/** What a person decided is in the hand-off note. */
const noted = ({ state, at, by }: Given, what: string): ChainState => ({
  ...state,
  notes: [...state.notes, `${by}: ${what} (${at.text.split('\n')[0]})`],
});

/** Where each answer leads that does not go back with its words. */
const answers: Readonly<Record<string, (given: Given) => ChainDecision>> = {
  cancel: ({ state, at, by }) => advance({ ...state, stopping: by }, at),
  park: ({ state, at, by }) =>
    advance(state, { kind: 'parked', back: at.back }, [{ kind: 'chain_parked', data: { by } }]),
  go_on: (given) => advance(noted(given, 'taken as it is'), given.at.accept ?? given.at.back),
  replan: (given) =>
    advance(noted(given, 'the plan is made anew'), withWords(given.at.replan ?? given.at.back, given.words)),
};

function take(state: ChainState, at: Step<'asking'>, { choice: chosen, words, by }: Answer): ChainDecision {
  const given: Given = { state, at, words, by };
  return answers[chosen]?.(given) ?? advance(noted(given, words ?? chosen), withWords(at.back, words));
}

const withWords = (back: ChainStep, words: string | null): ChainStep =>
  back.kind === 'turn' && words !== null ? { ...back, findings: [...back.findings, `A person says: ${words}`] } : back;

function goOn({ thing: { state }, notices }: ChainView, { back }: Step<'parked'>): ChainDecision {
  const resumed = notices.findLast(({ kind, seq }) => kind === 'resume' && seq > state.since);
  if (resumed === undefined) return wait('a person: it is parked');
  return advance({ ...state, since: resumed.seq }, back, [{ kind: 'chain_resumed', data: { by: resumed.by } }]);
}
