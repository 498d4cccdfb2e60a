// A task that several do, each for itself: every rival is a task of its own with a copy of its own and the same agreed plan. A person takes one of them, whose tree is proven once more here; the others stay as they ended.

import type { ChildDraft } from '../../decision.ts';
import { defined } from '../../defined.ts';
import { totalsOf } from '../../evidence/bound-list.ts';
import { isRival, sayWorker } from '../../feature/part.ts';
import { numbered } from '../../question/by-numbers.ts';
import { choice } from '../../question/choice.ts';
import type { Choice } from '../../question/question.ts';
import { nothingSpent } from '../../run/spent.ts';
import { sayUsed } from '../../text/amounts.ts';
import { sayFew } from '../../text/counted.ts';
import { ask } from '../ask.ts';
import { restoreCopy } from '../copy-acts.ts';
import { beginCriteria } from '../criteria/next.ts';
import { endUndone } from '../judge-outcome.ts';
import {
  advance,
  copyOf,
  go,
  known,
  learning,
  placeOf,
  type Step,
  type TaskDecision,
  type TaskView,
  wait,
  wordsBefore,
} from '../moves.ts';
import { outcomeWords } from '../outcome.ts';
import type { RoleSettings, Settings } from '../settings/settings.ts';
import { atWork, type Given, type StepRows } from '../step-row.ts';
import { firstTaskState, type Task, type TaskSpec, type TaskState } from '../task.ts';
import { childTasks, setUpOf, tellParts } from './child.ts';

const following: Step<'following_rivals'> = { kind: 'following_rivals' };

/** In the order of their numbers. */
export const rivalsAmong = (tasks: readonly Task[]): readonly Task[] =>
  tasks
    .filter(({ spec }) => isRival(spec))
    .toSorted((one, other) => (one.spec.part?.number ?? 0) - (other.spec.part?.number ?? 0));

const rivalsOf = (view: TaskView): readonly Task[] => rivalsAmong(childTasks(view));

function followRivals(view: TaskView): TaskDecision {
  const { state, spec } = view.thing;
  const rivals = rivalsOf(view);
  const missing = (spec.rivals ?? []).flatMap((agents, at) =>
    rivals.some(({ spec: { part } }) => part?.number === at + 1) ? [] : [rivalChild(view, agents, at + 1)],
  );
  if (missing.length > 0)
    return {
      kind: 'spawn',
      children: missing,
      state,
      said: [
        {
          kind: 'rivals_begun',
          data: {
            agents: (spec.rivals ?? []).map(([agent = ''], at) =>
              sayWorker(agent, defined({ model: spec.rivalModels?.[at] ?? undefined })),
            ),
          },
        },
      ],
    };
  const told = tellParts(view);
  if (told !== null) return told;
  const living = rivals.filter(({ ended }) => !ended);
  if (living.length > 0) return wait(`its rivals: ${living.map(({ id }) => id).join(', ')}`);
  return askWhich(view, rivals);
}

/** It is asked for nothing that a person has said of the whole already, begins from the very commit that the whole began from, and ends with its proof. */
function rivalChild(view: TaskView, agents: readonly string[], number: number): ChildDraft {
  const { state, id } = view.thing;
  const { confirmed: _, rivals = [], rivalModels = [], planFile: __, ...spec } = view.thing.spec;
  const model = rivalModels[number - 1] ?? undefined;
  const { plan, report } = state.known.work;
  const { settings } = spec;
  const draft: TaskSpec = {
    ...spec,
    number: 0,
    branch: null,
    env: null,
    until: 'test',
    inferred: false,
    driven: 'engine',
    base: state.known.place.base?.branch ?? spec.base,
    settings: {
      ...settings,
      agents: { ...settings.agents, develop: agents, fix: agents },
      ...(model !== undefined && { role: withModel(settings.role, agents, model) }),
      policy: { ...settings.policy, proceed: 'auto', plan: 'auto' },
    },
    part: { parent: id, id: `R-${number}`, number, of: rivals.length, rival: true, ...defined({ model }) },
  };
  const first: TaskState = { ...firstTaskState('engine'), said: state.said };
  const place = { ...setUpOf(view.thing), base: state.known.place.base };
  const begun = learning(first, { work: { plan, report }, place });
  return { kind: 'task', key: `R-${number}`, spec: draft, state: begun };
}

