// The terminal driver: any program in its own terminal, spoken to with keys, its state told by hooks and screens.
import { mkdir } from 'node:fs/promises';
import { ok, type Result } from '../../../domain/error.ts';
import type { RunId } from '../../../domain/ids.ts';
import { createInTurn } from '../../../domain/in-turn.ts';
import type { Agent, AgentSpec, Live, Message } from '../../../ports/agent.ts';
import type { Keeper } from '../../../ports/keeper.ts';
import { findProgramOf, type Launchable, launch, liveOf } from '../launch.ts';
import { answerQuestion } from './dialogs.ts';
import { followTerminal } from './follow.ts';
import { Spool } from './hooks.ts';
import { Ledger, type Typist } from './keys.ts';
import { interrupt, leaveTerminal } from './leave.ts';
import type { Prepared, TerminalProfile } from './profile.ts';
import { firstId } from './turns.ts';
import { typeMessage } from './type.ts';

/** About the last so many bytes of a terminal's output are kept. */
const keepBytes = 64 * 1024 * 1024;
/** What another terminal, multiplexer or build around Drover says of itself is not true of this one; without colours no placeholder is told from words. */
const foreign =
  /^(NO_COLOR|FORCE_COLOR|CI|TERM|TERM_.*|COLORTERM|COLUMNS|LINES|TMUX.*|STY|VSCODE_.*|KITTY_.*|ITERM_.*)$/;
const terminal = { TERM: 'xterm-256color', COLORTERM: 'truecolor' };

export function createTerminalAgent(profile: TerminalProfile, now: () => number = Date.now): Agent {
  /** One hand on the keyboard at a time. */
  const hands = createInTurn<RunId>();
  const inTurn = <T>({ runId }: Live, act: () => Promise<T>): Promise<T> => hands(runId, act);
  const typist = (keeper: Keeper, live: Live): Typist => ({
    profile,
    keeper,
    live,
    now,
    ledger: new Ledger(live.folder),
  });
  const type = (of: Typist, message: Message, signal: AbortSignal) =>
    inTurn(of.live, () => typeMessage(of, message, signal));
  const acts = {
    type: (of: Typist, text: string, signal: AbortSignal) => type(of, { ...first, text }, signal),
    leave: (of: Typist) => inTurn(of.live, () => leaveTerminal(of)),
  };
  return {
    name: profile.name,
    driver: 'pty',
    capabilities: profile.capabilities,
    passEnv: profile.passEnv,
    find: (env, how) => findProgramOf({ ...profile, ...nothingPrepared }, env, how),
    start: (keeper, spec) => start(profile, keeper, spec),
    events: (keeper, live, signal) => followTerminal(typist(keeper, live), acts, signal),
    prompt: (keeper, live, message, signal) => type(typist(keeper, live), message, signal),
    interrupt: async (keeper, live) =>
      live.once ? await keeper.end(live.runId, 'cancelled') : await inTurn(live, () => interrupt(typist(keeper, live))),
    answer: (keeper, live, asked, choice, note) =>
      inTurn(live, () => answerQuestion(typist(keeper, live), asked, choice, note)),
    end: async (keeper, live) => void acts.leave(typist(keeper, live)).catch(() => undefined),
  };
}

const first: Message = { id: firstId, text: '', submit: true, steer: false, keys: false };
const nothingPrepared = { args: () => [], env: () => ({}) };

async function start(profile: TerminalProfile, keeper: Keeper, spec: AgentSpec): Promise<Result<Live>> {
  if (await keeper.find(spec.runId)) return ok(liveOf(spec));
  await mkdir(spec.folder, { recursive: true, mode: 0o700 });
  const spool = new Spool(spec.folder);
  await spool.make();
  const prepared = await profile.prepare(spec, spool);
  const { columns, rows } = spec;
  const started = await launch(launchable(profile, prepared, spec, spool), keeper, inTerminal(spec, prepared), {
    io: { kind: 'pty', columns, rows },
    keepBytes,
  });
  return started.ok ? ok(liveOf(spec)) : started;
}

/** The run's own folder can be read wherever it runs; written by it is the spool alone. */
const launchable = (
  profile: TerminalProfile,
  { args, env, reads }: Prepared,
  { folder }: AgentSpec,
  spool: Spool,
): Launchable => ({
  ...profile,
  args: () => args,
  env: () => env,
  state: (of) => [...profile.state(of), { at: spool.folder, open: true }],
  reads: [...(profile.reads ?? []), ...(reads ?? []), folder],
});

function inTerminal(spec: AgentSpec, { without = [] }: Prepared): AgentSpec {
  const own = Object.entries(spec.env).filter(([name]) => !foreign.test(name) && !without.includes(name));
  return { ...spec, env: { ...Object.fromEntries(own), ...terminal } };
}
