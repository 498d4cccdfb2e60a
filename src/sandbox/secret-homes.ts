// Where keys, logins and histories live in a home: never opened to a run, whoever asks for it.
import { join } from 'node:path';
import type { Place } from './place.ts';
import { realPath } from './real-path.ts';
import { isWithin } from './within.ts';

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

/** Does it lie in such a place, hold one, or lead there? */
export function holdsSecrets({ home, agentHomes }: Pick<Place, 'home' | 'agentHomes'>, path: string): boolean {
  const [real, realHome] = [realPath(path), realPath(home)];
  return [...secret, ...agentHomes].some((name) => {
    const at = join(home, name);
    const there = realPath(at) === at ? join(realHome, name) : realPath(at);
    return [at, there].some((one) => [path, real].some((each) => isWithin(each, one) || isWithin(one, each)));
  });
}
