// Verdicts of a green base, kept for the next task on the same tree, definitions, environment and sandbox: gates need not say the same twice.
import type { GateResult } from '../domain/evidence/verdict.ts';
import { type Root, variablesOf } from '../domain/root.ts';
import type { EffectPorts } from '../ports/effect.ts';

type Ports = Pick<EffectPorts, 'files' | 'sha256'>;
type KeptOf = { readonly tree: string; readonly definitions: string };
type Kept = {
  readonly key: string;
  readonly at: number;
  readonly task: string;
  readonly results: readonly GateResult[];
};

/** Services and programs that gates use may change without a trace in what is compared. */
const keptMs = 24 * 3_600_000;
const most = 8;

/** What evidence is bound to besides tree and definitions. */
export function fingerprintOf({ sha256 }: Pick<EffectPorts, 'sha256'>, root: Root | null): string {
  const frozen = variablesOf(root);
  const machine = `${process.platform} ${process.arch} ${process.version}`;
  return sha256(frozen === undefined ? machine : `${machine} ${JSON.stringify(frozen)}`);
}

/** null: nothing is known of it. Each verdict says whose it was. */
export async function recallVerdicts(
  ports: Ports,
  root: Root,
  of: KeptOf,
  now: number,
): Promise<readonly GateResult[] | null> {
  const key = keyOf(ports, root, of);
  const found = (await readKept(ports, root)).find((each) => each.key === key && now - each.at < keptMs);
  return (
    found?.results.map((result) =>
      result.argv.length === 0 ? result : { ...result, why: `${result.why}, as ${found.task} saw of the same tree` },
    ) ?? null
  );
}

/** Only what passed as a whole: whoever mends a base, a tool or a service wants it looked at again. */
export async function keepVerdicts(
  ports: Ports,
  root: Root,
  { results, now, ...of }: KeptOf & { readonly results: readonly GateResult[]; readonly now: number },
): Promise<void> {
  const ran = results.filter(({ argv }) => argv.length > 0);
  if (ran.length === 0 || ran.some(({ verdict }) => verdict !== 'passed')) return;
  const key = keyOf(ports, root, of);
  const others = (await readKept(ports, root)).filter((each) => now - each.at < keptMs);
  if (others.some((each) => each.key === key)) return;
  const kept = [...others, { key, at: now, task: root.id, results }].slice(-most);
  await ports.files.write(fileOf(root), JSON.stringify(kept));
}

const fileOf = ({ spec }: Root): string => `verdicts/${spec.settings.workspace.name}.json`;

const keyOf = (ports: Ports, root: Root, { tree, definitions }: KeptOf): string =>
  ports.sha256(
    [
      tree,
      definitions,
      fingerprintOf(ports, root),
      root.kind === 'task' ? root.state.known.place.sandbox : undefined,
    ].join('\n'),
  );

/** A file that is none of ours any more, or half of one, is as good as none. */
async function readKept({ files }: Ports, root: Root): Promise<readonly Kept[]> {
  const bytes = await files.read(fileOf(root));
  try {
    const value: unknown = bytes === null ? [] : JSON.parse(new TextDecoder().decode(bytes));
    return Array.isArray(value) ? (value as readonly Kept[]) : [];
  } catch {
    return [];
  }
}
