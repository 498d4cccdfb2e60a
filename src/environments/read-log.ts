// One log since a mark, or its last part; however large it is, and whatever became of it since.
import { findErrors } from '../domain/environment/find-errors.ts';
import type { LogLook, Mark } from '../domain/environment/finding.ts';
import { timeOf } from '../domain/environment/time-of.ts';
import type { Instant } from '../domain/ids.ts';
import { redact } from '../domain/text/safe/redact.ts';
import { stripControl, tidy } from '../domain/text/safe/strip-control.ts';
import { tail } from '../domain/text/safe/tail.ts';
import type { Host, HostRun } from './host.ts';

export type Log = Pick<LogLook, 'module' | 'source' | 'where'>;
/** The clock there. */
export type There = { readonly now: Instant; readonly offset: number };
export type Since = Mark | null;

/** Of one log. */
const mostBytes = 4 * 1024 * 1024;
const limits = { bytes: mostBytes + 1 };
const tailLines = 500;
const tailBytes = 10 * 1024;
const longestLine = 500;

type Read = { readonly text: string; readonly coverage: LogLook['coverage']; readonly trouble: string };

/** `path` is resolved. Fails as the host does. */
export async function readFileLog(host: Host, log: Log, there: There, since: Since): Promise<LogLook> {
  const size = await sizeOf(host, log.where);
  if (size === null) return lookOf(log, there, null, unread('it cannot be read'));
  const mark: Mark = { kind: 'offset', ...size };
  return lookOf(log, there, mark, await readFile(host, log.where, size, there, since));
}

/** One that may not be read. */
export const unreadableLog = (log: Log, there: There, why: string): LogLook => lookOf(log, there, null, unread(why));

type Size = { readonly inode: string; readonly bytes: number };

async function sizeOf(host: Host, path: string): Promise<Size | null> {
  const ran = await host.exec([['stat', '-L', '-c', '%i %s %F', '--', path]]);
  const [, inode, bytes, kind] = /^(\d+) (\d+) (.+)$/m.exec(ran.ok ? ran.value.output : '') ?? [];
  return inode === undefined || !kind?.startsWith('regular') ? null : { inode, bytes: Number(bytes) };
}

async function readFile(host: Host, path: string, size: Size, there: There, since: Since): Promise<Read> {
  if (since?.kind !== 'offset') {
    const read = await readFrom(host, path, Math.max(0, size.bytes - mostBytes));
    return since === null ? read : onlySince(read, there, since.at);
  }
  if (since.inode === size.inode)
    return since.bytes <= size.bytes ? readFrom(host, path, since.bytes) : lost('it was cut short since');
  const before = await sizeOf(host, `${path}.1`);
  if (before?.inode !== since.inode || before.bytes < since.bytes) return lost('it was rotated away since');
  const rest = await readFrom(host, `${path}.1`, since.bytes);
  const now = await readFrom(host, path, 0);
  const worse = rest.coverage === 'whole' ? now : rest;
  return { ...worse, text: rest.text + now.text };
}

async function readFrom(host: Host, path: string, from: number): Promise<Read> {
  const ran = await host.exec([['tail', '-c', `+${from + 1}`, '--', path]], limits);
  return ran.ok ? judge(ran.value) : unread(ran.failure.message);
}

const unread = (trouble: string): Read => ({ text: '', coverage: 'unreadable', trouble });
const lost = (trouble: string): Read => ({ text: '', coverage: 'rotated_away', trouble });

function judge({ output, exit, error, cut }: HostRun): Read {
  if (output.includes('\0')) return { text: '', coverage: 'binary', trouble: 'it is no text' };
  if (cut) return { text: output, coverage: 'cut', trouble: 'more was written than is read' };
  if (exit === 0) return { text: output, coverage: 'whole', trouble: '' };
  return {
    ...unread(tidy(error).trim().split('\n')[0] || 'it could not be read in time'),
    text: output,
  };
}

/** A line without a time belongs to the one before it. */
function onlySince(read: Read, there: There, at: Instant): Read {
  const lines = read.text.split('\n');
  let last: Instant | null = null;
  let told = false;
  const kept = lines.filter((line) => {
    last = timeOf(line, there) ?? last;
    told ||= last !== null;
    return last !== null && last >= at;
  });
  if (read.coverage !== 'whole' || told || lines.every((line) => line === ''))
    return { ...read, text: kept.join('\n') };
  return { text: '', coverage: 'cut', trouble: 'its lines do not tell when they were written' };
}

/** Of a journal or container: asked by time, so that its mark is the time of the look. */
export async function readStreamLog(
  host: Host,
  log: Log,
  there: There,
  since: Since,
  argv: (from: string | null) => readonly string[],
): Promise<LogLook> {
  const from = since === null ? null : since.kind === 'time' ? since.at : null;
  if (since !== null && from === null) return lookOf(log, there, null, lost('it was a file before'));
  const ran = await host.exec([argv(from === null ? null : String(Math.floor(from / 1_000)))], limits);
  const read = ran.ok
    ? judge({ ...ran.value, output: ran.value.output || ran.value.error })
    : unread(ran.failure.message);
  return lookOf(log, there, { kind: 'time', at: there.now }, read);
}

function lookOf(log: Log, there: There, mark: Mark | null, { text, coverage, trouble }: Read): LogLook {
  const lines = stripControl(text)
    .split('\n')
    .filter((line) => line.trim() !== '');
  const findings = findErrors(lines, (line) => timeOf(line, there));
  return { ...log, tail: tailOf(lines), lines: lines.length, findings, mark, coverage, trouble };
}

/** Secrets go before lines are cut: half of one is none that is known. */
function tailOf(lines: readonly string[]): string {
  const hidden = redact(lines.slice(-tailLines).join('\n')).split('\n');
  return tail(hidden.map((line) => line.slice(0, longestLine)).join('\n'), tailBytes);
}
