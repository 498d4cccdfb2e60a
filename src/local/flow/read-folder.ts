// The files of a session folder as texts. Agents write into it: no link in it is followed, and no file of it is read without end.
import { isUtf8 } from 'node:buffer';
import { readdirSync } from 'node:fs';
import { basename } from 'node:path';
import type { Problem, SourceFile } from '../../contract/flow/read-file.ts';
import type { FlowFiles } from '../../contract/flow/read-flow.ts';
import { fileLimit } from '../../contract/flow/read-json.ts';
import { refuseFiles } from '../../contract/flow/refuse-flow.ts';
import { type HeldFolder, within } from '../../disk/held-folder.ts';
import { fail, ok, type Result } from '../../domain/error.ts';
import type { FoundFlow } from './find-flow.ts';

const tasksFolder = '.task';
const planName = 'plan.json';
const sessionName = 'workflow-session.json';

/** `FLOW_NOT_FOUND` where there is no task in it, `FLOW_INVALID` where a file is none to be read. */
export async function readFolder({ folder, root, alone }: FoundFlow): Promise<Result<FlowFiles>> {
  const shared = { name: basename(alone ?? folder).replace(/\.json$/, ''), root, alone: alone !== null };
  const isTask = alone === null ? isShownJson : (name: string) => name === alone;
  const [around, tasks] = await Promise.all([
    alone === null ? filesIn(folder, [], (name) => name === planName || name === sessionName) : [],
    filesIn(folder, alone === null ? [tasksFolder] : [], isTask),
  ]);
  const problems = [...around, ...tasks].filter((each) => 'what' in each);
  if (problems.length > 0) return { ok: false, failure: refuseFiles(problems) };
  const texts = (all: readonly (SourceFile | Problem)[]) => all.filter((each) => 'text' in each);
  const find = (name: string) => texts(around).find(({ path }) => path === name) ?? null;
  const files = { ...shared, plan: find(planName), session: find(sessionName), tasks: texts(tasks) };
  if (files.tasks.length > 0) return ok(files);
  return fail('FLOW_NOT_FOUND', `${folder} has no task files in ${tasksFolder}.`, { path: folder });
}

/** What a computer leaves beside each file at times is hidden, and nobody's task. */
const isShownJson = (name: string): boolean => name.endsWith('.json') && !name.startsWith('.');

/** In the order of their names. */
async function filesIn(
  folder: string,
  below: readonly string[],
  isWanted: (name: string) => boolean,
): Promise<readonly (SourceFile | Problem)[]> {
  const read = async (held: HeldFolder) => {
    const names = readdirSync(held.itself).filter(isWanted).sort();
    return names.map((name) => readIn(held, name, [...below, name].join('/')));
  };
  const found = await within(folder, below, read).catch((error: unknown) => [forbidden(below.join('/'), error)]);
  if (found === 'missing') return [];
  return found === 'link' ? [wrong(below.join('/'), 'is a link, which is not followed')] : found;
}

function shortIn(held: HeldFolder, name: string, path: string): ReturnType<HeldFolder['short']> | Problem {
  try {
    return held.short(name, fileLimit);
  } catch (error) {
    return forbidden(path, error);
  }
}

const wrong = (path: string, what: string): Problem => ({ path, line: 1, column: 1, what });

/** Of what the file system refuses. */
function forbidden(path: string, error: unknown): Problem {
  const code = (error as NodeJS.ErrnoException).code;
  if (code === undefined) throw error;
  return wrong(path === '' ? '.' : path, `cannot be read: ${code}`);
}

function readIn(held: HeldFolder, name: string, path: string): SourceFile | Problem {
  const bytes = shortIn(held, name, path);
  if (typeof bytes === 'object' && 'what' in bytes) return bytes;
  if (bytes === 'long') return wrong(path, 'is longer than 1 MiB');
  if (bytes === 'link') return wrong(path, 'is a link or no file, which is not followed');
  if (bytes === 'missing') return wrong(path, 'went while it was read');
  return isUtf8(bytes) ? { path, text: bytes.toString('utf8') } : wrong(path, 'is no UTF-8');
}
