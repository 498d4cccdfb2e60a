// Replies about tasks, in tables and sentences.
import type * as task from '../../../contract/task.ts';
import { clockTime, dateTime, several, span, spent } from './amounts.ts';
import { indent, oneLine, wrap } from './cells.ts';
import { columns } from './columns.ts';
import { diff } from './diff.ts';
import { featureRow } from './feature-row.ts';
import { inside, type Look, paint } from './look.ts';
import { proseOf, questionText } from './question.ts';
import { rivalRow } from './rival-row.ts';
import {
  criterionLine,
  outcomeWord,
  overlapLines,
  standing,
  trialLines,
  uncomparedLine,
  verdictWord,
  whereabouts,
} from './task-words.ts';

export const taskTable = (look: Look, tasks: readonly task.TaskSummary[]): string =>
  columns(
    look,
    tasks.map((one) => [
      `${one.part === undefined ? '' : '  '}${paint(look, 'bold', one.id)}`,
      standing(look, one),
      span(look.now - one.since),
      spent(one.spend),
      oneLine(one.part === undefined ? one.text : `${one.part.feature} of ${one.part.parent}: ${one.text}`),
    ]),
  );

const list = ({ tasks }: task.TaskList, look: Look): string =>
  tasks.length === 0 ? 'No tasks. State one: drover do "what is to be done"' : taskTable(look, tasks);

const created = ({ task: id }: task.TaskCreated): string => id;

const changed = ({ said }: task.TaskChanged): string => said;

const said = ({ task: id, when }: task.TaskSaid): string =>
  when === 'now' ? `Told the agent of ${id}.` : `Kept for the next turn of ${id}.`;

const taken = ({ task: id, path: folder, branch, in_hand, resume }: task.TaskTaken): string =>
  [
    in_hand
      ? `${id} is yours: ${folder} (${branch})`
      : `${id} is yours as soon as the turn under way has ended: ${folder}`,
    ...(resume === null ? [] : [`Go on in its agent's conversation: ${resume}`]),
  ].join('\n');

const address = ({ address: where }: task.TaskAddress): string => where;

const tried = ({ said: sentence }: task.TaskTried): string => sentence;

const shell = ({ argv }: task.TaskShell): string => argv.join(' ');

function run({ task: id, run: started, state, address }: task.TaskRun): string {
  switch (state) {
    case 'started':
    case 'running':
      return `${started} ${state === 'started' ? 'started' : 'runs already'}${address === null ? '' : `: ${address}`}\nIts output: drover logs ${started}; end it: drover task run ${id} --stop`;
    case 'stopped':
      return `${started} ends.`;
    case 'not_running':
      return `Nothing of ${id} was started for a look.`;
  }
}

const screenshot = ({ screenshot: { sha256, ...shot }, ...of }: task.TaskScreenshot): string =>
  `Kept as evidence of ${of.task}: ${screenshotLine({ sha256, ...shot })}\nThe picture: drover task evidence ${of.task} --outputs /tmp/${of.task}`;

const screenshotLine = ({ path, width, height, tree, moved, at, sha256 }: task.ScreenshotView): string =>
  `${dateTime(at)}  ${oneLine(path)}  ${width} × ${height}  tree ${tree === null ? 'unknown' : tree.slice(0, 12)}${moved ? ' (changed meanwhile)' : ''}  ${sha256.slice(0, 12)}`;

function conflicts({ task: id, overlaps, uncompared, trials, untried }: task.TaskConflicts, look: Look): string {
  const lines = [
    ...overlapLines(look, overlaps, id),
    ...uncomparedLine(uncompared),
    ...trials.flatMap((trial) => trialLines(look, trial)),
    ...untried.map(({ with: other, why }) => `${paint(look, 'bold', other)}: no gate is run: ${why}`),
  ];
  return lines.length === 0 ? `No task at work touches the same lines as ${id}.` : lines.join('\n');
}

const attempts = ({ task: id, attempts: made }: task.TaskAttempts, look: Look): string =>
  made.length === 0
    ? `Nothing was attempted in ${id} yet.`
    : columns(
        look,
        made.map(({ name, agent, strategy, tree, result }) => [
          paint(look, 'bold', name),
          agent,
          strategy,
          tree?.slice(0, 12) ?? '',
          oneLine(result),
        ]),
      );

const continuation = ({ continuation: state, written }: task.TaskContinuation): string =>
  written === undefined ? JSON.stringify(state, null, 2) : `Written to ${written}`;

const path = ({ path: folder }: task.TaskPath): string => folder;

const log = ({ lines, loop }: task.TaskLog, look: Look): string =>
  loop?.trimEnd() ??
  lines.map(({ at, thing, text }) => `${paint(look, 'dim', `${clockTime(at)} ${thing}`)} ${text}`).join('\n');