/** A model that was named goes before all that is configured. */
function withModel(role: Settings['role'], agents: readonly string[], model: string): NonNullable<Settings['role']> {
  const models = Object.fromEntries(agents.map((agent) => [agent, model]));
  const of = (words: RoleSettings = {}): RoleSettings => ({ ...words, models: { ...words.models, ...models } });
  return { ...role, develop: of(role?.develop), fix: of(role?.fix) };
}

/** Proven by all that was configured, or by what there is; and begun from the commit that this task began from. */
const mayBeTaken = (view: TaskView, { state }: Task): boolean =>
  state.at.kind === 'ended' &&
  (state.at.outcome.kind === 'proven' || state.at.outcome.kind === 'not_verified') &&
  state.known.work.proven !== null &&
  state.known.place.base?.commit === placeOf(view.thing.state).base.commit;

function askWhich(view: TaskView, rivals: readonly Task[]): TaskDecision {
  const { state, spec } = view.thing;
  const able = rivals.filter((rival) => mayBeTaken(view, rival));
  const others = rivals.filter((rival) => !able.includes(rival));
  // Who answers by a number means the one that stands there.
  const said = [...numbered(able.map(sideOf)), ...others.map((rival) => `- ${sideOf(rival)}`)];
  const choices: readonly Choice[] = [
    ...able.map(({ id, spec: { part } }, at) => choice(`rival_${part?.number ?? 0}`, `take ${at + 1}: ${id}`)),
    choice('alone', 'none of these; it is done once more, here'),
    choice('abandon', 'give up'),
  ];
  return ask(
    state,
    spec,
    {
      kind: 'best',
      text: `${rivals.length} worked on it, each in a copy of its own. Which one is it? See one: drover task diff ${rivals[0]?.id ?? ''}\n\n${said.join('\n')}`,
      choices,
      binding: JSON.stringify(rivals.map(({ id, state: { known } }) => [id, known.work.proven])),
      shown: { rivals: rivals.map(({ id, state: { known } }) => ({ task: id, tree: known.work.proven })) },
      auto: null,
    },
    following,
  );
}

/** One line: who, proof, gates, size, attempts, review and cost. */
function sideOf({ id, spec, state: { at, known } }: Task): string {
  const { work, place } = known;
  const outcome = at.kind === 'ended' ? at.outcome : null;
  const { files, added, removed } = sizeOf(work);
  const criteria = work.plan?.criteria.length ?? 0;
  const parts = [
    outcome?.kind === 'proven'
      ? outcomeWords.proven
      : `${outcome === null ? 'under way' : outcomeWords[outcome.kind]}: ${outcome?.why ?? ''}`,
    `${work.done.length} of ${criteria} criteria`,
    gatesOf(work.results),
    `${files} files, +${added} -${removed}`,
    reviewOf(work.reading),
    costOf(work.spent),
    place.copy?.branch ?? '',
  ];
  return `${id} by ${sayWorker(spec.settings.agents.develop[0] ?? '', spec.part)}: ${parts.filter((part) => part !== '').join('; ')}`;
}

type Work = Task['state']['known']['work'];

export const sizeOf = ({ changed, changes }: Work) => changed ?? totalsOf(changes);

function gatesOf(results: Work['results']): string {
  const named = (verdict: string) => results.filter((each) => each.verdict === verdict).map(({ gate }) => gate);
  const [passed, failed] = [named('passed'), [...named('failed'), ...named('timeout')]];
  if (failed.length > 0) return `gates that fail: ${sayFew(failed, 5)}`;
  return passed.length === 0 ? 'no gate has passed' : `passed: ${sayFew(passed, 8)}`;
}

