// Where keys, logins and histories live in a home: never opened to a run, whoever asks for it.
import { join } from 'node:path';
import { isWithin } from '../domain/place/within.ts';
import type { Place } from './place.ts';
import { realPath } from './real-path.ts';

const secret = [
  ...['.ssh', '.gnupg', '.aws', '.azure', '.kube', '.docker', '.password-store', '.gcloud', '.vault-token'],
  ...[
    '.config/gcloud',
    '.config/gh',
    '.config/glab-cli',
    '.config/git',
    '.config/op',
    '.config/sops',
    '.config/rclone',
  ],
  ...['.config/hub', '.config/doctl', '.config/containers', '.config/google-chrome', '.config/chromium'],
  ...['.git-credentials', '.netrc', '.npmrc', '.yarnrc.yml', '.pypirc', '.pgpass', '.my.cnf', '.terraform.d', '.m2'],
  ...['.gem/credentials', '.cargo/credentials', '.cargo/credentials.toml', '.local/share/keyrings', '.mozilla'],
  ...['.bash_history', '.zsh_history', '.python_history', '.node_repl_history', '.psql_history', '.mysql_history'],
  ...['.local/share/fish', '.config/drover', '.local/state/drover'],
];

type Homes = Pick<Place, 'home' | 'agentHomes'>;

/** Each by its own name and by the one that it leads to. */
export function secretPlaces({ home, agentHomes }: Homes): readonly string[] {
  const realHome = realPath(home);
  return [...secret, ...agentHomes].flatMap((name) => {
    const at = join(home, name);
    const led = realPath(at);
    return [at, led === at ? join(realHome, name) : led];
  });
}

/** Does it lie in such a place, hold one, or lead there? `places`: where many are asked about. */
export function holdsSecrets(homes: Homes, path: string, places = secretPlaces(homes)): boolean {
  const names = [...new Set([path, realPath(path)])];
  return places.some((one) => names.some((each) => isWithin(each, one) || isWithin(one, each)));
}
