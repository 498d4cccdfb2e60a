// Replies about steps by hand.
import type {
  ManualLeaseRenewed,
  ManualStepBegun,
  ManualStepResult,
  ManualStepView,
  ManualTaskReleased,
  ManualTaskTaken,
} from '../../../contract/manual.ts';
import { dateTime } from './amounts.ts';
import { columns } from './columns.ts';
import { type Look, paint } from './look.ts';
import { questionText } from './question.ts';
import { criterionLine, verdictWord } from './task-words.ts';

const taken = (step: ManualTaskTaken, look: Look): string =>
  columns(look, [
    [paint(look, 'dim', 'task'), step.task],
    [paint(look, 'dim', 'copy'), step.copy],
    ...(step.branch === null ? [] : [[paint(look, 'dim', 'branch'), step.branch]]),
    [paint(look, 'dim', 'until'), dateTime(step.expires_at)],
    [paint(look, 'dim', 'token'), step.token_file],
  ]);

const renewed = ({ task, expires_at }: ManualLeaseRenewed): string => `${task} is yours until ${dateTime(expires_at)}.`;

const released = ({ task, already }: ManualTaskReleased): string =>
  already ? `${task} was already released.` : `${task} is released.`;

const begun = ({ task, step }: ManualStepBegun): string => `The step ${step} of ${task} is under way.`;

/** What came of it first, then how the task stands. */
function view(step: ManualStepView, look: Look): string {
  const { task, state, open_questions: questions, failure } = step;
  const about =
    step.step === null ? 'no step yet' : `${step.step}: ${state === 'waits' ? 'waits for a person' : state}`;
  return [
    ...(step.result === null ? [] : resultLines(step.result, look)),
    `${paint(look, 'bold', task)} ${about}`,
    ...(failure === null ? [] : [`${failure.error} [${failure.error_code}]`]),
    ...questions.map((question) => `\n${questionText(look, question)}`),
    ...questions.map(({ id }) => `A person answers: drover answer ${id}`),
  ].join('\n');
}

function resultLines(result: ManualStepResult, look: Look): readonly string[] {
  const {
    analysis,
    files_changed: files,
    more_files: more = 0,
    criteria,
    gates,
    tests,
    commit,
    pull_request: address,
    verdict,
  } = result;
  return [
    ...(analysis === undefined ? [] : [analysis.summary]),
    ...(criteria ?? []).map((one) => criterionLine(look, one)),
    ...(files === undefined || files.length === 0 ? [] : [filesLine(files, more)]),
    ...(gates ?? []).map((gate) => `${verdictWord(look, gate.verdict)} ${gate.gate} ${paint(look, 'dim', gate.why)}`),
    ...(tests ? [`${tests.passed} passed, ${tests.failed} failed, ${tests.skipped} skipped`] : []),
    ...(commit ? [`commit ${commit}`] : []),
    ...(address ? [address] : []),
    ...(verdict === undefined ? [] : [`the errors are ${verdict}`]),
  ];
}

const mostFiles = 20;

const onOneLine = (path: string): string => (/[\n\r\t]/.test(path) ? JSON.stringify(path) : path);

function filesLine(files: readonly string[], more: number): string {
  const rest = Math.max(files.length - mostFiles, 0) + more;
  return `changed: ${files.slice(0, mostFiles).map(onOneLine).join(', ')}${rest === 0 ? '' : ` and ${rest} more`}`;
}

/** The same, with the lease. */
const status = (step: ManualStepView, look: Look): string =>
  [
    view(step, look),
    columns(look, [
      [paint(look, 'dim', 'phase'), step.phase],
      [paint(look, 'dim', 'at work'), step.says],
      ...(step.branch === null ? [] : [[paint(look, 'dim', 'branch'), step.branch]]),
      ...(step.copy === null ? [] : [[paint(look, 'dim', 'copy'), step.copy]]),
      ...(step.expires_at === null ? [] : [[paint(look, 'dim', 'until'), dateTime(step.expires_at)]]),
      ...Object.entries(step.artifacts).map(([name, file]) => [paint(look, 'dim', name), file]),
    ]),
  ].join('\n');

export const manualPrinters = {
  'step.analyze': begun,
  'step.develop': begun,
  'step.release': released,
  'step.renew': renewed,
  'step.status': status,
  'step.submit': begun,
  'step.take': taken,
  'step.test': begun,
  'step.verify': begun,
  'step.watch': view,
};

export const manualExits = {
  'step.watch': ({ state, result }: ManualStepView) => {
    if (state === 'waits') return 6;
    return result?.verdict !== undefined && result.verdict !== 'resolved' ? 5 : 0;
  },
};
