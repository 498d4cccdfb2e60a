// A machine that has only git and Node, and the first minutes of a newcomer: what is committed, cloned and shown by the README's first words, in a home with nothing in it.
import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { needs } from '../needs/needs.ts';

const root = join(import.meta.dirname, '../..');
const hidden = ['bwrap', 'sshd', 'tmux', 'initdb', 'postgres', 'python3', 'pytest', 'setpriv'];

/** In a space of mounts of its own, which ends with it: an empty file that nobody can run stands for each of them. */
const hide = `
none=$1; names=$2; shift 2
IFS=:
for dir in $PATH:/usr/local/sbin:/usr/sbin:/sbin; do
  for name in $names; do
    if [ -e "$dir/$name" ]; then mount --bind "$none" "$(readlink -f "$dir/$name")"; fi
  done
done
exec "$@"
`;

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'newcomer-')));
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));

function onFreshMachine(line: string, cwd: string): Promise<{ readonly code: number; readonly said: string }> {
  const [home, none] = [join(folder, 'home'), join(folder, 'none')];
  mkdirSync(home);
  writeFileSync(none, '', { mode: 0o644 });
  const { DROVER_HOME: _, DROVER_TEST_RESULTS: _results, CI: _ci, ...own } = process.env;
  const argv = ['-m', 'sh', '-c', hide, 'hide', none, hidden.join(':'), 'sh', '-c', line];
  return new Promise((resolve) => {
    execFile('unshare', argv, { cwd, env: { ...own, HOME: home }, maxBuffer: 1 << 26 }, (error, out, err) =>
      resolve({ code: error === null ? 0 : Number(error.code), said: `${out}${err}` }),
    );
  });
}

it(
  'WT-20 the first command of the README ends released where nothing but git and Node is there',
  needs('mounts', 'git'),
  async () => {
    const clone = join(folder, 'drover');
    execFileSync('git', ['clone', '--quiet', root, clone]);
    // What `npm ci` puts there.
    symlinkSync(join(root, 'node_modules'), join(clone, 'node_modules'));
    const line = '! bwrap --version && ! python3 --version && npm run --silent demo';
    const { code, said } = await onFreshMachine(line, clone);
    expect(code, said).toBe(0);
    expect(said).toContain('ended released');
    expect(said).toMatch(/^sandbox +none: .*install bubblewrap$/m);
  },
);
