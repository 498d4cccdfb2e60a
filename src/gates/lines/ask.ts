// What a run is given so that it tells which lines its tests run.
import type { CanaryIn, Placed } from '../../ports/gates.ts';
import type { LinesOf } from './of-runners.ts';
import { type Wanted, wantedFile } from './wanted.ts';

export type LinesAsked = {
  readonly flags: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Below the folder of its report. */
  readonly ours: readonly Placed[];
  /** Where it tells them. */
  readonly folder: string;
};

type Asked = {
  readonly checkout: string;
  /** Where its report goes. */
  readonly scratch: string;
  readonly follow: readonly string[] | undefined;
  readonly canary: CanaryIn | undefined;
  /** Whichever test runs them. */
  readonly all: boolean;
};

/** null: nobody asks, or nobody can. */
export function askForLines(
  lines: LinesOf | undefined,
  { checkout, scratch, follow, canary, all }: Asked,
): LinesAsked | null {
  if (lines === undefined || follow === undefined) return null;
  if (lines.tells !== null && canary === undefined && !all) return null;
  const folder = `${scratch}/${name}`;
  const wanted: Wanted = { folder: checkout, files: follow, channel: canary?.name ?? '', tests: canary?.files ?? [] };
  const files = [...lines.files(wanted), { path: wantedFile, text: JSON.stringify(wanted) }];
  const ours = files.map(({ path, text }) => ({ path: `${name}/${path}`, text }));
  return { flags: lines.flags, env: lines.env(folder), ours, folder };
}

const name = 'lines';
