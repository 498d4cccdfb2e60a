// The files of a session folder as the rows have it: status and its history, TODO_LIST.md, summaries. Never read back; what others wrote there meanwhile is told.
import { ofKind } from '../../domain/any-thing.ts';
import type { EffectOutput } from '../../domain/effect/effect.ts';
import { Failed, fail, ok, type Result } from '../../domain/error.ts';
import type { ProjectedFlow, ProjectedNode } from '../../domain/flow/projected.ts';
import { summaryText } from '../../domain/flow/summary.ts';
import { type ListedNode, summaryPath, todoList } from '../../domain/flow/todo-list.ts';
import { projectionOf, shownBy } from '../../domain/task/criteria/flow-files.ts';
import type { EffectFunction, EffectPorts } from '../../ports/effect.ts';
import { shelfOf } from './gather.ts';
import { hashesOf, keepHashes, keepPlaces, type Places, readHashes, readPlaces } from './known-files.ts';
import { objectIn, sessionTextWith, taskTextWith } from './task-text.ts';
import { textAt } from './text-at.ts';

/** A file that is looked at. `node`: null where it is none's alone. `after`: null where it stays as it is. */
type Look = {
  readonly node: string | null;
  readonly path: string;
  readonly before: string | null;
  readonly after: string | null;
};

type Wanted = Look & { readonly after: string };

export const writeFlowFiles: EffectFunction<'write-flow-files'> = async (ports, since, { thing }) => {
  const task = ofKind(thing, 'task');
  const written = await projectFlow(ports, projectionOf(task, since), task.id);
  if (!written.ok) return { kind: 'failed', failure: written.failure };
  return { kind: 'done', output: { ...written.value, shown: shownBy(task) } };
};

/** `PATH_NOT_FOUND`: the folder is no more where it was, and nothing is written. What is to be written is put down by its hash before it is, for a crash may come between; where a file is that was made now, once it is there. */
export async function projectFlow(
  ports: EffectPorts,
  flow: ProjectedFlow,
  task: string,
): Promise<Result<Omit<EffectOutput<'write-flow-files'>, 'shown'>>> {
  const shelf = `flows/${task}`;
  const before = await readPlaces(ports, shelf);
  const at = await ports.files.realFolder(flow.folder);
  if (at === null || (before !== null && before.at !== at)) return lost(flow.folder, at);
  const known = before?.nodes ?? null;
  const { places, added } = await placeNodes(ports, flow, known ?? {});
  const isLooked = ({ id }: ProjectedNode) => known === null || flow.state !== 'active' || flow.fresh.has(id);
  const looked = flow.nodes.filter(isLooked);
  const tasks = await taskFiles(ports, flow.folder, looked, { task, places, known: known ?? {} });
  const looks = [...tasks, ...(flow.alone === undefined ? await otherFiles(ports, flow, looked, places) : [])];
  const hashes = await readHashes(
    ports,
    shelf,
    looks.map(({ node }) => node),
  );
  const wanted = looks.filter((each): each is Wanted => each.after !== null);
  await keepHashes(
    ports,
    shelf,
    hashes,
    wanted.map(({ node, path, before, after }) => ({ node, path, hashes: hashed(ports, before, after) })),
  );
  const isMade = ({ id, made }: ProjectedNode) => made !== undefined && known?.[id] === undefined;
  const made = new Set(flow.nodes.filter(isMade).map(({ id }) => id));
  const found = made.size === 0 ? places : Object.fromEntries(Object.entries(places).filter(([id]) => !made.has(id)));
  await keepPlaces(ports, shelf, before, { at, nodes: found });
  const elsewhere = await putAll(
    ports,
    flow.folder,
    shelf,
    wanted.filter(({ before, after }) => before !== after),
  );
  await keepPlaces(ports, shelf, { at, nodes: found }, { at, nodes: places });
  const isEdited = ({ path, before, after }: Look) =>
    before !== null && (after === null || hashesOf(hashes, path)?.includes(ports.sha256(before)) === false);
  return ok({
    elsewhere,
    edited: looks.filter(isEdited).map(({ path }) => path),
    missing: [
      ...flow.nodes.flatMap(({ id }) => (places[id] === undefined ? [`.task/${id}.json`] : [])),
      ...tasks.flatMap(({ path, before, after }) => (before === null && after === null ? [path] : [])),
    ],
    added,
  });
}

/** `at`: that it leads to now; null: nowhere. */
const lost = (folder: string, at: string | null): Result<never> =>
  at === null
    ? fail('PATH_NOT_FOUND', `${folder} is gone, or is no folder any more.`, { path: folder })
    : fail('PATH_NOT_FOUND', `${folder} leads to ${at} now.`, { path: folder, leads_to: at });

const hashed = ({ sha256 }: EffectPorts, before: string | null, after: string): readonly string[] =>
  [...new Set([before, after])].flatMap((text) => (text === null ? [] : [sha256(text)]));

