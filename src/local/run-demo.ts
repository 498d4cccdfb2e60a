// `drover demo` from a command line: its limits, its signals, and what is printed of it.
import { errors } from '../contract/errors/errors.ts';
import type { Reply } from '../contract/protocol.ts';
import { type DemoResult, demo } from './demo.ts';

export type RunDemoOptions = {
  /** `scripted` needs no login and costs nothing. */
  readonly agent: string;
  readonly keep: boolean;
  readonly json: boolean;
  readonly plain: boolean;
  /** Broken into lines that fit where they are read. */
  readonly wrap: (text: string) => string;
};

/** A real agent may think for a while; a person who answers takes the time they need. */
const limitMs = { scripted: 180_000, real: 1_800_000 };

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** 0: done and on the remote. 5: not proven. 6: it waits for a person. Else by the error's table, or 1. */
export async function runDemo(options: RunDemoOptions): Promise<number> {
  const interactive = process.stdin.isTTY === true && process.stdout.isTTY === true && !options.json;
  const most = options.agent === 'scripted' ? limitMs.scripted : limitMs.real;
  const limit = interactive ? new AbortController().signal : AbortSignal.timeout(most);
  const left = new AbortController();
  const leave = () => left.abort();
  for (const signal of signals) process.on(signal, leave);
  // A terminal that is closed takes no more words; what was begun is ended all the same.
  process.stdout.on('error', leave);
  const reply = await demo({
    ...options,
    interactive,
    argv: [process.execPath, process.argv[1] ?? ''],
    env: process.env,
    say: (line) => void (options.json ? null : process.stdout.write(`${options.wrap(line)}\n`)),
    signal: AbortSignal.any([limit, left.signal]),
  }).catch((error: unknown) =>
    limit.aborted ? failure(`The demo was not done within ${most / 60_000} min.`) : broken(error, left.signal.aborted),
  );
  for (const signal of signals) process.off(signal, leave);
  process.stdout.write(options.json ? `${JSON.stringify(reply)}\n` : `${options.wrap(told(reply))}\n`);
  return left.signal.aborted ? 130 : exitOf(reply);
}

function broken(error: unknown, interrupted: boolean): Reply<DemoResult> {
  if (interrupted) return failure('The demo was left; nothing of it stays.');
  return failure(`The demo could not be done: ${error instanceof Error ? error.message : String(error)}`);
}

const failure = (error: string): Reply<DemoResult> => ({
  ok: false,
  error,
  error_code: 'INTERNAL',
  hint: 'Run `drover doctor`; `drover demo --keep` keeps the folder.',
});

function told(reply: Reply<DemoResult>): string {
  if (!reply.ok) return `${reply.error}\n${reply.hint} (${reply.error_code})`;
  const { data } = reply;
  return [
    '',
    ...proven(data).map((line, at) => `${at === 0 ? 'proof' : '     '}     ${line}`),
    `green     ${data.green ?? 'not proven'}`,
    `branch    ${data.branch ?? 'none'}: the remote says ${data.pushed?.slice(0, 12) ?? 'it has no such branch'}`,
    `evidence  ${data.evidence.count} records, ${data.evidence.holds ? 'the chain holds' : 'THE CHAIN DOES NOT HOLD'}`,
    `sandbox   ${held(data)}`,
    `questions answered by ${data.answered_by}`,
    '',
    `${data.task} ended ${data.outcome ?? 'not at all: it waits for a person'} in ${data.seconds} s; ${nothingLeft(data)}.`,
  ].join('\n');
}

const proven = ({ proof, red }: DemoResult): readonly string[] => [
  ...proof.map(({ of, check, verdict, seen }) => `${of ?? 'the whole'}, ${check}: ${verdict}, ${seen}`),
  ...(red === null ? ['not proven'] : []),
];

const held = ({ sandbox: { holds, said, hint } }: DemoResult) =>
  holds ? said : `none: the agent and the gates ran with all your rights (${said}); to confine them, ${hint}`;

const nothingLeft = ({ left }: DemoResult) =>
  left.length === 0 ? 'nothing is left running' : `${left.length} processes were left and have been killed`;

function exitOf(reply: Reply<DemoResult>): number {
  if (!reply.ok) return errors[reply.error_code].exit;
  const { outcome, pushed, red, green, evidence, left } = reply.data;
  if (outcome === null) return 6;
  if (outcome === 'not_verified') return 5;
  const proven = red !== null && green !== null && evidence.holds;
  return outcome === 'released' && pushed !== null && proven && left.length === 0 ? 0 : 1;
}
