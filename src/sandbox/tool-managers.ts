// Programs that a person's tool managers brought: on PATH stands a shim or a link, and what it leads to lies elsewhere in the home.
import { readdirSync, realpathSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isWithin } from '../domain/place/within.ts';
import type { Place } from './place.ts';
import { realPath } from './real-path.ts';
import { holdsSecrets, secretPlaces } from './secret-homes.ts';

type Manager = {
  /** Below the home. */
  readonly folder: string;
  /** Names that place; set inside, where HOME is another one. */
  readonly variable?: string;
  /** It is not set inside: what it fetches would go there, where nothing can be written, and not into the home inside. */
  readonly writes?: true;
  /** What of it is shown; absent: all. */
  readonly only?: readonly string[];
};

const managers: readonly Manager[] = [
  { folder: '.pyenv', variable: 'PYENV_ROOT' },
  { folder: '.rbenv', variable: 'RBENV_ROOT' },
  { folder: '.nodenv', variable: 'NODENV_ROOT' },
  { folder: '.goenv', variable: 'GOENV_ROOT' },
  { folder: '.jenv', variable: 'JENV_ROOT' },
  { folder: '.rustup', variable: 'RUSTUP_HOME' },
  // Beside its programs lie its credentials; what it fetches goes into the home inside.
  { folder: '.cargo', only: ['bin'] },
  { folder: '.asdf', variable: 'ASDF_DATA_DIR' },
  { folder: '.local/share/mise', variable: 'MISE_DATA_DIR' },
  { folder: '.volta', variable: 'VOLTA_HOME' },
  { folder: '.nvm', variable: 'NVM_DIR' },
  { folder: '.local/share/fnm', variable: 'FNM_DIR' },
  { folder: '.local/share/uv/python', variable: 'UV_PYTHON_INSTALL_DIR' },
  { folder: '.local/share/uv/tools', variable: 'UV_TOOL_DIR' },
  { folder: '.local/share/pipx' },
  { folder: '.local/pipx' },
  { folder: '.sdkman', variable: 'SDKMAN_DIR', only: ['bin', 'candidates', 'contrib', 'libexec', 'src', 'var'] },
  { folder: '.bun', only: ['bin', 'install/global'] },
  { folder: '.deno', only: ['bin'] },
  { folder: '.proto', variable: 'PROTO_HOME' },
  { folder: '.ghcup', only: ['bin', 'ghc', 'hls'] },
  { folder: '.local/share/pnpm', variable: 'PNPM_HOME', writes: true },
  { folder: '.nix-profile' },
  { folder: '.linuxbrew' },
];

export type FoundTools = { readonly folders: readonly string[]; readonly env: Readonly<Record<string, string>> };

type Homes = Pick<Place, 'home' | 'agentHomes'>;
type Env = Readonly<Record<string, string>>;

/** Those that are there; a variable of the person's names another place than the usual one. */
export function findManagers(place: Homes, env: Env): FoundTools {
  const places = secretPlaces(place);
  const found = managers.flatMap(({ folder, variable, only, writes }) => {
    const at = (variable === undefined ? undefined : env[variable]) || join(place.home, folder);
    if (!isFolder(at) || holdsSecrets(place, at, places)) return [];
    const folders = only === undefined ? [at] : only.map((each) => join(at, each)).filter(isFolder);
    return [{ folders, variable: writes === true ? undefined : variable, at }];
  });
  return {
    folders: found.flatMap(({ folders }) => folders),
    env: Object.fromEntries(found.flatMap(({ variable, at }) => (variable === undefined ? [] : [[variable, at]]))),
  };
}

const system = ['/usr/bin', '/usr/sbin', '/bin', '/sbin'];

/** Where links in these folders lead to, within the home: the folder of each program, never the home itself. */
export function targetsOfLinks(place: Homes, folders: readonly string[]): readonly string[] {
  const { home } = place;
  const homes = [home, realPath(home)];
  const places = secretPlaces(place);
  const found = folders
    .filter((folder) => !system.includes(folder))
    .flatMap((folder) => linksIn(folder))
    .filter((file) => homes.some((each) => isWithin(file, each)) && !holdsSecrets(place, file, places))
    .map((file) => (homes.includes(dirname(file)) ? file : dirname(file)));
  return [...new Set(found)];
}

function linksIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isSymbolicLink())
      .flatMap((entry) => realOf(join(folder, entry.name)));
  } catch {
    return [];
  }
}

function realOf(path: string): readonly string[] {
  try {
    const real = realpathSync.native(path);
    return statSync(real).isFile() ? [real] : [];
  } catch {
    return [];
  }
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
