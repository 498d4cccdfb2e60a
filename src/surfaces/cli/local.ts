// What runs in the CLI without the daemon, loaded when it is needed: the one place where this surface reaches into `local`.
import type { Hello, Reply } from '../../contract/protocol.ts';
import type { Check } from '../../contract/service.ts';
import { version } from '../../contract/version.ts';
import type { Console } from './terminal/console.ts';

const where = ({ places, env }: Console) => ({ stateFolder: places.state, socket: places.socket, env });
const say =
  ({ stderr }: Console) =>
  (line: string) =>
    void stderr.write(`${line}\n`);

/** Finds, starts or replaces the daemon; resolves when it answers, or with why not. */
export async function startDaemon(console: Console): Promise<Reply<Hello>> {
  const local = await import('../../local/start-daemon.ts');
  const entry = console.daemon === undefined ? {} : { entry: console.daemon };
  return local.startDaemon({ ...where(console), ...entry, version, tell: say(console) });
}

/** Pid of the daemon where somebody has stopped it. */
export async function findStopped(socket: string): Promise<number | null> {
  return (await import('../../local/find-stopped.ts')).findStopped(socket);
}

/** False where it still answers after the time. */
export async function awaitDown({ places }: Console, timeoutMs: number): Promise<boolean> {
  const local = await import('../../local/await-down.ts');
  return local.awaitDown(places.socket, timeoutMs);
}

export async function up(console: Console, port: number | null = null): Promise<number> {
  const local = await import('../../local/up.ts');
  return local.up({ ...where(console), say: say(console), ...(port === null ? {} : { port }) });
}

export async function installUnit({ env }: Console, home: string): Promise<{ file: string; next: string }> {
  const local = await import('../../local/install-unit.ts');
  return local.installUnit({ platform: process.platform, home, droverHome: env.DROVER_HOME ?? null });
}

export async function doctor(console: Console, fix: boolean): Promise<readonly Check[]> {
  const local = await import('../../local/doctor.ts');
  return local.doctor({ ...where(console), fix });
}

export async function listCopies({ places }: Console) {
  const local = await import('../../local/restore-database.ts');
  return local.listCopies(places.state);
}

export async function restoreDatabase({ env }: Console, file: string | null, moved: boolean) {
  const local = await import('../../local/restore-database.ts');
  return local.restoreDatabase(env, file, moved);
}

/** False where the process still lives after the time. */
export async function awaitGone(pid: number, timeoutMs: number): Promise<boolean> {
  const local = await import('../../local/await-gone.ts');
  return local.awaitGone(pid, timeoutMs);
}

/** What was removed, and what was not and why. */
export async function uninstall(
  { places, env }: Console,
  more: { readonly checkouts: readonly string[]; readonly keepState: boolean; readonly made: readonly string[] },
) {
  const { uninstall: remove } = await import('../../local/uninstall.ts');
  const { readSkills } = await import('../../local/texts.ts');
  return remove({ places, env, home: env.HOME ?? '', platform: process.platform, skills: readSkills(), ...more });
}

/** A newer version beside this one, tried and not in its place yet. */
export async function prepareUpgrade(console: Console, from: string | undefined) {
  const { prepareUpgrade: prepare } = await import('../../local/upgrade/upgrade.ts');
  const { places, cwd, env } = console;
  return prepare({ stateFolder: places.state, version, from, cwd, env, say: say(console) });
}

/** Guide, recipes, skills. */
export async function texts() {
  return {
    ...(await import('../../local/texts.ts')),
    ...(await import('../../local/skills.ts')),
    ...(await import('../../local/templates.ts')),
  };
}

/** Exit code 0: done and on the remote; 5 not proven; 6 waits for a person. */
export async function runDemo(options: {
  agent: string;
  keep: boolean;
  json: boolean;
  plain: boolean;
  wrap: (text: string) => string;
}): Promise<number> {
  const local = await import('../../local/run-demo.ts');
  return local.runDemo(options);
}

export type DetachKey = NonNullable<Awaited<ReturnType<typeof readDetachKey>>>;

/** '' for the usual one; null where it is none. */
export async function readDetachKey(text: string) {
  const { readDetachKey: read, usualDetachKey } = await import('../../local/detach-key.ts');
  return text === '' ? usualDetachKey : read(text);
}

/** A session's terminal in this one. */
export async function attach(options: Parameters<typeof import('../../local/attach.ts').attach>[0]) {
  const local = await import('../../local/attach.ts');
  return local.attach(options);
}

export async function openTmuxWindow(options: Parameters<typeof import('../../local/tmux.ts').openTmuxWindow>[0]) {
  const local = await import('../../local/tmux.ts');
  return local.openTmuxWindow(options);
}

/** Why a file cannot be written there. */
export async function refuseWhole(file: string) {
  const local = await import('../../local/bundle/write-new-file.ts');
  return local.refuseFile({ file, force: true, agents: [] });
}

/** In place of what is there, whole or not at all. */
export async function writeWhole(file: string, text: string) {
  const local = await import('../../local/bundle/write-new-file.ts');
  return local.writeNewFile({ file, text, force: true, agents: [] });
}

/** Signed by the program that signs this person's commits, written to a file or a note. */
export async function exportBundle(
  ...given: Parameters<typeof import('../../local/bundle/export-bundle.ts').exportBundle>
) {
  const local = await import('../../local/bundle/export-bundle.ts');
  return local.exportBundle(...given);
}

/** A session folder, plan.json or task file, read and run by nobody. */
export async function checkFlow(wanted: Parameters<typeof import('../../local/flow/check-flow.ts').checkFlow>[0]) {
  const local = await import('../../local/flow/check-flow.ts');
  return local.checkFlow(wanted);
}

/** Issues as a session folder. */
export async function layQueue(wanted: Parameters<typeof import('../../local/flow/lay-queue.ts').layQueue>[0]) {
  const local = await import('../../local/flow/lay-queue.ts');
  return local.layQueue(wanted);
}

/** The same as texts, for who carries them out. */
export async function readFlowFiles(
  ...given: Parameters<typeof import('../../local/flow/read-files.ts').readFlowFiles>
) {
  const local = await import('../../local/flow/read-files.ts');
  return local.readFlowFiles(...given);
}

/** A session folder between those at work and those that are put away. */
export async function sessionMoves() {
  return import('../../local/flow/move-session.ts');
}

export type MovedSession = Parameters<Awaited<ReturnType<typeof sessionMoves>>['moveSession']>[0];

/** Where a flow's files are. */
export async function foldersOfFlow(given: string, cwd: string) {
  const local = await import('../../local/flow/find-flow.ts');
  return local.foldersOfFlow(given, cwd);
}

/** A proof, wherever it is met. */
export async function verifyProof(
  wanted: Parameters<typeof import('../../local/bundle/verify-proof.ts').verifyProof>[0],
) {
  const local = await import('../../local/bundle/verify-proof.ts');
  return local.verifyProof(wanted);
}

/** The same, and its gates run again. */
export async function rerunBundle(
  wanted: Parameters<typeof import('../../local/bundle/rerun-bundle.ts').rerunBundle>[0],
) {
  const local = await import('../../local/bundle/rerun-bundle.ts');
  return local.rerunBundle(wanted);
}
