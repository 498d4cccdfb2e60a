// The way of a task as its facts tell it: one line for each phase, how it went, how long, what it found; and of each criterion whether it is red first, green, and needed.
import { type Phase, phases, type TaskEvent } from '../../../contract/task.ts';
import { withWeaker } from '../../../contract/text/weaker.ts';
import { elapsed, several } from './amounts.ts';
import { cut, widthOf } from './cells.ts';
import { type Colour, type Look, paint } from './look.ts';

type Fact = Extract<TaskEvent, { kind: 'fact' }>;
type Data = Fact['data'];
type Verdict = 'passed' | 'failed' | 'other';

/** `found`: the last word of each that speaks of it, by who it is. */
export type PhaseVisit = {
  readonly phase: string;
  readonly entered: number;
  readonly found: Readonly<Record<string, string>>;
  readonly gates: Readonly<Record<string, Verdict>>;
};
export type PhaseEnd = 'passed' | 'back' | 'failed' | 'open' | 'cancelled';
export type PassedPhase = PhaseVisit & { readonly left: number; readonly how: PhaseEnd };

/** Of a criterion's newest attempt, and of the change as a whole. */
export type CriterionShown = { readonly red?: boolean; readonly green?: boolean; readonly needed?: boolean };

export type Way = {
  /** The phase that it is in; null before its first fact and after its end. */
  readonly at: PhaseVisit | null;
  readonly criteria: Readonly<Record<string, CriterionShown>>;
};

export const noWay: Way = { at: null, criteria: {} };

const visit = (phase: string, entered: number): PhaseVisit => ({ phase, entered, found: {}, gates: {} });

/** `ended`: the phase that it is not in any more. */
export function follow(way: Way, fact: Fact): { readonly way: Way; readonly ended: PassedPhase | null } {
  const at = way.at ?? visit('confirm', fact.at);
  const criteria = heardOfCriteria(way.criteria, fact);
  if (fact.what === 'phase_entered') {
    const phase = String(fact.data.phase);
    return {
      way: { at: visit(phase, fact.at), criteria },
      ended: leave(at, fact.at, isBack(at.phase, phase) ? 'back' : 'passed'),
    };
  }
  const now = heard(at, fact);
  if (fact.what === 'task_ended')
    return { way: { at: null, criteria }, ended: leave(now, fact.at, endOf(fact.data.outcome)) };
  return { way: { at: now, criteria }, ended: null };
}

const isBack = (from: string, to: string): boolean =>
  phases.includes(to as Phase) && phases.indexOf(to as Phase) < phases.indexOf(from as Phase);

const leave = (at: PhaseVisit, left: number, how: PhaseEnd): PassedPhase => ({ ...at, left, how });

const ends: Readonly<Record<string, PhaseEnd>> = {
  released: 'passed',
  proven: 'passed',
  not_verified: 'open',
  cancelled: 'cancelled',
};
const endOf = (outcome: unknown): PhaseEnd => ends[String(outcome)] ?? 'failed';

// What a fact adds to its phase: a table, by the kind of fact.

const verdictOf = (said: unknown): Verdict =>
  said === 'passed' ? 'passed' : said === 'failed' || said === 'timeout' ? 'failed' : 'other';
const word = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');
const count = (value: unknown): number => (Array.isArray(value) ? value.length : 0);
const line = (value: unknown): string => word(value).split('\n')[0] ?? '';

const read = (data: Data): readonly [who: string, says: string] => [
  'review',
  'why' in data
    ? 'not reviewed'
    : `${word(data.by)} read it: ${count(data.findings) === 0 ? 'nothing found' : several(count(data.findings), 'finding')}`,
];

type Find = (data: Data, visit: PhaseVisit) => readonly [who: string, says: string];

const finds: Readonly<Record<string, Find>> = {
  base_surveyed: ({ branch, base }) => ['base', `${word(branch)} at ${word(base).slice(0, 8)}`],
  environment_looked: ({ env, errors }) => ['env', `${word(env)}: ${several(Number(errors), 'kind')} of errors`],
  environment_unseen: ({ env }) => ['env', `${word(env)} could not be seen`],
  environment_verified: ({ env, verdict }) => ['env', `${word(env)}: ${word(verdict)}`],
  analysis_started: ({ agent }) => ['agent', word(agent)],
  planning_started: ({ agent }) => ['agent', word(agent)],
  plan_agreed: ({ criteria }) => ['plan', several(count(criteria), 'criterion').replace('criterions', 'criteria')],
  plan_amended: ({ why }) => ['plan', `changed: ${line(why)}`],
  features_planned: ({ features }) => ['plan', `split into ${several(count(features), 'feature')}`],
  criterion_ended: ({ criterion, outcome, weaker }) => [
    word(criterion),
    `${word(criterion)} ${withWeaker(word(outcome), weaker)}`,
  ],
  feature_done: ({ feature }) => [word(feature), `${word(feature)} done`],
  feature_failed: ({ feature }) => [word(feature), `${word(feature)} failed`],
  agent_failed: ({ agent, why }) => ['trouble', `${word(agent)} failed: ${line(why)}`],
  plan_reviewed: read,
  review_judged: read,
  evidence_overridden: () => ['proof', 'NOT PROVEN, let pass'],
  nothing_changed: () => ['change', 'nothing had to be changed'],
  committed: ({ commit }) => ['commit', word(commit).slice(0, 8)],
  pull_request_opened: ({ address }) => ['pull', word(address)],
  pull_request_seen: ({ standing }) => ['pull', word(standing)],
  pull_request_merged: () => ['pull', 'merged'],
  pull_request_closed: () => ['pull', 'closed'],
  review_taken_up: ({ cause }) => ['cause', line(cause)],
  deployed: ({ env }) => ['env', `deployed to ${word(env)}`],
  question_asked: ({ question, kind, text }) =>
    kind === 'plan' ? ['asks', line(text)] : ['asks', `asks ${word(question)} (${word(kind)})`],
  question_answered: ({ choice, by }, { found }) => [
    'asks',
    `${word(choice)}, said ${word(by).replace(/^\w+:/, '')}${/^asks /.test(found.asks ?? 'asks ') ? '' : `: ${found.asks}`}`,
  ],
  task_ended: ({ why, weaker }) => ['end', withWeaker(line(why), weaker)],
};

