// Tasks, changes and looks in a few lines for a phone.
import type { Question } from '../../../domain/question/question.ts';
import type { Phase } from '../../../domain/task/phase.ts';
import type { Acting, Known } from '../acting.ts';
import { type Draft, list, type Outgoing, type Said } from '../kept.ts';
import { openQuestion } from '../updates/answer.ts';
import { chatLine } from './chat-text.ts';
import { shorten } from './split.ts';
import type { Texts } from './texts.ts';

export type Task = {
  readonly id: string;
  readonly text: string;
  readonly phase: string;
  readonly state: string;
  readonly outcome: string | null;
  readonly pull_request?: string | null;
  readonly features?: readonly { readonly id: string; readonly pull_request?: string | null }[];
  readonly criteria?: readonly { readonly id: string; readonly text: string; readonly state: string }[];
  /** With other tasks at work. */
  readonly overlaps?: readonly {
    readonly tasks: readonly [string, string];
    readonly path: string;
    readonly lines: readonly (readonly [number, number])[];
    readonly conflicts: boolean;
  }[];
};

const most = 20;

export const sayTasks = (tasks: readonly Task[], texts: Texts): string =>
  [
    ...tasks
      .slice(0, most)
      .map(({ id, text, state }) => `${id} · ${texts.state(state)}\n   ${shorten(chatLine(text), 80)}`),
    ...(tasks.length > most ? [`… ${tasks.length - most}`] : []),
  ].join('\n');

const signs: Readonly<Record<string, string>> = { met: '✓', running: '▸', not_met: '✗', blocked: '✗' };

export function sayTask(
  { id, text, phase, state, outcome, criteria = [], overlaps = [], pull_request: address }: Task,
  texts: Texts,
): string {
  const said = texts.state(state);
  return [
    `${id} · ${texts.phases[phase as Phase] ?? phase}`,
    shorten(chatLine(text), 200),
    '',
    outcome === null ? said : `${outcome === 'released' || outcome === 'proven' ? '✓' : '■'} ${said}`,
    ...criteria
      .slice(0, 12)
      .map((each) => `${signs[each.state] ?? '·'} ${each.id} ${shorten(chatLine(each.text), 100)}`),
    ...overlaps.slice(0, mostOverlaps).map(({ tasks, path, lines, conflicts }) => {
      const other = tasks.find((task) => task !== id) ?? '';
      const at = lines.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`)).join(', ');
      return `≈ ${texts.overlap(other, shorten(chatLine(`${path} ${at}`.trim()), 100), conflicts)}`;
    }),
    ...(overlaps.length > mostOverlaps ? [`≈ … ${overlaps.length - mostOverlaps}`] : []),
    ...(address == null ? [] : [address]),
  ].join('\n');
}

const mostOverlaps = 5;

/** Of a name with a quote or control character git writes a quoted form; that is shown as it is. */
const header = /^diff --git "?a\/.* (?:"b\/(.*)"|b\/(.*))$/;

/** Each file with its lines added and removed, from a unified diff. */
export function sayDiff(diff: string): string {
  const files: { name: string; added: number; removed: number }[] = [];
  let inHunk = false;
  for (const line of diff.split('\n')) {
    const [, quoted, plain] = header.exec(line) ?? [];
    const name = quoted ?? plain;
    const last = files.at(-1);
    if (name !== undefined) {
      files.push({ name, added: 0, removed: 0 });
      inHunk = false;
    } else if (line.startsWith('@@')) inHunk = true;
    else if (inHunk && last !== undefined && line.startsWith('+')) last.added += 1;
    else if (inHunk && last !== undefined && line.startsWith('-')) last.removed += 1;
  }
  const lines = files.slice(0, 40).map(({ name, added, removed }) => `${name} +${added} −${removed}`);
  return [...lines, ...(files.length > 40 ? [`… ${files.length - 40}`] : [])].join('\n');
}

type Probed = {
  readonly env: string;
  readonly tier: string | null;
  readonly uptime: string;
  readonly disk: string;
  readonly modules: readonly { readonly name: string; readonly running?: boolean | null }[];
  readonly logs: readonly { readonly findings: readonly { readonly text: string; readonly count: number }[] }[];
};

/** How full it is, from the row of a table that is wider than a phone; what is no such table is said by its first line. */
function sayDisk(disk: string): string {
  const rows = disk.split('\n').map((line) => line.trim().split(/\s+/));
  const [, size, , , used] = rows.find(([, , , , share]) => /^\d+%$/.test(share ?? '')) ?? [];
  return used === undefined ? (disk.split('\n')[0] ?? '') : `💾 ${used} / ${size}`;
}

export function sayProbe({ env, tier, uptime, disk, modules, logs }: Probed): string {
  const findings = logs.flatMap((log) => log.findings);
  const running = modules.map(
    ({ name, running }) => `${running === false ? '✗' : running === true ? '✓' : '?'} ${name}`,
  );
  return [
    [env, tier].filter(Boolean).join(' · '),
    ...[uptime.split('\n')[0] ?? '', sayDisk(disk)]
      .map(chatLine)
      .flatMap((line) => (line === '' ? [] : [shorten(line, 120)])),
    ...running.slice(0, 12),
    ...findings.slice(0, 8).map(({ text, count }) => `${count}× ${shorten(chatLine(text), 160)}`),
  ].join('\n');
}

// What words without a reply may be about: the questions and drafts that had arrived where they were written, before they were.

export type Matter =
  | { readonly kind: 'question'; readonly question: Question }
  | { readonly kind: 'draft'; readonly key: string; readonly draft: Draft };

type Matters = {
  readonly open: readonly Matter[];
  /** Ids of questions that are open, and had not arrived when it was written. */
  readonly early: readonly string[];
};

/** So long a task that was stated may be started by words without a reply. */
const draftMs = 24 * 60 * 60_000;

export async function openMatters(acting: Acting, user: Known, said: Said): Promise<Matters> {
  const { store, clock } = acting;
  const [shown, drafts] = await store.read(
    async (reads) => [await list(reads, 'message'), await list(reads, 'draft')] as const,
  );
  const open: Matter[] = [];
  const early: string[] = [];
  for (const { key, body } of shown) {
    if (body.user !== user.id || key.startsWith('note/') || said.group) continue;
    const question = await openQuestion(acting, key.split('/')[0] ?? '');
    if (question?.state.kind !== 'open') continue;
    if (body.chat === said.chat && wasThere(body, said)) open.push({ kind: 'question', question });
    else early.push(question.id);
  }
  for (const { key, at, body } of drafts) {
    const mine = body.state.kind === 'open' && body.user === user.id && body.chat === said.chat;
    if (!mine || body.text === '' || body.message === null || clock.now() - at > draftMs) continue;
    if (isAfter(said, { last: body.message, arrived: body.arrived })) open.push({ kind: 'draft', key, draft: body });
  }
  return { open, early };
}

/** Its whole message was confirmed by the service, and is older than these words. */
export const wasThere = ({ state, sent, arrived, told }: Outgoing, said: Said): boolean =>
  state === 'shown' && isAfter(said, { last: sent.at(-1), arrived: arrived ?? Math.ceil(told / 1000) });

/** Both times are the service's own; within a second the numbers of the messages say which was first. */
const isAfter = (
  { date, message }: Said,
  { last, arrived }: { readonly last: number | undefined; readonly arrived: number | undefined },
): boolean => last !== undefined && date !== undefined && arrived !== undefined && date >= arrived && message > last;
