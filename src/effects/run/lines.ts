// Which lines of a change a run of its tests touches: asked for before it starts, read once all of it has ended.
import type { CoverageWish, CoverageWord } from '../../domain/evidence/covered.ts';
import type { LinesWord } from '../../domain/evidence/reached.ts';
import { fileOf } from '../../domain/evidence/test-id.ts';
import type { MissingWord } from '../../domain/evidence/verdict.ts';
import type { LinesWanted } from '../../domain/run/run.ts';
import { isCutDiff } from '../../domain/text/cut-diff.ts';
import type { EffectPorts } from '../../ports/effect.ts';
import type { Change, Followed, GateDefinition, GateOutput, GateProgram, GateReading } from '../../ports/gates.ts';
import type { PurposeOf } from './kind.ts';

type Ports = Pick<EffectPorts, 'files' | 'gates' | 'git'>;
type GatePurpose = Pick<PurposeOf<'gate'>, 'definition' | 'lines' | 'measures'>;

/** Undefined: nobody asks, or nothing of it can be followed. */
export async function filesToFollow(ports: Ports, purpose: GatePurpose): Promise<readonly string[] | undefined> {
  const { definition, measures } = purpose;
  const isSeen = definition.coverage !== undefined && definition.coverage.report === undefined;
  const found =
    isSeen && measures !== undefined ? await followAll(ports, definition, measures) : await follow(ports, purpose);
  return found?.kind === 'followed' ? found.files : undefined;
}

/** All that ships, whatever of it was changed. */
async function followAll({ git, gates }: Ports, definition: GateDefinition, { hub, to, plan }: LinesWanted) {
  const paths = await git.tree(hub, to).paths();
  const whole = { from: null, kind: 'added', added: 1, removed: 0, binary: false, bytes: 1 } as const;
  return gates.followed(
    definition,
    plan,
    paths.map((path) => ({ path, ...whole })),
  );
}

/** Coverage by the lines that all tests ran. */
export async function readSeen(
  ports: Ports,
  definition: GateDefinition,
  wish: CoverageWish,
  wanted: LinesWanted,
  program: GateProgram,
): Promise<CoverageWord> {
  const found = await followAll(ports, definition, wanted);
  if (found.kind === 'untold') return { kind: 'untold', why: found.why };
  if (program.lines === undefined)
    return { kind: 'untold', why: `${definition.runner} could not be asked for its lines` };
  return ports.gates.tellSeenCoverage(definition, {
    wish,
    plan: wanted.plan,
    ...(await textsOf(ports, wanted, found.files)),
    paths: await ports.git.tree(wanted.hub, wanted.to).paths(),
    files: await toldFiles(ports, program.lines),
  });
}

/** Undefined: nobody asks. */
async function follow(ports: Ports, { definition, lines }: GatePurpose): Promise<Followed | undefined> {
  if (lines === undefined) return undefined;
  const changes = await changesOf(ports, lines);
  if (changes === null) return { kind: 'untold', why: 'the trees could not be compared' };
  return ports.gates.followed(definition, lines.plan, changes);
}

async function changesOf({ git }: Ports, { hub, from, to }: LinesWanted): Promise<readonly Change[] | null> {
  const changes = await git.changes(hub, from, to);
  return changes.ok ? changes.value : null;
}

/** As a path of the state folder. */
const ownPath = ({ files }: Ports, absolute: string): string => absolute.slice(files.path('.').length + 1);

/** Undefined: nobody asked. */
export async function readLines(
  ports: Ports,
  purpose: GatePurpose,
  program: GateProgram,
  { ids }: GateReading,
): Promise<LinesWord | undefined> {
  const { definition, lines } = purpose;
  const found = await follow(ports, purpose);
  if (lines === undefined || found === undefined) return undefined;
  if (found.kind === 'untold') return found;
  if (program.lines === undefined || ids === null)
    return { kind: 'untold', why: `${definition.runner} could not be asked for them` };
  const { hub, to, plan } = lines;
  return ports.gates.tellLines(definition, {
    plan,
    changes: (await changesOf(ports, lines)) ?? [],
    ids: ids.passed,
    ...(await textsOf(ports, lines, found.files)),
    paths: await ports.git.tree(hub, to).paths(),
    files: await toldFiles(ports, program.lines),
  });
}

/** The diff, null where it is larger than is read, and these files as they are with the change. */
async function textsOf({ git }: Ports, { hub, from, to }: LinesWanted, paths: readonly string[]) {
  const diff = await git.diff(hub, from, to, most.diff);
  const tree = git.tree(hub, to);
  const sources = await Promise.all(
    paths.map(async (path): Promise<[string, string]> => {
      const bytes = await tree.read(path);
      return [path, new TextDecoder().decode(bytes ?? new Uint8Array())];
    }),
  );
  return {
    diff: diff.ok && !isCutDiff(diff.value) ? diff.value : null,
    sources: new Map(sources),
  };
}

/** The same of every text that it wrote; of more than are followed the diff is null. */
export async function textsOfAll(ports: Ports, wanted: LinesWanted): Promise<Awaited<ReturnType<typeof textsOf>>> {
  const changes = await changesOf(ports, wanted);
  const written = (changes ?? []).filter(({ kind, binary }) => kind !== 'deleted' && !binary);
  if (changes === null || written.length > most.files) return { diff: null, sources: new Map() };
  return textsOf(
    ports,
    wanted,
    written.map(({ path }) => path),
  );
}

const most = { diff: 16 * 1024 * 1024, files: 2000, bytes: 64 * 1024 * 1024 };

/** null: there is more than is read. */
async function toldFiles(
  ports: Ports,
  folder: string,
): Promise<readonly { readonly name: string; readonly text: string }[] | null> {
  const { files } = ports;
  const all = await files.list(ownPath(ports, folder));
  const names = all.map(({ name }) => name).filter((name) => /\.jsonl$|^coverage-[\w.-]+\.json$/.test(name));
  if (names.length > most.files) return null;
  const told: { readonly name: string; readonly text: string }[] = [];
  let left = most.bytes;
  for (const name of names) {
    const text = await files.tail(`${folder}/${name}`, left + 1);
    left -= text === null ? 0 : Buffer.byteLength(text);
    if (left < 0) return null;
    if (text !== null) told.push({ name, text });
  }
  return told;
}

// What was missing where test files could not be loaded, beside what the change brings.

/** Undefined: nobody asked, all could be loaded, or the change cannot be read. */
export async function readMissing(
  ports: Ports,
  { folder, missing }: Pick<PurposeOf<'gate'>, 'folder' | 'missing'>,
  output: GateOutput,
  { ids }: GateReading,
): Promise<MissingWord | undefined> {
  if (missing === undefined || !(ids?.failed ?? []).some((id) => fileOf(id) === id)) return undefined;
  const { hub, from, to, plan } = missing;
  const [changes, diff] = [await changesOf(ports, missing), await ports.git.diff(hub, from, to, most.diff)];
  if (changes === null || !diff.ok || isCutDiff(diff.value)) return undefined;
  const { names, added } = ports.gates.missing(output, { plan, changes, diff: diff.value });
  const inside = (name: string) => name.replace(`${folder}/`, '');
  return { names: names.map(inside), added: added.map(inside) };
}
