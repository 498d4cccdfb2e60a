// What a session may be called: nothing that is the id of something else, in one name space for all commands.
import { failed } from '../../domain/error.ts';
import type { TaskId } from '../../domain/ids.ts';
import { nameKey } from '../../domain/session/name-key.ts';
import type { Reads } from '../../ports/store.ts';

const longest = 64;
const ids = /^[qrsmx]\d+$/;
const ofTask = /^(.+)-\d+$/;

/** Throws `USAGE`. `workspaces`: those registered, whose tasks are called `WORKSPACE-NUMBER`. */
export async function judgeName(reads: Reads, name: string, workspaces: readonly string[]): Promise<void> {
  const key = nameKey(name);
  if (key === '') throw refused(name, 'it has no letter or digit');
  if (key.length > longest) throw refused(name, `it has more than ${longest} letters`);
  if (!/^[\p{L}\p{N}\p{M}._-]+$/u.test(name)) throw refused(name, 'it may have letters, digits and `._-`');
  if (name.startsWith('-')) throw refused(name, 'it begins like a flag');
  if (ids.test(key)) throw refused(name, 'it has the form of the id of a question, run, session, message or chain');
  if (await isTask(reads, name, key, workspaces)) throw refused(name, 'it has the form of the id of a task');
}

async function isTask(reads: Reads, name: string, key: string, workspaces: readonly string[]): Promise<boolean> {
  const [, workspace = ''] = ofTask.exec(key) ?? [];
  if (workspaces.some((each) => nameKey(each) === workspace)) return true;
  return workspace !== '' && (await reads.thing(name as TaskId)) !== null;
}

const refused = (name: string, why: string) =>
  failed('USAGE', `${JSON.stringify(name)} is no name for a session: ${why}.`, {
    hint: 'Choose another with `--name`, or none.',
  });

// A name that can be read and said, for a session that was given none.

const how = [
  ...['amber', 'bold', 'brave', 'bright', 'brisk', 'calm', 'clear', 'clever', 'cosy', 'crisp', 'deft', 'early', 'fair'],
  ...['fleet', 'fond', 'frank', 'fresh', 'gentle', 'glad', 'golden', 'green', 'happy', 'hardy', 'honest', 'jolly'],
  ...['keen', 'kind', 'lively', 'lucky', 'lunar', 'merry', 'mild', 'neat', 'nimble', 'noble', 'patient', 'plain'],
  ...['proud', 'quick', 'quiet', 'rapid', 'ready', 'rosy', 'shy', 'silver', 'sleek', 'small', 'snug', 'spry', 'steady'],
  ...['still', 'sunny', 'swift', 'tidy', 'true', 'vivid', 'warm', 'wise', 'witty', 'young'],
] as const;
const who = [
  ...['badger', 'beaver', 'bison', 'bittern', 'bunting', 'collie', 'crane', 'cricket', 'curlew', 'dipper', 'dunlin'],
  ...[
    'egret',
    'falcon',
    'ferret',
    'finch',
    'fox',
    'gecko',
    'goat',
    'godwit',
    'grouse',
    'hare',
    'heron',
    'ibex',
    'ibis',
  ],
  ...[
    'jackdaw',
    'kestrel',
    'lapwing',
    'lark',
    'linnet',
    'lynx',
    'magpie',
    'marten',
    'martin',
    'merlin',
    'newt',
    'otter',
  ],
  ...[
    'owl',
    'pipit',
    'plover',
    'quail',
    'raven',
    'robin',
    'seal',
    'shrew',
    'siskin',
    'snipe',
    'stoat',
    'stork',
    'swan',
  ],
  ...['tern', 'thrush', 'toad', 'vole', 'wagtail', 'weasel', 'wren'],
] as const;

/** Not one of `taken`. `random`: hex digits. */
export function drawName(random: string, taken: ReadonlySet<string>): string {
  const all = how.length * who.length;
  const first = Number.parseInt(random.replaceAll('-', '').slice(0, 8), 16) % all;
  for (let step = 0; step < all; step += 1) {
    const at = (first + step * 7919) % all;
    const name = `${how[at % how.length]}-${who[Math.floor(at / how.length)]}`;
    if (!taken.has(name)) return name;
  }
  return `${how[0]}-${who[0]}-${random.slice(0, 8)}`;
}