/** Which file is which node's: a file is called otherwise at times. `added`: task files that are no node's. */
async function placeNodes(
  ports: EffectPorts,
  { folder, alone, nodes }: ProjectedFlow,
  known: Places,
): Promise<{ readonly places: Places; readonly added: readonly string[] }> {
  const own = new Set(Object.values(known).map(({ path }) => path));
  const paths = alone === undefined ? await ports.files.named({ root: folder, path: '.task' }, '.json') : [alone];
  const found: Record<string, Places[string]> = { ...known };
  const added: string[] = [];
  for (const path of paths.filter((each) => /(?:^|\/)[^./][^/]*\.json$/.test(each) && !own.has(each))) {
    const read = objectIn((await textIn(ports, folder, path)) ?? '');
    const node = nodes.find(({ id }) => id === read?.id);
    if (node === undefined || found[node.id] !== undefined) added.push(path);
    else found[node.id] = { path, title: String(read?.title ?? node.id) };
  }
  for (const { id, made } of nodes) if (made !== undefined) found[id] ??= { path: made.path, title: made.title };
  const placed = nodes.flatMap(({ id }) => (found[id] === undefined ? [] : [[id, found[id]] as const]));
  const isKnown = placed.length === Object.keys(known).length && placed.every(([id, place]) => known[id] === place);
  return { places: isKnown ? known : Object.fromEntries(placed), added };
}

type At = { readonly task: string; readonly places: Places; readonly known: Places };

async function taskFiles(
  ports: EffectPorts,
  folder: string,
  nodes: readonly ProjectedNode[],
  { task, places, known }: At,
): Promise<readonly Look[]> {
  const looks = await eachOf(nodes, async (node): Promise<readonly Look[]> => {
    const path = places[node.id]?.path;
    if (path === undefined) return [];
    const before = await textIn(ports, folder, path);
    const given = before ?? (known[node.id] === undefined ? await textOfMade(ports, task, node) : null);
    return [{ node: node.id, path, before, after: given === null ? null : taskTextWith(given, node) }];
  });
  return looks.flat();
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

async function otherFiles(
  ports: EffectPorts,
  flow: ProjectedFlow,
  looked: readonly ProjectedNode[],
  places: Places,
): Promise<readonly Look[]> {
  const left = await summariesLeft(ports, flow);
  const listed = flow.nodes.map(({ id, status, summary }): ListedNode => {
    const { path = `.task/${id}.json`, title = id } = places[id] ?? {};
    return { id, title, status, path, summary: summary !== null || left.has(summaryPath(id)) };
  });
  const last = flow.nodes.flatMap(({ moves }) => moves.map(({ at }) => at)).reduce((a, b) => Math.max(a, b), 0);
  const session = await textIn(ports, flow.folder, 'workflow-session.json');
  const told = session === null ? null : sessionTextWith(session, sessionWord[flow.state], last === 0 ? null : last);
  const own: readonly Omit<Wanted, 'before'>[] = [
    { node: null, path: 'TODO_LIST.md', after: todoList(flow.name, listed) },
    ...looked.flatMap((node) => summaryOf(node, places[node.id]?.title ?? node.id)),
  ];
  const looks = eachOf(own, async (each) => ({ ...each, before: await textIn(ports, flow.folder, each.path) }));
  return [
    ...(await looks),
    ...(told === null ? [] : [{ node: null, path: 'workflow-session.json', before: session, after: told }]),
  ];
}

/** By an earlier run, of nodes that are not done again; looked for where there is one. */
async function summariesLeft({ files }: EffectPorts, { folder, nodes }: ProjectedFlow): Promise<ReadonlySet<string>> {
  const settled = nodes.filter(({ status, summary }) => status === 'completed' && summary === null);
  if (settled.length === 0) return new Set();
  const there = new Set(await files.named({ root: folder, path: '.summaries' }, '.md'));
  return new Set(settled.map(({ id }) => summaryPath(id)).filter((path) => there.has(path)));
}

const summaryOf = ({ id, summary }: ProjectedNode, title: string): readonly Omit<Wanted, 'before'>[] =>
  summary === null ? [] : [{ node: id, path: summaryPath(id), after: summaryText({ id, title }, summary) }];

const longest = 1024 * 1024;

const textIn = ({ files }: EffectPorts, root: string, path: string): Promise<string | null> =>
  textAt(files, root, path, longest);

/** Of each the disk is waited for. */
const atOnce = 8;

/** In their order. */
async function eachOf<T, Of>(all: readonly T[], work: (each: T) => Promise<Of>): Promise<readonly Of[]> {
  const done: Of[] = [];
  for (let from = 0; from < all.length; from += atOnce)
    done.push(...(await Promise.all(all.slice(from, from + atOnce).map(work))));
  return done;
}

/** Where the folder cannot be written, or a link stands on the way, in the state folder: returns which then. */
async function putAll(
  { files }: EffectPorts,
  folder: string,
  shelf: string,
  wanted: readonly Wanted[],
): Promise<string | null> {
  const stand = await eachOf(wanted, async ({ path, after }) => {
    if (await putIn(files, folder, path, after)) return true;
    await files.write(`${shelf}/${path}`, after);
    return false;
  });
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
