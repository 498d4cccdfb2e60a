// What a chain asks a person, and where each answer leads. Policy never answers: a chain stops for people only.
import type { Answer, Choice } from '../question/question.ts';
import { choice } from '../task/ask.ts';
import type { ChainState, ChainStep, ChainView } from './chain.ts';
import { advance, type ChainDecision, go, type Step, wait } from './move.ts';

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

export function askPerson({ thing: { state } }: ChainView, { kind: _, ...about }: Step<'trouble'>): ChainDecision {
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

export function heed({ thing: { state }, questions }: ChainView, at: Step<'asking'>): ChainDecision {
  const asked = questions.find(({ key }) => key === at.key);
  if (asked?.state.kind !== 'answered') return wait('a person');
  return take(state, at, asked.state.answer);
}

function take(state: ChainState, at: Step<'asking'>, { choice: chosen, words, by }: Answer): ChainDecision {
  const noted = (what: string): ChainState => ({
    ...state,
    notes: [...state.notes, `${by}: ${what} (${at.text.split('\n')[0]})`],
  });
  switch (chosen) {
    case 'cancel':
      return advance({ ...state, stopping: by }, at);
    case 'park':
      return advance(state, { kind: 'parked', back: at.back }, [{ kind: 'chain_parked', data: { by } }]);
    case 'go_on':
      return advance(noted('taken as it is'), at.accept ?? at.back);
    case 'replan':
      return advance(noted('the plan is made anew'), withWords(at.replan ?? at.back, words));
    default:
      return advance(noted(words ?? chosen), withWords(at.back, words));
  }
}

const withWords = (back: ChainStep, words: string | null): ChainStep =>
  back.kind === 'turn' && words !== null ? { ...back, findings: [...back.findings, `A person says: ${words}`] } : back;
