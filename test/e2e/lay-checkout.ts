// A person's checkout with one commit, pushed to its remote. What is the same in another world of this run is made once and put back.
import { execFile } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { inject } from 'vitest';
import type { GitRemote } from '../fakes/git-remote/start-git-remote.ts';

const run = promisify(execFile);

export type Wanted = {
  /** Path to content. */
  readonly project: Readonly<Record<string, string>>;
  /** Name of its repository; null: it has none. */
  readonly repository: string | null;
};

type Laid = { readonly url: string; readonly tree: string };

const parts = ['shop', 'remotes'] as const;

/** As `shop` in the folder; the remote serves `remotes` beside it. Returns its tree. */
export async function layCheckout(
  folder: string,
  { project, repository }: Wanted,
  remote: GitRemote,
  env: Readonly<Record<string, string>>,
): Promise<string> {
  const name = createHash('sha256')
    .update(JSON.stringify([project, repository]))
    .digest('hex');
  const kept = join(inject('built'), 'checkouts', name);
  const note = join(kept, 'laid.json');
  if (existsSync(note)) return putBack(folder, kept, JSON.parse(readFileSync(note, 'utf8')) as Laid, remote);
  const git = async (...args: string[]): Promise<string> =>
    (await run('git', args, { cwd: join(folder, 'shop'), env })).stdout.trim();
  for (const [path, text] of Object.entries(project)) {
    mkdirSync(dirname(join(folder, 'shop', path)), { recursive: true });
    writeFileSync(join(folder, 'shop', path), text);
  }
  await git('init', '--quiet', '--initial-branch=main');
  await git('config', 'user.name', 'A Person');
  await git('config', 'user.email', 'person@example.com');
  await git('add', '.');
  await git('commit', '--quiet', '-m', 'Begin');
  if (repository !== null) {
    await git('remote', 'add', 'origin', (await remote.repository(repository)).url);
    await git('push', '--quiet', '-u', 'origin', 'main');
  }
  const tree = await git('rev-parse', 'HEAD^{tree}');
  keep(folder, kept, { url: remote.url, tree });
  return tree;
}

/** Whole or not at all; who was faster has kept the same. */
function keep(folder: string, kept: string, laid: Laid): void {
  const making = `${kept}.${randomUUID()}`;
  for (const part of parts) copy(join(folder, part), join(making, part));
  writeFileSync(join(making, 'laid.json'), JSON.stringify(laid));
  try {
    renameSync(making, kept);
  } catch {
    rmSync(making, { recursive: true });
  }
}

/** The server is another one, so its address is replaced where git wrote it down. */
function putBack(folder: string, kept: string, { url, tree }: Laid, remote: GitRemote): string {
  for (const part of parts) copy(join(kept, part), join(folder, part));
  const config = join(folder, 'shop', '.git', 'config');
  writeFileSync(config, readFileSync(config, 'utf8').replaceAll(url, remote.url));
  return tree;
}

const copy = (from: string, to: string): void => cpSync(from, to, { recursive: true, preserveTimestamps: true });
