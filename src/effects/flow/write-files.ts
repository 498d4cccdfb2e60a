// The files of a session folder as the rows have it: status and its history, TODO_LIST.md, summaries. Never read back; what others wrote there meanwhile is told.
import type { ProjectedFlow, ProjectedNode } from '../../domain/effect/flow.ts';
import { Failed } from '../../domain/error.ts';
import { summaryText } from '../../domain/flow/summary.ts';
import { type ListedNode, summaryPath, todoList } from '../../domain/flow/todo-list.ts';
import type { EffectFunction, EffectPorts } from '../../ports/effect.ts';
import { shelfOf } from './gather.ts';
import { objectIn, sessionTextWith, taskTextWith } from './task-text.ts';
import { textAt } from './text-at.ts';

/** `summed`: its summary is written. */
type KnownNode = { readonly path: string; readonly title: string; readonly moves: number; readonly summed?: boolean };

/** Of what was written last, by paths and ids. Two hashes: of what stood there, and of what was to stand there. */
type Known = {
  readonly nodes: Readonly<Record<string, KnownNode>>;
  readonly hashes: Readonly<Record<string, readonly string[]>>;
};

type Wanted = { readonly path: string; readonly before: string | null; readonly after: string };

export const writeFlowFiles: EffectFunction<'write-flow-files'> = async (ports, flow, { thing }) => {
  const shelf = `flows/${thing.task}`;
  const known = await readKnown(ports, shelf);
  const placed = await placeNodes(ports, flow, known);
  const { tasks, edited, missing } = await taskFiles(ports, flow, known, placed, thing.task);
  const besides = flow.alone === undefined ? await otherFiles(ports, flow, known, placed) : [];
  const hashes = { ...known.hashes };
  for (const { path, before, after } of [...tasks, ...besides])
    hashes[path] = [...new Set([before, after])].flatMap((text) => (text === null ? [] : [ports.sha256(text)]));
  const written = [...tasks, ...besides].filter(isNew);
  const isMade = ({ id, made }: ProjectedNode) => made !== undefined && known.nodes[id] === undefined;
  const made = flow.nodes.filter(isMade).map(({ id }) => id);
  await keepKnown(ports, shelf, { nodes: nodesBefore(known, placed, written, made), hashes });
  const elsewhere = await putAll(ports, flow.folder, shelf, written);
  if (made.length > 0) await keepKnown(ports, shelf, { nodes: placed.nodes, hashes });
  const changed = besides.filter((each) => isForeign(ports, known, each.path, each.before)).map(({ path }) => path);
  return { kind: 'done', output: { elsewhere, edited: [...edited, ...changed], missing, added: placed.added } };
};

/** Put down before they are written: a crash may come between, so what is written now is looked at again the next time. What is `made` now is known once it is. */
function nodesBefore(
  known: Known,
  placed: Placed,
  written: readonly Wanted[],
  made: readonly string[],
): Known['nodes'] {
  const paths = new Set(written.map(({ path }) => path));
  const before = Object.entries(placed.nodes).map(([id, now]) => {
    const isWritten = paths.has(now.path) || paths.has(summaryPath(id));
    return [id, isWritten ? { ...now, moves: -1, summed: known.nodes[id]?.summed === true } : now] as const;
  });
  return Object.fromEntries(before.filter(([id]) => !made.includes(id)));
}

const isNew = ({ before, after }: Wanted): boolean => before !== after;

/** Something stands there that is neither what was there before, nor ours. */
const isForeign = ({ sha256 }: EffectPorts, { hashes }: Known, path: string, text: string | null): boolean =>
  text !== null && hashes[path] !== undefined && !hashes[path].includes(sha256(text));

async function readKnown({ files }: EffectPorts, shelf: string): Promise<Known> {
  const bytes = await files.read(`${shelf}/known.json`);
  return bytes === null ? { nodes: {}, hashes: {} } : (JSON.parse(new TextDecoder().decode(bytes)) as Known);
}

const keepKnown = ({ files }: EffectPorts, shelf: string, known: Known): Promise<string> =>
  files.write(`${shelf}/known.json`, JSON.stringify(known));

type Placed = { readonly nodes: Known['nodes']; readonly added: readonly string[] };

/** Which file is which node's: a file is called otherwise at times. */
async function placeNodes(ports: EffectPorts, { folder, alone, nodes }: ProjectedFlow, known: Known): Promise<Placed> {
  const own = new Set(Object.values(known.nodes).map(({ path }) => path));
  const paths = alone === undefined ? await ports.files.named({ root: folder, path: '.task' }, '.json') : [alone];
  const found: Record<string, Known['nodes'][string]> = { ...known.nodes };
  const added: string[] = [];
  for (const path of paths.filter((each) => each.endsWith('.json') && !own.has(each))) {
    const read = objectIn((await textIn(ports, folder, path)) ?? '');
    const node = nodes.find(({ id }) => id === read?.id);
    if (node === undefined || found[node.id] !== undefined) added.push(path);
    else found[node.id] = { path, title: String(read?.title ?? node.id), moves: -1 };
  }
  for (const { id, made } of nodes)
    if (made !== undefined) found[id] ??= { path: made.path, title: made.title, moves: -1 };
  const placed = nodes.flatMap(({ id, moves, summary }) =>
    found[id] === undefined ? [] : [[id, { ...found[id], moves: moves.length, summed: summary !== null }] as const],
  );
  return { nodes: Object.fromEntries(placed), added };
}

