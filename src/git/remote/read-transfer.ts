// What the ending of a fetch or push means, told from its exit and its words.
import { type Failure, fail, ok, type Result } from '../../domain/error.ts';
import type { Ending } from '../../domain/run/ending.ts';
import { isDiskFull, lastWords, withoutCredentials } from '../process/run-git.ts';
import { fetchExit } from './fetch-exit.ts';

type Kind = 'fetch' | 'push';

/** `REMOTE_UNREACHABLE`, `PUSH_REJECTED`, `PATH_NOT_FOUND`, `DISK_FULL` or `GIT_FAILED`, with a sentence. */
export function readTransfer(kind: Kind, ending: Ending, stderr: string): Result<void> {
  if (ending.kind === 'exited' && ending.code === 0) return ok(undefined);
  if (ending.kind !== 'exited') return fail(...endedOtherwise(kind, ending));
  const said = lastWords(stderr);
  if (isDiskFull(stderr)) return fail('DISK_FULL', `There is no space left on the disk for the ${kind}.`);
  if (kind === 'fetch' && ending.code === fetchExit.noCheckout) return fail('PATH_NOT_FOUND', `${said}.`);
  if (kind === 'fetch' && ending.code === fetchExit.checkout)
    return fail('GIT_FAILED', `The checkout's branches could not be read: ${said}.`, { said });
  if (kind === 'push' && /^ ! \[(remote )?rejected\]|pre-receive hook declined|protected branch/m.test(stderr))
    return rejected(stderr);
  return (
    unreachable(kind, stderr, said) ??
    fail('GIT_FAILED', `The ${kind} failed: ${said || `git ended with ${ending.code}`}.`, { said })
  );
}

function endedOtherwise(
  kind: Kind,
  ending: Exclude<Ending, { kind: 'exited' }>,
): ['REMOTE_UNREACHABLE' | 'GIT_FAILED', string] {
  if (ending.kind === 'timed_out' || ending.kind === 'stalled')
    return ['REMOTE_UNREACHABLE', `The remote did not finish the ${kind} in time.`];
  if (ending.kind === 'not_started') return ['GIT_FAILED', `The ${kind} could not be started: ${ending.reason}.`];
  return ['GIT_FAILED', `The ${kind} was cut off (${ending.kind}).`];
}

/** The remote's own words say why; they are a stranger's text. */
function rejected(stderr: string): { ok: false; failure: Failure } {
  const why = /^ ! \[(?:remote )?rejected\].*\((.+)\)$/m.exec(stderr)?.[1] ?? 'it does not say why';
  const remote = [...stderr.matchAll(/^remote: ?(.*)$/gm)]
    .map((found) => (found[1] ?? '').trim())
    .filter((one) => one !== '');
  const said = withoutCredentials(remote.join(' '))
    .replace(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, '')
    .slice(0, 800);
  return fail('PUSH_REJECTED', `The remote refused the push (${why})${said === '' ? '' : `: ${said}`}.`, { why, said });
}

const reasons: readonly (readonly [RegExp, string])[] = [
  [
    /could not read (Username|Password)|terminal prompts disabled|Authentication failed|error: 401|HTTP 401/,
    'a credential for it is missing or no longer valid',
  ],
  [/Permission denied \(|Permission to .* denied|error: 403/, 'this login may not do that there'],
  [/Host key verification failed/, 'its ssh host key is not known; connect once by hand'],
  [
    /Repository not found|repository '.*' not found|does not appear to be a git repository|error: 404/i,
    'there is no such repository, or this login may not see it',
  ],
  [/Could not resolve host(name)?/i, 'its name cannot be resolved'],
  [/transport '.*' not allowed/, 'its kind of address is not allowed'],
  [
    /unable to access|Could not read from remote repository|unexpected disconnect|early EOF|hung up|Connection (refused|reset|timed out)|RPC failed|Failed to connect|Empty reply|expected flush|bad line length/i,
    'the connection failed',
  ],
];

function unreachable(kind: Kind, stderr: string, said: string): { ok: false; failure: Failure } | null {
  const why = reasons.find(([pattern]) => pattern.test(stderr))?.[1];
  if (why === undefined) return null;
  return fail('REMOTE_UNREACHABLE', `The remote could not be reached for the ${kind}: ${why}.`, { said });
}