/** In one line; '' where nobody has looked. */
export function reviewOf(reading: Work['reading']): string {
  if (reading === undefined) return '';
  if (reading.outcome.kind === 'not_reviewed') return 'not reviewed';
  const { by, findings } = reading.outcome;
  return `${by} found ${
    findings.length === 0
      ? 'nothing'
      : sayFew(
          findings.map(({ severity, what }) => `${severity} ${what}`),
          3,
        )
  }`;
}

/** What has no known price is told in tokens. */
function costOf(spent = nothingSpent): string {
  if (spent.money === 0 && spent.tokens === 0) return '';
  return sayUsed(spent, { money: spent.money > 0 ? 0 : null, tokens: spent.unpriced > 0 ? 0 : null });
}

/** What was found out of it counts as this task's own: its criteria, parts that tests were seen to demand, a review of this very tree. But its gates run once more, on the tree as it stands here. */
function takeRival(view: TaskView, back: Step<'following_rivals'>, { rest, by, asking }: Given): TaskDecision {
  const { state } = view.thing;
  const rival = rivalsOf(view).find(({ spec: { part } }) => String(part?.number) === rest);
  if (rival === undefined || !mayBeTaken(view, rival) || isOther(view, asking, rival)) return advance(state, back);
  const { work } = rival.state.known;
  const { plan, done, unverified, proofs = [], claims = [], agreed = [], demanded = [] } = work;
  const { reading, leftovers, results } = work;
  const flaky = [...(work.flaky ?? []), ...results.flatMap(({ findings }) => findings.filter((each) => each.flaky))];
  const tree = known(rival.state, 'work', 'proven');
  const agent = sayWorker(rival.spec.settings.agents.develop[0] ?? '', rival.spec.part);
  const found = {
    plan,
    done,
    unverified,
    proofs,
    claims,
    agreed,
    demanded,
    taken: rival.task,
    ...defined({ reading, leftovers }),
    ...(flaky.length > 0 && { flaky }),
  };
  return advance(
    state,
    { kind: 'taking_rival', tree },
    [{ kind: 'rival_taken', data: { task: rival.id, agent, tree, by } }],
    { work: found },
  );
}

/** Than it was shown: somebody had it go on since. */
function isOther({ questions }: TaskView, { key }: Step<'asking'>, { id, state }: Task): boolean {
  const question = questions.find((each) => each.key === key);
  const { rivals = [] } = (question?.shown ?? {}) as { readonly rivals?: readonly { task: string; tree: unknown }[] };
  return rivals.some(({ task, tree }) => task === id && tree !== state.known.work.proven);
}

function goAlone({ thing }: TaskView): TaskDecision {
  const { state } = thing;
  return advance(state, beginCriteria(thing, known(state, 'work', 'plan').criteria, wordsBefore(state)));
}

export const rivalSteps: StepRows<'following_rivals' | 'taking_rival'> = {
  following_rivals: {
    ...atWork,
    waits: 'others',
    phase: 'develop',
    says: 'follows its rivals',
    slot: 'frees',
    hears: 'words',
    decide: followRivals,
    answers: {
      rival_: takeRival,
      alone: goAlone,
      abandon: ({ thing }, back, { by }) => advance(thing.state, endUndone(`given up by ${by}`, thing, 'failed', back)),
    },
  },
  taking_rival: {
    ...atWork,
    phase: 'develop',
    says: 'takes over the one that was chosen',
    decide: (view, { tree }) => restoreCopy(view, tree, `rivals-${view.thing.state.runs}`),
    applied: {
      'restore-copy': ({ state, at: { tree } }) =>
        go(state, { kind: 'checking' }, [], { place: { copy: { ...copyOf(state), tree } } }),
    },
  },
};
