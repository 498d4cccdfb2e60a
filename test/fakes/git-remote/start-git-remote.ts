// A real remote over http with faults that can be switched on: a password asked for, pushes refused by a hook, connections cut, nobody there.
import { execFile } from 'node:child_process';
import { chmod, mkdir, rm, writeFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { serveRepositories } from '../../../src/local/git-http.ts';

const run = promisify(execFile);

export type GitRemote = {
  readonly url: string;
  /** Makes (or finds) the bare repository NAME; gives its address and its folder. */
  repository(name: string, defaultBranch?: string): Promise<{ readonly url: string; readonly path: string }>;
  /** Where that repository is. */
  pathOf(name: string): string;
  /** From now on every push is refused by a pre-receive hook with these words; null: no longer. */
  rejectPushes(name: string, words: string | null): Promise<void>;
  /** From now on `user:password` is asked for; null: no longer. */
  requirePassword(credentials: string | null): void;
  /** From now on connections are cut: before an answer, or in the middle of a push's; null: no longer. */
  cut(where: 'at once' | 'at the push' | null): void;
  /** Requests so far, `METHOD path`. */
  readonly requests: readonly string[];
  close(): Promise<void>;
};

export async function startGitRemote(folder: string): Promise<GitRemote> {
  await mkdir(folder, { recursive: true });
  const requests: string[] = [];
  let password: string | null = null;
  let cutting: 'at once' | 'at the push' | null = null;
  const intercept = (request: IncomingMessage, response: ServerResponse): boolean => {
    requests.push(`${request.method} ${request.url}`);
    const isPush = request.method === 'POST' && request.url?.endsWith('/git-receive-pack') === true;
    if (cutting === 'at once' || (cutting === 'at the push' && isPush)) {
      request.socket.destroy();
      return true;
    }
    const given = (request.headers.authorization ?? '').replace(/^Basic /, '');
    if (password === null || Buffer.from(given, 'base64').toString() === password) return false;
    response.writeHead(401, { 'WWW-Authenticate': 'Basic realm="git"' }).end();
    return true;
  };
  const server = await serveRepositories(folder, intercept);
  const pathOf = (name: string) => join(folder, `${name}.git`);
  return {
    url: server.url,
    requests,
    close: server.close,
    pathOf,
    repository: async (name, defaultBranch = 'main') => {
      await run('git', ['init', '-q', '--bare', `--initial-branch=${defaultBranch}`, pathOf(name)]);
      return { url: `${server.url}${name}.git`, path: pathOf(name) };
    },
    rejectPushes: async (name, words) => {
      const hook = join(pathOf(name), 'hooks', 'pre-receive');
      if (words === null) return rm(hook, { force: true });
      await writeFile(`${hook}.words`, `${words}\n`);
      await writeFile(hook, '#!/bin/sh\ncat "$0.words" >&2\nexit 1\n');
      await chmod(hook, 0o755);
    },
    requirePassword: (credentials) => {
      password = credentials;
    },
    cut: (where) => {
      cutting = where;
    },
  };
}