function show(detail: task.TaskDetail, look: Look): string {
  const { id, until, full_text, analysis } = detail;
  const head = `${paint(look, 'bold', id)}  ${whereabouts(look, detail)}  ${detail.state}`;
  return [
    head,
    indent(proseOf(full_text, inside(look))),
    '',
    columns(
      look,
      facts(detail, look).map(([name, value]) => [paint(look, 'dim', name), value]),
      { wrapped: true },
    ),
    ...section(
      look,
      'Criteria',
      detail.criteria.map((one) => criterionLine(look, one)),
    ),
    ...section(
      look,
      'Features',
      (detail.features ?? []).length === 0
        ? []
        : [
            columns(
              inside(look),
              (detail.features ?? []).map((one) => featureRow(look, one)),
            ),
          ],
    ),
    ...section(
      look,
      'Each for itself',
      (detail.rivals ?? []).length === 0
        ? []
        : [
            columns(
              inside(look),
              (detail.rivals ?? []).map((one) => rivalRow(look, one)),
              { wrapped: true },
            ),
          ],
    ),
    ...section(look, 'Proof', proofLines(inside(look), detail.proof)),
    ...section(look, 'Gates', gateLines(inside(look), detail.gates)),
    ...section(look, 'Touches the same lines as', [
      ...overlapLines(look, detail.overlaps ?? [], detail.id),
      ...uncomparedLine(detail.uncompared),
    ]),
    ...section(
      look,
      'Put together for a trial',
      (detail.trials ?? []).flatMap((trial) => trialLines(look, trial)),
    ),
    ...section(look, 'Screenshots', (detail.screenshots ?? []).map(screenshotLine)),
    ...section(look, 'Environment', environmentLines(detail)),
    ...section(look, 'Analysis', analysis === null ? [] : [proseOf(analysis, inside(look))]),
    ...section(
      look,
      'Left undone',
      detail.open_points.map((point) => `- ${point}`),
    ),
    ...section(
      look,
      'Waits for you',
      detail.open_questions.map((question) => questionText(inside(look), question)),
    ),
    ...(until === null ? [] : ['', `Stops after ${until}.`]),
  ].join('\n');
}

function environmentLines({ environment }: task.TaskDetail): string[] {
  if (environment === undefined) return [];
  const { name, tier, looks, verification } = environment;
  const errorLine = ({ text, count }: { text: string; count: number }) => `  - ${count}x ${oneLine(text)}`;
  return [
    `${name}${tier === null ? '' : ` (${tier})`}${looks.length === 0 ? ', not looked at yet' : ''}`,
    ...looks.flatMap(({ env, at, why, errors }) => [
      `${env} before the work, ${dateTime(at)}: ${why ?? several(errors.length, 'error')}`,
      ...errors.map(errorLine),
    ]),
    ...(verification === null
      ? []
      : [
          `${verification.env} after the deployment, ${dateTime(verification.at)}: ${verification.verdict}. ${verification.summary}`,
          ...[...verification.remaining_errors, ...verification.new_errors].map(errorLine),
        ]),
  ];
}

function facts(detail: task.TaskDetail, look: Look): [string, string][] {
  const { base, branch, copy, pull_request, slot, evidence, agents } = detail;
  const proof =
    evidence.count === 0 ? '' : `${several(evidence.count, 'record')}, ${evidence.proven ? 'proven' : 'not proven'}`;
  const rows: [string, string][] = [
    ['phase', `${detail.phase}, since ${span(look.now - detail.since)}`],
    ['base', base === null ? '' : `${base.branch} at ${base.commit.slice(0, 12)} (${base.from})`],
    ['branch', branch ?? ''],
    ['copy', copy ?? ''],
    ['pull request', pull_request ?? ''],
    ['queue', slot.ahead.length === 0 ? '' : `after ${slot.ahead.join(', ')}${behind(slot)}`],
    ['agents', agents.join(', ')],
    ['evidence', proof],
    ['spent', spent(detail.spend)],
    ['may use', detail.budget ?? ''],
    ['stated', dateTime(detail.created_at)],
  ];
  return rows.filter(([, value]) => value !== '');
}

const behind = ({ more }: task.TaskDetail['slot']): string => (more === undefined ? '' : ` and ${more} more`);

const section = (look: Look, title: string, lines: readonly string[]): string[] =>
  lines.length === 0
    ? []
    : ['', paint(look, 'bold', title), ...lines.map((line) => indent(wrap(line, look.width - 2)))];