function heard(at: PhaseVisit, { what, data }: Fact): PhaseVisit {
  if (what === 'gate_judged' && data.criterion === undefined)
    return { ...at, gates: { ...at.gates, [word(data.gate)]: verdictOf(data.verdict) } };
  const find = finds[what];
  if (find === undefined || !Object.hasOwn(finds, what)) return at;
  const [who, says] = find(data, at);
  return { ...at, found: { ...at.found, [who]: says } };
}

function heardOfCriteria(all: Way['criteria'], { what, data }: Fact): Way['criteria'] {
  const of = (label: string, more: CriterionShown) => ({ ...all, [label]: { ...all[label], ...more } });
  if (what === 'attempt_started') return { ...all, [word(data.criterion)]: {} };
  if (what === 'attempt_judged' && Array.isArray(data.verdicts)) {
    const judged = new Map(
      data.verdicts.map((each: { gate?: unknown; verdict?: unknown }) => [word(each.gate), verdictOf(each.verdict)]),
    );
    return of(word(data.criterion), { ...told('red', judged.get('red-first')), ...told('green', judged.get('test')) });
  }
  if (what === 'gate_judged' && data.criterion === undefined && data.gate === 'hunks')
    return Object.fromEntries(
      Object.keys(all).map((label) => [label, { ...all[label], ...told('needed', verdictOf(data.verdict)) }]),
    );
  return all;
}

const told = (name: keyof CriterionShown, verdict: Verdict | undefined): CriterionShown =>
  verdict === undefined || verdict === 'other' ? {} : { [name]: verdict === 'passed' };

// As lines.

const marks: Readonly<Record<PhaseEnd | 'running', readonly [string, Colour]>> = {
  passed: ['✓', 'green'],
  back: ['✗', 'red'],
  failed: ['✗', 'red'],
  open: ['!', 'yellow'],
  cancelled: ['-', 'dim'],
  running: ['▸', 'cyan'],
};

/** `✓ analyze    1m 10s  3 criteria`, on one line. */
export function phaseLine(look: Look, at: PhaseVisit | PassedPhase): string {
  const how = 'how' in at ? at.how : 'running';
  const [mark, colour] = marks[how];
  const until = 'left' in at ? at.left : look.now;
  const head = `${paint(look, colour, mark)} ${paint(look, 'bold', at.phase.padEnd(8))} ${elapsed(until - at.entered).padStart(7)}`;
  const found = foundBy(at);
  return found === '' ? head : cut(`${head}  ${found}`, look.width);
}

function foundBy({ found, gates }: PhaseVisit): string {
  const failed = Object.keys(gates).filter((gate) => gates[gate] === 'failed');
  const passed = Object.keys(gates).filter((gate) => gates[gate] === 'passed');
  const judged = failed.length > 0 ? `✗ ${failed.join(', ')}` : passed.length > 0 ? `${passed.join(', ')} passed` : '';
  const { asks = '', plan = '', ...others } = found;
  return [plan, ...Object.values(others), judged, asks].filter((part) => part !== '').join('; ');
}

/** `red ✓ green ✗`; what was not looked at yet has no mark. */
export function shownMarks(look: Look, shown: CriterionShown = {}): string {
  const each = (['red', 'green', 'needed'] as const).flatMap((name) => {
    const is = shown[name];
    return is === undefined ? [] : [`${name} ${paint(look, is ? 'green' : 'red', is ? '✓' : '✗')}`];
  });
  return each.join(' ');
}

const barCells = 20;

/** `$0.42 of $5.00 ███·········`; yellow from four fifths on. */
export function budgetBar(
  look: Look,
  used: string,
  { limit, share }: { readonly limit: string; readonly share: number },
): string {
  const cells = Math.min(barCells, Math.max(4, look.width - widthOf(`${used} of ${limit} `)));
  const full = Math.min(cells, Math.round(share * cells));
  const colour = share >= 1 ? 'red' : share >= 0.8 ? 'yellow' : 'green';
  return `${used === '' ? 'nothing' : used} of ${limit} ${paint(look, colour, '█'.repeat(full))}${paint(look, 'dim', '░'.repeat(cells - full))}`;
}
