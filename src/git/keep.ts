// Puts work aside under `refs/drover/kept/` so that nothing of an agent's or a person's is lost. What is there is never overwritten.
import { join } from 'node:path';
import { fail, ok, type Result } from '../domain/error.ts';
import type { Hub } from '../ports/git.ts';
import { withScratch } from './scratch.ts';
import { inHub, line, runInHub } from './tools.ts';

const us = { name: 'Drover', email: 'drover@localhost' };

/** A commit of ours, the same for the same content. Times are 1970's. */
export async function commitAsDrover(
  hub: Hub,
  tree: string,
  parents: readonly string[],
  message: string,
): Promise<Result<string>> {
  const env = {
    GIT_AUTHOR_NAME: us.name,
    GIT_AUTHOR_EMAIL: us.email,
    GIT_AUTHOR_DATE: '@0 +0000',
    GIT_COMMITTER_NAME: us.name,
    GIT_COMMITTER_EMAIL: us.email,
    GIT_COMMITTER_DATE: '@0 +0000',
  };
  const argv = ['commit-tree', tree, ...parents.flatMap((parent) => ['-p', parent])];
  const made = await inHub(hub, 'put work aside', argv, { env, input: Buffer.from(`${message}\n`) });
  return made.ok ? ok(line(made.value)) : made;
}

/** Gives the ref it stands under: LABEL, or LABEL.2, LABEL.3 ... where another work stands there already. */
export async function keep(hub: Hub, label: string, commit: string): Promise<Result<string>> {
  for (let number = 1; number < 100; number += 1) {
    const ref = `refs/drover/kept/${label}${number === 1 ? '' : `.${number}`}`;
    const made = await runInHub(hub, ['update-ref', ref, commit, '0'.repeat(commit.length)]);
    if (made.code === 0) return ok(ref);
    const there = await runInHub(hub, ['rev-parse', '--verify', '--quiet', ref]);
    if (there.code !== 0)
      return inHub(hub, `keep ${label}`, ['update-ref', ref, commit]).then((last) => (last.ok ? ok(ref) : last));
    if (line(there.stdout) === commit) return ok(ref);
  }
  return fail('GIT_FAILED', `Too many works are kept under ${label}.`);
}

/**
 * Brings commits out of a copy: packed by the hub's git that is lent the copy's objects for this one call, then unpacked with every id computed
 * anew, so that a forged object cannot take another's name.
 */
export async function bringIn(hub: Hub, objects: string, commits: readonly string[]): Promise<Result<void>> {
  return withScratch(hub, 'bring commits in', async (folder) => {
    const wanted = Buffer.from([...commits, ...(await commitsOf(hub)).map((id) => `^${id}`), ''].join('\n'));
    const packed = await inHub(
      hub,
      'pack the commits of the copy',
      ['pack-objects', '-q', '--revs', join(folder, 'pack')],
      {
        input: wanted,
        env: { GIT_ALTERNATE_OBJECT_DIRECTORIES: objects },
      },
    );
    if (!packed.ok) return packed;
    const file = join(folder, `pack-${line(packed.value)}.pack`);
    const read = await inHub(hub, 'read the commits of the copy', ['index-pack', '--stdin', '--strict'], {
      input: { file },
    });
    return read.ok ? ok(undefined) : read;
  });
}

/** What the hub has already. */
async function commitsOf(hub: Hub): Promise<readonly string[]> {
  const run = await runInHub(hub, ['for-each-ref', '--format=%(objecttype) %(objectname)']);
  return [...new Set(line(run.stdout).split('\n'))].flatMap((one) => (one.startsWith('commit ') ? [one.slice(7)] : []));
}
