// How an installed program presents itself: version, flags, the first words of its protocol; with an empty home, and no model is asked.
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Facts } from '../../domain/conformance/tested.ts';
import { askVersion } from '../drivers/ask-version.ts';
import { findProgram } from '../drivers/find-program.ts';
import type { Handshake, Presence } from '../drivers/presence.ts';
import type { Environment } from '../drivers/profile.ts';
import { type Json, parseRecord } from '../json.ts';
import { presenceOf } from './programs.ts';
import { runBriefly } from './run-briefly.ts';
import { shapeOf } from './shape-of.ts';
import { versionInPackage } from './version-in-package.ts';

const patienceMs = 30_000;

/** Nothing of the person's but where programs are and how they speak. */
const bare = (env: Environment, { quiet = {} }: Presence, home: string): Environment => ({
  ...Object.fromEntries(Object.entries(env).filter(([name]) => /^(PATH|LANG|LC_\w+|SHELL|USER|TZ)$/.test(name))),
  ...quiet,
  NO_COLOR: '1',
  TERM: 'dumb',
  HOME: home,
});

type Place = { readonly file: string; readonly cwd: string; readonly env: Environment };

export async function lookAtProgram(command: string, env: Environment): Promise<Facts | null> {
  const program = presenceOf(command);
  const file = await findProgram(command, env);
  if (program === null || file === null) return null;
  const folder = await mkdtemp(join(tmpdir(), 'drover-look-'));
  try {
    const [home, cwd] = [join(folder, 'home'), join(folder, 'empty')];
    for (const each of [home, cwd]) await mkdir(each);
    return await look(program, { file, cwd, env: bare(env, program, home) });
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

export async function versionOf(command: string, env: Environment): Promise<string | null> {
  const file = await findProgram(command, env);
  if (presenceOf(command) === null || file === null) return null;
  return versionOfFile(file, env);
}

/** Most of them come as packages, which tell it at once; one of them takes three seconds to say it. */
const versionOfFile = async (file: string, env: Environment): Promise<string | null> =>
  (await versionInPackage(file)) ?? (await askVersion(file, ['--version'], env));

async function look(program: Presence, place: Place): Promise<Facts> {
  const version = await versionOfFile(place.file, place.env);
  const flags = program.helps ? await flagsOf(place) : [];
  return { version, flags, ...(await shake(program.handshake, place)) };
}

async function flagsOf(place: Place): Promise<readonly string[]> {
  const { output } = await runBriefly({ ...place, argv: ['--help'], say: null, patienceMs, enough: () => false });
  return [...new Set(output.match(/(?<![\w-])--[a-z][a-z0-9-]+/g))].sort();
}

async function shake({ argv, say, answer }: Handshake, place: Place): Promise<Pick<Facts, 'handshake' | 'silence'>> {
  const line = `${JSON.stringify(say)}\n`;
  const { output, why } = await runBriefly({
    ...place,
    ...{ argv, say: line, patienceMs },
    enough: (heard) => answerIn(heard, answer) !== null,
  });
  const given = answerIn(output, answer);
  return given === null ? { handshake: null, silence: why } : { handshake: shapeOf(given), silence: '' };
}

/** The first whole line that is the answer. */
function answerIn(output: string, answer: Handshake['answer']): Json | null {
  for (const line of output.split('\n').slice(0, -1)) {
    const record = parseRecord(line);
    const given = record === null ? null : answer(record);
    if (given !== null) return given;
  }
  return null;
}
