// A picture of what the program of a copy shows, taken by a browser and kept as evidence; and those that were taken.
import { ofKind } from '../../../domain/any-thing.ts';
import { Failed, failed } from '../../../domain/error.ts';
import { type RunId, runId } from '../../../domain/ids.ts';
import { newRow } from '../../../domain/new-row.ts';
import { pictureFile, type Shot } from '../../../domain/place/screenshot.ts';
import type { Run } from '../../../domain/run/run.ts';
import type { Task } from '../../../domain/task/task.ts';
import type { Transaction } from '../../../ports/store.ts';
import type { Command, CommandPorts } from '../../ports.ts';
import { commit } from '../../shared/request.ts';
import { watchWhile } from '../../shared/watch.ts';
import { findTaskHere } from '../find.ts';
import { mustLive } from '../notify.ts';

const deadlineMs = 30_000;
/** Beside its own time, for its start and its end to be told. */
const patienceMs = deadlineMs + 30_000;

export const takeScreenshot: Command<'task.screenshot'> = async (ports, input, _peer, signal) => {
  const { path, width, height } = input;
  const browser = await findBrowser(ports);
  const { task, run } = await commit(ports, async (tx) => {
    const found = await findTaskHere(tx, input.task, input.cwd);
    mustLive(found);
    return { task: found.id, run: await start(ports, tx, found, { path, width, height }, browser) };
  });
  return { task, run, ...(await taken(ports, run, signal)) };
};

/** As it is called on PATH; null: there is none. Names of one program, the one of Debian first. */
const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome'];

async function findBrowser({ config, machine, person }: CommandPorts): Promise<string | null> {
  const read = await config.read();
  const own = read.ok ? read.value.browser : undefined;
  const asked = own === undefined ? names : [config.expand(own)];
  for (const name of asked) if ((await machine.version(name, person.env())) !== null) return name;
  return null;
}

async function start(
  { queue, clock, host }: CommandPorts,
  tx: Transaction,
  { id, task, spec, state }: Task,
  shot: Shot,
  browser: string | null,
): Promise<RunId> {
  const living = await tx.things({ kind: 'run', task, ended: false });
  const of = (kind: Run['spec']['purpose']['kind']) => living.find(({ spec: { purpose } }) => purpose.kind === kind);
  const [copy, { hub, base }] = [await tx.copy(task), state.known.place];
  const [port] = copy?.ports ?? [];
  if (of('preview') === undefined || copy === null || hub === null || base === null)
    throw failed('NOT_READY', `The program of ${id} does not run.`, {
      task: id,
      hint: `Start it first: drover task run ${id}`,
    });
  if (port === undefined)
    throw failed('NOT_READY', `The program of ${id} has no port.`, {
      task: id,
      hint: 'Say how many it wants: run: { start: npm run dev, port: 1 }',
    });
  if (of('screenshot') !== undefined)
    throw failed('NOT_READY', `A screenshot of ${id} is being taken.`, { task: id, hint: 'Ask again in a moment.' });
  if (browser === null) throw failed('BROWSER_MISSING', 'No Chromium was found to take the picture.', { task: id });
  const at = clock.now();
  const run = runId(await tx.next('run'));
  const place = { hub, copy: copy.path, base: base.commit };
  const taking: Run = {
    ...newRow(host, at),
    id: run,
    kind: 'run',
    task,
    spec: {
      purpose: { kind: 'screenshot', browser, shot, port, ...place },
      deadlineMs,
      sandbox: spec.settings.sandbox,
    },
    state: { kind: 'requested' },
  };
  await tx.insert(taking);
  await tx.say(run, task, at, [{ kind: 'screenshot_requested', data: { task: id, path: shot.path, port } }]);
  await queue.add(tx, [{ thing: run, at, host }]);
  return run;
}

async function taken(ports: CommandPorts, id: RunId, signal: AbortSignal) {
  const state = await watchWhile(ports, signal, patienceMs, async () => {
    const run = ofKind(await ports.store.read((reads) => reads.thing(id)), 'run');
    return run.state.kind === 'ended' ? run.state : null;
  });
  if (state?.result.kind === 'screenshot') return { screenshot: state.result.screenshot };
  if (state?.result.kind === 'refused') throw new Failed(state.result.failure);
  throw failed('SCREENSHOT_FAILED', 'The picture was not taken in time.', { run: id });
}

/** The picture itself, in base64. Throws `EVIDENCE_MISSING`. */
export async function pictureOf({ files }: CommandPorts, { id, task }: Task, sha256: string): Promise<string> {
  const bytes = await files.read(pictureFile(task, sha256));
  if (bytes === null) throw failed('EVIDENCE_MISSING', `${id} has no screenshot ${sha256}.`, { task: id });
  return Buffer.from(bytes).toString('base64');
}
