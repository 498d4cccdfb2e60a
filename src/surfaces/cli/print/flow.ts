// Flows as people see them.
import type { FlowChecked, FlowList, FlowQueued, FlowStatus, FlowSummary, NodeView } from '../../../contract/flow.ts';
import { withWeaker } from '../../../contract/text/weaker.ts';
import { several } from './amounts.ts';
import { oneLine } from './cells.ts';
import { columns } from './columns.ts';
import { type Look, paint } from './look.ts';

export function printCheckedFlow({ name, nodes, warnings, unknown_fields: unknown }: FlowChecked, look: Look): string {
  const rows = nodes.map(({ id, title, status, depends_on, container, strategy, goes_on_with }) => [
    `${container ? '▸' : ' '} ${id}`,
    status.replace('_', ' '),
    depends_on.length === 0 ? '' : `after ${depends_on.join(', ')}`,
    strategy === 'new' ? '' : `${strategy.replace('_', ' ')} of ${goes_on_with.join(', ')}`,
    title,
  ]);
  const odd = unknown.map(({ field, path }) => `${path} has a field that nobody knows: ${field}`);
  const notes = [...warnings.map(({ path, line, column, what }) => `${path}:${line}:${column} ${what}`), ...odd];
  return [
    `${paint(look, 'bold', name)}: ${several(nodes.length, 'node')}; nothing in it is refused.`,
    columns(look, filled(rows)),
    ...notes.map((note) => paint(look, 'yellow', note)),
  ].join('\n');
}

export function printQueuedFlow({ nodes, done, warnings }: Omit<FlowQueued, 'folder'>, look: Look): string {
  const rows = nodes.map(({ id, title, depends_on: needs }) => [
    ...[`  ${id}`, needs.length === 0 ? '' : `after ${needs.join(', ')}`, title],
  ]);
  return [
    columns(look, filled(rows)),
    ...(done.length === 0 ? [] : [`Done already: ${done.join(', ')}`]),
    ...warnings.map((note) => paint(look, 'yellow', note)),
  ].join('\n');
}

/** Without what no row has. */
const filled = (rows: readonly (readonly string[])[]): readonly (readonly string[])[] =>
  rows.map((row) => row.filter((_, at) => rows.some((each) => each[at] !== '')));

// A flow that is, or was, at work.

/** `2 completed, 1 in progress` */
const sayCounts = ({ counts }: FlowSummary): string =>
  Object.entries(counts)
    .map(([status, count]) => `${count} ${status.replace('_', ' ')}`)
    .join(', ');

const standing = ({ outcome, weaker, state }: FlowSummary): string =>
  outcome === null ? state : withWeaker(outcome, weaker);

const list = ({ flows }: FlowList, look: Look): string =>
  flows.length === 0
    ? 'No flow is at work. Carry one out: drover flow run .workflow/active/login'
    : columns(
        look,
        flows.map((flow) => [
          paint(look, 'bold', flow.id),
          flow.name,
          flow.questions.length > 0 ? paint(look, 'yellow', 'needs you') : '',
          sayCounts(flow),
          oneLine(standing(flow)),
        ]),
      );

const nodeRow = (
  look: Look,
  { id, title, status, why, depends_on, container, attempts }: NodeView,
): readonly string[] => [
  `${container ? '▸' : ' '} ${id}`,
  paintStatus(look, status),
  attempts === 0 ? '' : several(attempts, 'attempt'),
  depends_on.length === 0 ? '' : `after ${depends_on.join(', ')}`,
  oneLine(why === '' ? title : `${title} (${why})`),
];

const colours = { completed: 'green', failed: 'red', blocked: 'yellow' } as const;

const paintStatus = (look: Look, status: NodeView['status']): string => {
  const word = status.replace('_', ' ');
  return status === 'completed' || status === 'failed' || status === 'blocked'
    ? paint(look, colours[status], word)
    : word;
};

function status(flow: FlowStatus, look: Look): string {
  const asks = flow.questions.map((question) => `It asks: drover answer ${question}`);
  return [
    `${paint(look, 'bold', flow.id)} ${flow.name}: ${standing(flow)}; ${sayCounts(flow)}`,
    columns(look, filled(flow.nodes.map((node) => nodeRow(look, node)))),
    ...(flow.files === undefined ? [] : [paint(look, 'yellow', `Its files are not written: ${flow.files.message}`)]),
    ...asks,
  ].join('\n');
}

export const flowPrinters = { 'flow.list': list, 'flow.status': status };
