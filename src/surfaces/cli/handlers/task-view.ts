// A task on a terminal while it goes on: each phase a line when it is over, below them the one under way with its criteria, what runs, and what is used. In plain lines where there is no screen.
import type { TaskEvent } from '../../../contract/task.ts';
import type { Ask } from '../daemon/ask.ts';
import { clockTime, spent } from '../print/amounts.ts';
import { cut, widthOf, wrap } from '../print/cells.ts';
import { cleanAll } from '../print/clean.ts';
import { findLook, isScreen, type Look, paint } from '../print/look.ts';
import { budgetBar, follow, noWay, phaseLine, shownMarks, type Way } from '../print/phases.ts';
import { criterionLine, whereabouts } from '../print/task-words.ts';
import type { Console } from '../terminal/console.ts';
import { createLiveView } from '../terminal/live-view.ts';
import { createRunLine } from './run-under-way.ts';

type Fact = Extract<TaskEvent, { kind: 'fact' }>;
type Standing = Extract<TaskEvent, { kind: 'state' }>;

export type TaskView = {
  see(event: TaskEvent): void;
  /** The status is taken away, until something is seen again. */
  rest(): void;
  close(): void;
};

/** What every run and every slot does is no line of its own. */
const quiet = ['run_started', 'run_ended', 'slot_granted', 'slot_freed', 'base_fetched', 'act_asked', 'act_ended'];

export function createTaskView(console: Console, ask: Ask): TaskView {
  const view = createLiveView(console);
  const screen = isScreen(console);
  let way = noWay;
  let standing: Standing | null = null;
  const under = createRunLine(console, ask, () => draw());
  const draw = () => {
    const look = findLook(console);
    const most = (console.stdout.rows || 24) - 1;
    view.status(standing === null ? [] : statusLines(look, way, standing, under.text(), most));
  };
  // In the foreground again the shell has written below; another size is drawn at once.
  const heeds = screen
    ? [
        console.onInterrupt(() => {
          view.forget();
          draw();
        }, ['SIGCONT']),
        console.stdout.onResize?.(() => draw()),
      ]
    : [];
  const hear = (fact: Fact) => {
    const look = findLook(console);
    const next = follow(way, fact);
    way = next.way;
    if (next.ended !== null) view.line(phaseLine(look, next.ended));
    if (!screen && !quiet.includes(fact.what)) view.line(factLine(look, fact));
  };
  return {
    see: (event) => {
      const shown = cleanAll(event);
      if (shown.kind === 'fact') return hear(shown);
      standing = shown.task.outcome === null ? shown : null;
      if (screen) under.see(standing?.run);
      draw();
    },
    rest: () => {
      standing = null;
      under.see(undefined);
      view.clear();
    },
    close: () => {
      for (const withdraw of heeds) withdraw?.();
    },
  };
}

const factLine = (look: Look, { at, thing, what, text }: Fact): string =>
  what === 'phase_entered'
    ? `${paint(look, 'cyan', '▸')} ${text}`
    : wrap(`  ${paint(look, 'dim', `${clockTime(at)} ${thing}`)} ${text}`, look.width);

function statusLines(
  look: Look,
  { at, criteria: shown }: Way,
  { task, criteria, budget }: Standing,
  run: string | null,
  most: number,
): string[] {
  const visit = at ?? { phase: task.phase, entered: task.since, found: {}, gates: {} };
  const used = spent(task.spend);
  const below = [
    ...(run === null ? [] : [`    ${paint(look, 'dim', run)}`]),
    `  ${[paint(look, 'bold', task.id), task.questions.length + Number(task.paused) > 0 ? whereabouts(look, task) : '', task.state, budget === undefined ? used : ''].filter(Boolean).join('  ')}`,
    ...(budget === undefined ? [] : [`  ${budgetBar({ ...look, width: look.width - 2 }, used, budget)}`]),
    `  ${paint(look, 'dim', 'Ctrl-C leaves it running')}`,
  ];
  const each = criteria.map((one) => criterionLines(look, one, shownMarks(look, shown[one.id])));
  const listed = fitting(each, most - 1 - below.length);
  const rest = criteria.length - listed.length;
  return [
    phaseLine(look, visit),
    ...listed.flat(),
    ...(rest > 0 ? [paint(look, 'dim', `    and ${rest} more`)] : []),
    ...below,
  ];
}

/** As many of them as fit whole, with a line for how many do not. */
function fitting(each: readonly (readonly string[])[], room: number): readonly (readonly string[])[] {
  if (each.flat().length <= room) return each;
  let count = 0;
  while (each.slice(0, count + 1).flat().length < room) count += 1;
  return each.slice(0, count);
}

const leastText = 32;

/** The marks stand behind the text, which is cut, or below it where there is no room. */
function criterionLines(look: Look, one: Standing['criteria'][number], marks: string): string[] {
  const text = criterionLine(look, one);
  const left = look.width - 4 - widthOf(marks) - 2;
  if (marks === '') return [`    ${cut(text, look.width - 4)}`];
  if (left >= leastText) return [`    ${cut(text, left)}  ${marks}`];
  return [`    ${cut(text, look.width - 4)}`, `      ${cut(marks, look.width - 6)}`];
}
