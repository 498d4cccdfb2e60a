// Packages of one repository whose script a command runs, one after another or at once.

/** Script bodies of package.json by name, those of a package in a folder as `./FOLDER NAME`, recipes of the Makefile as `make NAME`, scripts for a shell as `sh PATH`. */
export type Scripts = Readonly<Record<string, string>>;

export type PackageScript = {
  readonly folder: string;
  readonly line: string;
  /** As they are called in that folder. */
  readonly scripts: Scripts;
};

export const managers: ReadonlySet<string> = new Set(['npm', 'pnpm', 'yarn', 'bun']);

const takes = (word = ''): boolean => /^(?:-w|--workspace|--filter|-F)$/.test(word);
const elsewhere = /^(?:--prefix|-C|--cwd)(?:=|$)/;

/** `yarn workspaces run NAME` of yarn 1, `yarn workspaces foreach -A run NAME` of its successors; flags that choose among the packages are none of these. */
const byYarn =
  /^workspaces (?:(?:--silent )?run|foreach (?:-[ptviAW]+ |--(?:all|parallel|topological|interlaced|verbose|worktree) )*run) (?=[^\s-])/;

/** Null: it is no such command, or nobody knows of which packages. */
export function packagesIn([program = '', ...given]: readonly string[], scripts: Scripts): PackageScript[] | null {
  const said = given.join(' ');
  const words = program === 'yarn' && byYarn.test(said) ? said.replace(byYarn, 'run --workspaces ').split(' ') : given;
  if (!managers.has(program) || words.some((word) => elsewhere.test(word))) return null;
  const end = words.indexOf('--');
  const own = end < 0 ? words : words.slice(0, end);
  const named = own.flatMap((word, at) =>
    takes(own[at - 1]) ? [word] : (/^(?:-w|--workspace|--filter|-F)=(.*)$/.exec(word)?.slice(1) ?? []),
  );
  const isAll = own.some((word) => /^(?:-ws|--workspaces|-r|--recursive)$/.test(word)) || named.includes('*');
  const [verb, name] = own.filter((word, at) => !word.startsWith('-') && !takes(own[at - 1]));
  const script = verb === 'run' || verb === 'run-script' ? name : verb === 'test' || verb === 't' ? 'test' : undefined;
  if (script === undefined || (program === 'bun' && verb !== 'run') || (!isAll && named.length === 0)) return null;
  const having = Object.keys(scripts).flatMap((key) =>
    key.startsWith('./') && key.endsWith(` ${script}`) ? [key.slice(2, -script.length - 1)] : [],
  );
  const folders = isAll ? having : named.map((each) => each.replace(/^\.\//, '').replace(/\/+$/, ''));
  const isKnown = folders.length > 0 && folders.every((folder) => having.includes(folder));
  return isKnown ? folders.map((folder) => packageScript(scripts, folder, script)) : null;
}

function packageScript(scripts: Scripts, folder: string, script: string): PackageScript {
  const own = Object.entries(scripts).flatMap(([key, body]) =>
    key.startsWith(`./${folder} `) ? [[key.slice(folder.length + 3), body] as const] : [],
  );
  return { folder, line: scripts[`./${folder} ${script}`] ?? '', scripts: Object.fromEntries(own) };
}