/** Those whose node moved since, and all once the flow rests. */
async function taskFiles(
  ports: EffectPorts,
  { folder, nodes, state }: ProjectedFlow,
  known: Known,
  placed: Placed,
  task: string,
) {
  const tasks: Wanted[] = [];
  const [edited, missing]: [string[], string[]] = [[], []];
  for (const node of nodes) {
    const path = placed.nodes[node.id]?.path;
    if (path === undefined) missing.push(`.task/${node.id}.json`);
    if (path === undefined || (state === 'active' && known.nodes[node.id]?.moves === node.moves.length)) continue;
    const before = await textIn(ports, folder, path);
    const given = before ?? (known.nodes[node.id] === undefined ? await textOfMade(ports, task, node) : null);
    const after = given === null ? null : taskTextWith(given, node);
    if (given === null) missing.push(path);
    if (isForeign(ports, known, path, before) || (before !== null && after === null)) edited.push(path);
    if (after !== null) tasks.push({ path, before, after });
  }
  return { tasks, edited, missing };
}

/** What an agent wrote becomes a file of the folder once; null: this one was there from the beginning. */
async function textOfMade({ files }: EffectPorts, task: string, { made }: ProjectedNode): Promise<string | null> {
  if (made === undefined) return null;
  const bytes = await files.read(`${shelfOf(task)}/${made.by}/${made.path.slice('.task/'.length)}`);
  return bytes === null ? null : new TextDecoder().decode(bytes);
}

/** What a session is called that does not run: it can go on. */
const sessionWord: Readonly<Record<ProjectedFlow['state'], string>> = {
  active: 'active',
  paused: 'paused',
  completed: 'completed',
  failed: 'paused',
  cancelled: 'paused',
};

/** Of summaries those that are new, and all once the flow rests. */
async function otherFiles(
  ports: EffectPorts,
  flow: ProjectedFlow,
  known: Known,
  { nodes }: Placed,
): Promise<readonly Wanted[]> {
  const listed = flow.nodes.map(({ id, status, summary }): ListedNode => {
    const { path = `.task/${id}.json`, title = id } = nodes[id] ?? {};
    return { id, title, status, path, summary: summary !== null };
  });
  const last = flow.nodes.flatMap(({ moves }) => moves.map(({ at }) => at)).reduce((a, b) => Math.max(a, b), 0);
  const session = await textIn(ports, flow.folder, 'workflow-session.json');
  const told = session === null ? null : sessionTextWith(session, sessionWord[flow.state], last === 0 ? null : last);
  const isNewIn = ({ id }: ProjectedNode) => flow.state !== 'active' || known.nodes[id]?.summed !== true;
  const own: readonly (readonly [string, string])[] = [
    ['TODO_LIST.md', todoList(flow.name, listed)],
    ...flow.nodes.filter(isNewIn).flatMap((node) => summaryOf(node, nodes[node.id]?.title ?? node.id)),
  ];
  const texts = own.map(async ([path, after]) => ({ path, before: await textIn(ports, flow.folder, path), after }));
  return [
    ...(await Promise.all(texts)),
    ...(told === null ? [] : [{ path: 'workflow-session.json', before: session, after: told }]),
  ];
}

const summaryOf = ({ id, summary }: ProjectedNode, title: string): readonly (readonly [string, string])[] =>
  summary === null ? [] : [[summaryPath(id), summaryText({ id, title }, summary)]];

const longest = 1024 * 1024;

const textIn = ({ files }: EffectPorts, root: string, path: string): Promise<string | null> =>
  textAt(files, root, path, longest);

/** Of each the disk is waited for. */
const atOnce = 8;

/** Where the folder cannot be written, or a link stands on the way, in the state folder: returns which then. */
async function putAll(
  { files }: EffectPorts,
  folder: string,
  shelf: string,
  wanted: readonly Wanted[],
): Promise<string | null> {
  const put = async ({ path, after }: Wanted) => {
    if (await putIn(files, folder, path, after)) return true;
    await files.write(`${shelf}/${path}`, after);
    return false;
  };
  const stand: boolean[] = [];
  for (let from = 0; from < wanted.length; from += atOnce)
    stand.push(...(await Promise.all(wanted.slice(from, from + atOnce).map(put))));
  return stand.every(Boolean) ? null : files.path(shelf);
}

async function putIn(files: EffectPorts['files'], root: string, path: string, text: string): Promise<boolean> {
  try {
    return await files.put({ root, path }, text, true);
  } catch (error) {
    if (error instanceof Failed && error.failure.error_code === 'STATE_READ_ONLY') return false;
    throw error;
  }
}
