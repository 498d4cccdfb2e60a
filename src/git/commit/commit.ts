// The task's one commit, made in the hub by the person's author and signing settings. It is looked for under the key of its spec before it is made.
import { createHash } from 'node:crypto';
import { fail, ok, type Result } from '../../domain/error.ts';
import type { CommitSpec, Hub } from '../../ports/git.ts';
import { commitsPrefix, keepCommit } from '../hub/preserve.ts';
import { placeOf } from '../hub/stand-in.ts';
import { type Env, personalEnv, pinnedEnv, withPins } from '../process/environments.ts';
import { inHub, line, runInHub, type Tools } from '../process/git.ts';
import { explain } from '../process/run-git.ts';
import { isOfRepository, isTrue, readSettings, valueFor } from '../process/settings.ts';
import { readAuthor } from './author.ts';

export async function commit(tools: Tools, hub: Hub, spec: CommitSpec): Promise<Result<{ readonly commit: string }>> {
  const ref = `${commitsPrefix}${keyOf(spec)}`;
  const made = await runInHub(hub, ['rev-parse', '--verify', '--quiet', ref]);
  if (made.code === 0) return ok({ commit: line(made.stdout) });
  const author = await readAuthor(tools, await placeOf(hub));
  if (!author.ok) return author;
  const signing = await readSigning(tools, await placeOf(hub));
  const date = `@${Math.floor(spec.atSeconds)} +0000`;
  const env = {
    ...(signing === null ? {} : signingEnv(await tools.person(), signing)),
    GIT_AUTHOR_NAME: author.value.name,
    GIT_AUTHOR_EMAIL: author.value.email,
    GIT_AUTHOR_DATE: date,
    GIT_COMMITTER_NAME: author.value.name,
    GIT_COMMITTER_EMAIL: author.value.email,
    GIT_COMMITTER_DATE: date,
  };
  const argv = [
    'commit-tree',
    ...(signing === null ? [] : [`-S${signing.key}`]),
    ...parentsOf(spec).flatMap((parent) => ['-p', parent]),
    spec.tree,
  ];
  const run = await runInHub(hub, argv, {
    env,
    input: Buffer.from(spec.message.endsWith('\n') ? spec.message : `${spec.message}\n`),
  });
  if (run.code !== 0) return signing === null ? explain(run, 'commit') : notSigned(run.stderr, run.timedOut);
  const id = line(run.stdout);
  await keepCommit(hub, id, ref);
  const kept = await inHub(hub, 'keep the commit', ['update-ref', ref, id]);
  return kept.ok ? ok({ commit: id }) : kept;
}

const parentsOf = ({ parent, parents = [parent] }: CommitSpec): readonly string[] => parents;

/** Signatures carry their own time: only the ref makes a repeated signed commit the same. */
const keyOf = (spec: CommitSpec): string =>
  createHash('sha256')
    .update(JSON.stringify([spec.tree, parentsOf(spec).join(' '), spec.message, spec.atSeconds]))
    .digest('hex');

function notSigned(stderr: string, timedOut: boolean): Result<never> {
  const said =
    stderr
      .split('\n')
      .find((one) =>
        /^(error|fatal|gpg|ssh-keygen)?:? ?.*(sign|secret key|passphrase|No such|denied|pinentry)/i.test(one),
      ) ?? stderr;
  const why = timedOut
    ? 'the key did not answer in time'
    : said
        .replace(/[\u0000-\u001f]/g, ' ')
        .trim()
        .slice(0, 300);
  const what = 'Your git settings ask for signed commits and this one could not be signed';
  return fail(
    'GIT_FAILED',
    `${what}: ${why}. Unlock the key (or touch it) and go on, or set commit.gpgSign to false.`,
    { signing: true, said: why },
  );
}

// The person's signing settings. Which program runs is said by the person's own configuration only, never by a repository's.

type Signing = {
  readonly key: string;
  readonly format: string;
  readonly program: string | null;
  readonly defaultKeyCommand: string | null;
};

const programs: Readonly<Record<string, string>> = {
  openpgp: 'gpg.program',
  ssh: 'gpg.ssh.program',
  x509: 'gpg.x509.program',
};

/** null: commits are not to be signed. */
async function readSigning(tools: Tools, checkout: string): Promise<Signing | null> {
  const settings = await readSettings(personalEnv(await tools.person()), checkout);
  if (!isTrue(valueFor(settings, 'commit.gpgsign'))) return null;
  const own = settings.filter((one) => !isOfRepository(one));
  const format = valueFor(settings, 'gpg.format') ?? 'openpgp';
  const program =
    valueFor(own, programs[format] ?? 'gpg.program') ??
    (format === 'openpgp' ? valueFor(own, 'gpg.openpgp.program') : null);
  return {
    key: valueFor(settings, 'user.signingkey') ?? '',
    format,
    program,
    defaultKeyCommand: valueFor(own, 'gpg.ssh.defaultkeycommand'),
  };
}

const usual: Readonly<Record<string, string>> = { openpgp: 'gpg', ssh: 'ssh-keygen', x509: 'gpgsm' };

/** The person's environment for the signing program, with no terminal or display to ask on. */
function signingEnv(person: Env, signing: Signing): Env {
  const asking = ['DISPLAY', 'WAYLAND_DISPLAY', 'GPG_TTY', 'DBUS_SESSION_BUS_ADDRESS'];
  const quiet = Object.fromEntries(
    Object.entries(person).filter(([name]) => !name.startsWith('GIT_') && !asking.includes(name)),
  );
  const pinned = withPins(pinnedEnv(person.PATH ?? '/usr/bin:/bin'), [
    ['gpg.format', signing.format],
    [programs[signing.format] ?? 'gpg.program', signing.program ?? usual[signing.format] ?? 'gpg'],
    ...(signing.key === '' ? [] : [['user.signingKey', signing.key] as const]),
    ...(signing.defaultKeyCommand === null ? [] : [['gpg.ssh.defaultKeyCommand', signing.defaultKeyCommand] as const]),
  ]);
  return { ...quiet, ...pinned, HOME: person.HOME ?? '/nonexistent' };
}
