// What a chain asks a person, and where each answer leads. Policy never answers: a chain stops for people only.
import { answerBudget, sayRaised } from '../parts/budget.ts';
import { chooseAgents } from '../parts/switch-agent.ts';
import { takeTrust } from '../parts/trust.ts';
import { choice } from '../question/choice.ts';
import type { Answer, Choice } from '../question/question.ts';
import { agentAt, agentsFor, usedBy } from './agents.ts';
import { type ChainState, type ChainStep, type ChainView, turns } from './chain.ts';
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
  trust: [],
  budget: [],
  agent: [],
};

export const askSteps: ChainRows<'trouble' | 'asking' | 'parked'> = {
  trouble: { ...atWork, says: 'waits for a person', act: null, decide: askPerson },
  asking: {
    ...atWork,
    pause: 'none',
    says: 'waits for a person',
    slot: ({ questions }, at) => questions.find(({ key }) => key === at.key)?.state.kind !== 'answered',
    act: null,
    decide: heed,
  },
  parked: {
    ...atWork,
    pause: 'none',
    says: 'parked',
    slot: ({ thing, notices }) => !notices.some(({ kind, seq }) => kind === 'resume' && seq > thing.state.since),
    act: null,
    decide: goOn,
  },
};

function askPerson({ thing: { state } }: ChainView, { kind: _, asks, ...about }: Step<'trouble'>): ChainDecision {
  const key = `${about.on}-${state.asked + 1}`;
  return {
    kind: 'ask',
    question: {
      key,
      kind: 'stuck',
      binding: `${key}:${state.plan}`,
      shown: { text: about.text, done: state.done },
      ...asks,
      text: about.text,
      choices: [
        ...(asks?.choices ?? choices[about.on]),
        choice('park', 'stop here; it can go on later'),
        choice('cancel', 'end the chain'),
      ],
    },
    answeredBy: null,
    state: go({ ...state, asked: state.asked + 1 }, { ...about, ...(asks && { asks }), kind: 'asking', key }),
    said: [],
  };
}

function heed(view: ChainView, at: Step<'asking'>): ChainDecision {
  const asked = view.questions.find(({ key }) => key === at.key);
  if (asked?.state.kind !== 'answered') return wait('a person');
  return take(view, at, asked.state.answer);
}

/** Of what a person had to see. */
function trusted({ state, at, by, choice: chosen }: Given): ChainDecision {
  const { toTrust, copyFiles } = state.known.place;
  if (toTrust === undefined) return advance(state, at.back);
  const { said, ...seen } = takeTrust({ toTrust, copyFiles }, { choice: chosen, by });
  return advance(state, at.back, said, { place: seen });
}

/** Of what its agents may use. */
function allowed({ view, state, at, choice: chosen, words, by }: Given): ChainDecision {
  if (at.back.kind !== 'turn') return advance(state, at.back);
  const agent = agentAt(view.thing, at.back);
  const budget = answerBudget(view.thing, usedBy(view), { choice: chosen, words, agent });
  return advance({ ...state, budget }, at.back, [sayRaised(budget, by)]);
}

/** Another agent goes on, and does so with the plans that follow. */
function moved({ view: { thing }, state, at, words }: Given): ChainDecision {
  const { back } = at;
  if (back.kind !== 'turn') return advance(state, back);
  const { by } = turns[back.turn];
  const listed = agentsFor(thing, back);
  const agents = chooseAgents(thing.spec, listed.at(-1), listed, words ?? '');
  if (agents === null) {
    const { key: _, ...about } = at;
    return advance(state, { ...about, kind: 'trouble' }, [{ kind: 'agent_unknown', data: { agent: words ?? '' } }]);
  }
  const { chosen, agents: numbers } = state.known.work;
  return advance(state, back, [], { work: { chosen: { ...chosen, [by]: agents }, agents: { ...numbers, [by]: 0 } } });
}

type Given = {
  readonly view: ChainView;
  readonly choice: string;
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
  trust: trusted,
  take: trusted,
  leave: trusted,
  more: allowed,
  cheaper: allowed,
  another: moved,
};

function take(view: ChainView, at: Step<'asking'>, { choice: chosen, words, by }: Answer): ChainDecision {
  const { state } = view.thing;
  const given: Given = { view, state, at, choice: chosen, words, by };
  return answers[chosen]?.(given) ?? advance(noted(given, words ?? chosen), withWords(at.back, words));
}

const withWords = (back: ChainStep, words: string | null): ChainStep =>
  back.kind === 'turn' && words !== null ? { ...back, findings: [...back.findings, `A person says: ${words}`] } : back;

function goOn({ thing: { state }, notices }: ChainView, { back }: Step<'parked'>): ChainDecision {
  const resumed = notices.findLast(({ kind, seq }) => kind === 'resume' && seq > state.since);
  if (resumed === undefined) return wait('a person: it is parked');
  return advance({ ...state, since: resumed.seq }, back, [{ kind: 'chain_resumed', data: { by: resumed.by } }]);
}
