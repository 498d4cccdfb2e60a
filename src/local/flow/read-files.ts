// A flow's files as they are sent to the daemon, which reads none: what stands in them is what who asks may see.
import { isUtf8 } from 'node:buffer';
import type { Problem, SourceFile } from '../../contract/flow/read-file.ts';
import { type FlowFiles, readFlow } from '../../contract/flow/read-flow.ts';
import { pathInside } from '../../contract/flow/read-node.ts';
import { refuseFiles } from '../../contract/flow/refuse-flow.ts';
import type { Input } from '../../contract/read-input.ts';
import { type HeldFolder, partsOf, within } from '../../disk/held-folder.ts';
import { fail, ok, type Result } from '../../domain/error.ts';
import type { FlowRecord } from '../../domain/flow/flow.ts';
import { isBeside, leavesOf, lookedInto, readFirst } from '../../domain/flow/flow-run.ts';
import { findFlow } from './find-flow.ts';
import { type Env, findTools } from './find-tools.ts';
import { readFolder } from './read-folder.ts';

export type SentFlow = Omit<NonNullable<Input<'task.create'>['flow']>, 'reset'>;

export async function readFlowFiles(path: string, cwd: string, env: Env): Promise<Result<SentFlow>> {
  const found = findFlow(path, cwd);
  if (!found.ok) return found;
  const files = await readFolder(found.value);
  if (!files.ok) return files;
  const { name, plan, session, tasks } = files.value;
  const { folder, root, alone } = found.value;
  const tools = findTools(env);
  if (!tools.ok) return tools;
  const read = readFlow({ ...files.value, tools: tools.value });
  const given = await readGiven(files.value, read.kind === 'wrong' ? null : read.flow);
  if (!given.ok) return given;
  return ok({
    folder,
    root,
    name,
    ...(alone !== null && { alone }),
    plan,
    session,
    given: [...given.value],
    tasks: [...tasks],
    tools: [...tools.value],
  });
}

/** What its nodes are to read and no copy has; refused where that cannot be given, or all that is needed of it is more than is sent at once. */
export async function readGiven(files: FlowFiles, flow: FlowRecord | null): Promise<Result<readonly SourceFile[]>> {
  const read = await readAll(files.root, flow === null ? [] : wantedBy(flow, files.root));
  if (!read.ok) return read;
  const given: SourceFile[] = [];
  let bytes = bytesAsSent([files.plan, files.session, files.tasks]);
  for (const { needed, ...file } of read.value) {
    const more = bytesAsSent(file);
    if (!needed && bytes + more > mostSent) continue;
    bytes += more;
    given.push(file);
  }
  if (bytes <= mostSent) return ok(given);
  const sum = (bytes / 1024 / 1024).toFixed(1);
  return fail(
    'FLOW_INVALID',
    `Its files and what its nodes are to read have ${sum} MiB as they are sent; 7 are the most.`,
  );
}

/** With a comma behind it. */
const bytesAsSent = (value: unknown): number => Buffer.byteLength(JSON.stringify(value)) + 1;
const mostSent = 7 * 1024 * 1024;

/** `needed`: what cannot be given refuses the flow. */
type Wanted = { readonly path: string; readonly needed: boolean };

/** Each once, what is needed first. */
function wantedBy(flow: FlowRecord, root: string): readonly Wanted[] {
  const leaves = leavesOf(flow);
  const first = leaves.flatMap(readFirst).map((path) => ({ path, needed: true }));
  const looked = leaves.flatMap(lookedInto).map(({ path, needed }) => ({ path: pathInside(path, root) ?? '', needed }));
  const all = [...first, ...looked].filter(({ path }) => isBeside(path));
  const ordered = all.toSorted((one, other) => Number(other.needed) - Number(one.needed));
  const wanted = new Map<string, Wanted>();
  for (const each of ordered) if (!wanted.has(each.path)) wanted.set(each.path, each);
  return [...wanted.values()];
}

const longest = 1024 * 1024;
const most = 20;

/** What is not there yet is told by `flow check` and left out. */
async function readAll(root: string, wanted: readonly Wanted[]): Promise<Result<readonly (Wanted & SourceFile)[]>> {
  const needed = wanted.filter((each) => each.needed).length;
  if (needed > most)
    return fail('FLOW_INVALID', `Its nodes are to read ${needed} files of .workflow; ${most} are the most.`);
  const found: (Wanted & SourceFile)[] = [];
  const problems: Problem[] = [];
  for (const each of wanted) {
    if (found.length === most) break;
    const bytes = await bytesOf(root, each.path);
    if (Buffer.isBuffer(bytes) && isUtf8(bytes)) found.push({ ...each, text: bytes.toString('utf8') });
    else if (each.needed && bytes !== 'missing')
      problems.push({ path: each.path, line: 1, column: 1, what: whyNot(bytes) });
  }
  return problems.length > 0 ? { ok: false, failure: refuseFiles(problems) } : ok(found);
}

const bytesOf = (root: string, path: string) => {
  const parts = partsOf(path);
  const read = async (folder: HeldFolder) => folder.short(parts.at(-1) ?? '', longest);
  return within(root, parts.slice(0, -1), read).catch((error: NodeJS.ErrnoException) => {
    if (error.code === undefined) throw error;
    return { refused: error.code };
  });
};

function whyNot(bytes: Buffer | 'long' | 'link' | { readonly refused: string }): string {
  if (typeof bytes === 'object' && 'refused' in bytes) return `is to be read, and may not be: ${bytes.refused}`;
  if (bytes === 'link') return 'is to be read, and is a link or no file, which is not followed';
  return bytes === 'long' ? 'is to be read, and is longer than 1 MiB' : 'is to be read, and is no UTF-8';
}