export const proofLines = (look: Look, proof: readonly task.ProofRow[]): string[] => {
  const rows = proof.map(({ of, check, row, verdict, seen }) => [
    of ?? 'the whole',
    row === null ? check : `${check} (${row})`,
    verdictWord(look, verdict),
    seen,
  ]);
  return rows.length === 0 ? [] : [columns(look, rows, { wrapped: true })];
};

function gateLines(look: Look, gates: readonly task.GateView[]): string[] {
  if (gates.length === 0) return [];
  const rows = gates.map((gate) => [
    gate.gate,
    verdictWord(look, gate.verdict),
    countsOf(gate),
    [gate.why, gate.command === '' ? '' : paint(look, 'dim', `$ ${gate.command}`)].filter(Boolean).join('\n'),
  ]);
  return [columns(look, rows, { wrapped: true })];
}

const countsOf = ({ counts }: task.GateView): string =>
  counts === null ? '' : `${counts.passed}/${counts.total}${counts.skipped > 0 ? `, ${counts.skipped} skipped` : ''}`;

function evidence(
  { evidence: records, screenshots = [], verified, outputs, bundle }: task.TaskEvidence,
  look: Look,
): string {
  const rows = records.map((one) => [
    String(one.number),
    one.gate,
    verdictWord(look, one.verdict),
    countsOf(one),
    one.criterion ?? '',
    one.tree.slice(0, 12),
    one.hash.slice(0, 12),
    one.why,
  ]);
  const table = rows.length === 0 ? 'No evidence yet.' : columns(look, rows, { wrapped: true });
  const chain =
    verified === null
      ? []
      : [
          verified.ok
            ? paint(look, 'green', 'The chain holds.')
            : paint(look, 'red', `The chain is broken: ${verified.why}`),
        ];
  const written = outputs === null ? [] : [`Written to ${outputs}`];
  return [
    table,
    ...screenshots.map(screenshotLine),
    ...chain,
    ...written,
    ...(bundle === undefined ? [] : bundleLines(bundle, look)),
  ].join('\n');
}

function bundleLines({ statements, subject, proven, missing, ...made }: task.ExportedBundle, look: Look): string[] {
  const { file, note, signature, unsigned } = made;
  const what = subject.commit === null ? `tree ${subject.tree.slice(0, 12)}` : `commit ${subject.commit.slice(0, 12)}`;
  const places = [...(file === null ? [] : [file]), ...(note === null ? [] : [note])];
  return [
    `${several(statements, 'statement')} about ${what}, written to ${places.join(' and ')}`,
    signature === null
      ? paint(look, 'yellow', `Not signed: ${unsigned}`)
      : `Signed with ${signature.key} (${signature.format})`,
    ...(proven ? [] : [paint(look, 'yellow', `It says that this is not proven: ${missing.join('; ')}`)]),
  ];
}

/** Only on the way to a bundle; nobody sees it. */
const proof = ({ payloads }: task.TaskProof): string => payloads.join('\n');

export function watchEnd({ task: one, why, result }: task.WatchEnd, look: Look): string {
  const [question] = one.questions;
  if (why === 'needs_person' || one.outcome === null)
    return question === undefined ? `${one.id} ${one.state}` : `${one.id} waits for you: drover answer ${question}`;
  const cost = spent(one.spend);
  const ending = `${one.id} ended: ${outcomeWord(look, one.outcome, one.weaker)}${cost === '' ? '' : ` (${cost})`}`;
  return result === undefined ? ending : `${proseOf(result, look)}\n\n${ending}`;
}

export const taskPrinters = {
  'task.attempts': attempts,
  'task.cancel': changed,
  'task.checkout': tried,
  'task.continuation': continuation,
  'task.create': created,
  'task.diff': diff,
  'task.evidence': evidence,
  'task.finish': changed,
  'task.give': changed,
  'task.list': list,
  'task.log': log,
  'task.open': address,
  'task.path': path,
  'task.proof': proof,
  'task.conflicts': conflicts,
  'task.run': run,
  'task.screenshot': screenshot,
  'task.pause': changed,
  'task.reopen': changed,
  'task.rewind': changed,
  'task.resume': changed,
  'task.retry': changed,
  'task.say': said,
  'task.shell': shell,
  'task.show': show,
  'task.take': taken,
  'task.watch': watchEnd,
};

const outcomeExits: Readonly<Record<task.TaskOutcome, number>> = {
  released: 0,
  proven: 0,
  not_verified: 5,
  failed: 1,
  cancelled: 130,
};

export const exitOfEnd = ({ why, task: one }: task.WatchEnd): number =>
  why === 'needs_person' || one.outcome === null ? 6 : outcomeExits[one.outcome];

export const taskExits = {
  'task.evidence': ({ verified }: task.TaskEvidence) => (verified?.ok === false ? 5 : 0),
  'task.watch': exitOfEnd,
};
