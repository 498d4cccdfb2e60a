// How an installed program presents itself: version, flags, the first words of its protocol; with an empty home, and no model is asked.
import { mkdir, mkdtemp, readFile, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join, sep } from 'node:path';
import type { Facts } from '../../domain/conformance/tested.ts';
import type { Handshake, Presence } from '../drivers/kit.ts';
import { askVersion, findProgram } from '../drivers/launch.ts';
import type { Environment } from '../drivers/plain/profile.ts';
import { asText, type Json, parseRecord } from '../json.ts';
import { presenceOf } from './programs.ts';
import { runBriefly } from './run-briefly.ts';

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
    argv,
    say: line,
    patienceMs,
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

// The form of a JSON value as sorted lines: what is there and of what type, not what it says. Yes and no are kept: they are what a program can do.

export const shapeOf = (value: unknown): readonly string[] => [...new Set(lines(value, ''))].sort();

function lines(value: unknown, path: string): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((each) => lines(each, `${path}[]`));
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([key, each]) => lines(each, path === '' ? key : `${path}.${key}`));
  return [`${path}: ${typeof value === 'boolean' ? value : value === null ? 'null' : typeof value}`];
}

// The version of a program that came as an npm package, without starting it.

/** Of the package that holds the file which a command is a link to; null where it is in none. */
async function versionInPackage(file: string): Promise<string | null> {
  const real = await realpath(file).catch(() => file);
  if (!real.includes(`${sep}node_modules${sep}`)) return null;
  for (let folder = dirname(real); basename(folder) !== 'node_modules'; folder = dirname(folder)) {
    const found = parseRecord(await readFile(join(folder, 'package.json'), 'utf8').catch(() => ''));
    if (found !== null && asText(found.version) !== '') return asText(found.version);
  }
  return null;
}
