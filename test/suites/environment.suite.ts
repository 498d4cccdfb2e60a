// What every way to look at an environment must do.
import { execFileSync, spawn } from 'node:child_process';
import {
  appendFileSync,
  closeSync,
  existsSync,
  ftruncateSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  realpathSync,
  renameSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { instant } from '../../src/domain/ids.ts';
import type { EnvironmentRequest, Environments, Look, Site } from '../../src/ports/environment.ts';

export type EnvironmentStage = {
  readonly environments: Environments;
  readonly userHost: string | null;
  close(): Promise<void>;
};

const never = new AbortController().signal;

export function environmentSuite(name: string, open: () => Promise<EnvironmentStage>): void {
  describe(`environment: ${name}`, () => {
    let stage: EnvironmentStage;
    let root: string;
    let outside: string;
    const put = (path: string, text: string) => {
      mkdirSync(join(root, path, '..'), { recursive: true });
      writeFileSync(join(root, path), text);
    };
    const site = (more: Partial<Site> = {}): Site => ({
      ...{ name: 'app-prod', type: stage.userHost === null ? 'local' : 'ssh', user_host: stage.userHost, path: root },
      ...{ allow_paths: [], log: null, service: null, ...more },
    });
    const look = (more: Partial<Site> = {}, asked: Partial<EnvironmentRequest> = {}) =>
      stage.environments.look(site(more), { commands: [], since: null, ...asked }, never);
    async function seen(more: Partial<Site> = {}, asked: Partial<EnvironmentRequest> = {}): Promise<Look> {
      const looked = await look(more, asked);
      if (!looked.ok) throw new Error(JSON.stringify(looked.failure));
      return looked.value;
    }
    const ran = async (command: string, more: Partial<Site> = {}) => (await seen(more, { commands: [command] })).ran[0];
    const refused = async (command: string, more: Partial<Site> = {}) => {
      const looked = await look(more, { commands: ['uptime', command] });
      return looked.ok ? `allowed: ${JSON.stringify(looked.value.ran)}` : looked.failure.error_code;
    };
    const log = async (more: Partial<Site>, asked: Partial<EnvironmentRequest> = {}) =>
      (await seen(more, asked)).logs[0];

    beforeAll(async () => {
      stage = await open();
    });
    afterAll(async () => {
      await stage.environments.close();
      await stage.close();
    });
    beforeEach(() => {
      const folder = realpathSync(mkdtempSync(join(tmpdir(), 'site-')));
      root = join(folder, 'app');
      outside = join(folder, 'app-evil');
      for (const each of [root, outside]) mkdirSync(each);
      writeFileSync(join(outside, 'x'), 'OUTSIDE');
    });

    test('CM-57 a folder is one module, with the tail of its log, uptime and disk', async () => {
      put(
        'logs/app.log',
        Array.from({ length: 900 }, (_, n) => `10:00 INFO ${n} ${'x'.repeat(n === 899 ? 900 : 5)}`).join('\n'),
      );
      const found = await seen();
      expect(found).toMatchObject({
        root,
        modules: [{ name: 'app', source: 'folder', running: false, processes: [] }],
      });
      expect(found.uptime).not.toBe('');
      expect(found.disk).toContain('%');
      const [one] = found.logs;
      expect(one).toMatchObject({
        module: 'app',
        source: 'file',
        where: join(root, 'logs/app.log'),
        coverage: 'whole',
        lines: 900,
      });
      const lines = one?.tail.split('\n') ?? [];
      expect(lines.at(-1)).toHaveLength(500);
      expect(lines.length).toBeLessThanOrEqual(500);
      expect(Buffer.byteLength(one?.tail ?? '')).toBeLessThanOrEqual(10 * 1024);
      expect(one?.tail).toContain('INFO 898 ');
    });

    test.each(['compose.yaml', 'compose.yml', 'docker-compose.yaml', 'docker-compose.yml'])(
      'CM-58 %s names its services',
      async (file) => {
        put(
          file,
          'x-a: &a { image: i }\nservices:\n    api:   { <<: *a }\n    redis:\n        image: "redis"\nvolumes: {}\n',
        );
        expect((await seen()).modules.map(({ name, source }) => [name, source])).toEqual([
          ['api', 'compose'],
          ['redis', 'compose'],
        ]);
      },
    );

    test('CM-58 a Procfile names its types, an unusable compose file none, a unit itself', async () => {
      put('Procfile', 'web: node server.js\n# no\nworker: node worker.js\n');
      expect((await seen()).modules.map(({ name }) => name)).toEqual(['web', 'worker']);
      put('compose.yml', 'services: [\n');
      expect((await seen()).modules.map(({ name }) => name)).toEqual(['web', 'worker']);
      put('Procfile', '');
      expect((await seen({ service: 'drover-no-such-unit' })).modules).toMatchObject([
        { name: 'drover-no-such-unit', source: 'unit' },
      ]);
    });

    test('CM-68 only what runs under this name or out of this folder runs: not who looks, not who speaks of it', async () => {
      put('server.mjs', 'setInterval(() => {}, 1000)');
      expect((await seen()).modules).toMatchObject([{ running: false }]);
      const speaks = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)', 'app', join(root, 'server.mjs')], {
        stdio: 'ignore',
      });
      expect((await seen({}, { commands: ['ps aux | grep app'] })).modules).toMatchObject([{ running: false }]);
      const runs = spawn(process.execPath, [join(root, 'server.mjs')], { stdio: 'ignore' });
      expect((await seen()).modules).toMatchObject([{ running: true, processes: [{ pid: runs.pid }] }]);
      for (const child of [speaks, runs]) child.kill('SIGKILL');
    });

    test('what is asked runs as words, with exit code, output and errors kept', async () => {
      put('a b.log', "one\ntwo; id $(id)\n'three'\n");
      const commands = [
        'cat "a b.log"',
        "grep -n 'two; id $(id)' 'a b.log' | wc -l",
        `grep "it's" 'a b.log'`,
        'cat missing',
        'ls',
      ];
      const [whole, piped, nothing, missing, listed] = (await seen({}, { commands })).ran;
      expect(whole).toEqual({
        ...{ command: 'cat "a b.log"', exit: 0, error: '', cut: false },
        output: "one\ntwo; id $(id)\n'three'\n",
      });
      expect(piped?.output.trim()).toBe('1');
      expect(nothing?.exit).toBe(1);
      expect(missing).toMatchObject({ exit: 1, output: '', error: expect.stringContaining('missing') });
      expect(listed?.output).toBe('a b.log\n');
    });

    test('CM-59 CM-60 one that is not allowed and nothing at all is run', async () => {
      const made = join(root, 'made');
      for (const command of [
        `touch ${made}`,
        `uptime; touch ${made}`,
        `uptime > ${made}`,
        `ls $(touch ${made})`,
        `env sh -c 'touch ${made}'`,
      ])
        expect(await refused(command)).toBe('COMMAND_DENIED');
      expect(existsSync(made)).toBe(false);
      expect(readdirSync(root)).toEqual([]);
    });

    test('CM-61 paths are held inside, wherever they lead: dots, links, a neighbour of the same beginning, other roots', async () => {
      put('in.log', 'INSIDE');
      symlinkSync(join(outside, 'x'), join(root, 'link'));
      symlinkSync(outside, join(root, 'folder'));
      symlinkSync('in.log', join(root, 'well'));
      for (const command of [
        ...[
          'cat ../app-evil/x',
          `cat ${outside}/x`,
          'cat link',
          'cat folder/x',
          'ls folder',
          'ls ..',
          'wc -l /etc/hostname',
        ],
        ...[
          'grep x /etc/hostname',
          'head -1 folder/../x',
          `cat ${root}/../app-evil/x`,
          'du -s /',
          'tail -n1 in.log ../app-evil/x',
        ],
      ])
        expect([command, await refused(command)]).toEqual([command, 'COMMAND_DENIED']);
      const inside = (await seen({}, { commands: ['cat well', `cat ${root}/./in.log`] })).ran;
      expect(inside.map(({ output }) => output)).toEqual(['INSIDE', 'INSIDE']);
      expect((await ran('cat ../app-evil/x', { allow_paths: [outside] }))?.output).toBe('OUTSIDE');
    });

    test('WT-45 a second name of a file that lies elsewhere is not read, in a search neither; two names inside are', async () => {
      linkSync(join(outside, 'x'), join(root, 'hard'));
      put('in.log', 'INSIDE');
      linkSync(join(root, 'in.log'), join(root, 'again.log'));
      for (const command of ['cat hard', 'tail hard', 'head -c 3 hard', 'grep O hard', 'sha256sum hard', 'wc -c hard'])
        expect(await refused(command), command).toBe('COMMAND_DENIED');
      const [searched, again, listed] = (await seen({}, { commands: ['grep -r SIDE .', 'cat again.log', 'ls hard'] }))
        .ran;
      expect(searched?.output).toMatch(/INSIDE/);
      expect(searched?.output).not.toContain('OUTSIDE');
      expect(again?.output).toContain('INSIDE');
      expect(listed?.output).toContain('hard');
      linkSync(join(outside, 'x'), join(root, 'app.log'));
      expect(await log({})).toMatchObject({
        coverage: 'unreadable',
        tail: '',
        trouble: 'it has another name elsewhere',
      });
      expect(await log({ log: join(root, 'in.log') })).toMatchObject({ tail: 'INSIDE' });
    });

    test('WT-45 processes are listed that work here or whose program lies here, and no other ones', async () => {
      put('server.mjs', 'setInterval(() => {}, 1000)');
      const sleep = (cwd: string) => spawn('sleep', ['4321'], { cwd, stdio: 'ignore' });
      const [here, elsewhere] = [sleep(root), sleep(outside)];
      const runs = spawn(process.execPath, [join(root, 'server.mjs')], { cwd: '/', stdio: 'ignore' });
      const theirs = new RegExp(`^\\s*(?:\\S+\\s+)?${elsewhere.pid}\\b`, 'm');
      try {
        const listings = [
          'ps aux',
          'ps -ef',
          'ps -eo pid,args',
          'ps axww',
          'pgrep -a -f .',
          'pgrep sleep',
          'pgrep -l sleep',
        ];
        for (const { command, output } of (await seen({}, { commands: listings })).ran) {
          expect(output, command).toMatch(new RegExp(`\\b${here.pid}\\b`));
          expect(output, command).not.toMatch(theirs);
          expect(output.split('\n').length, command).toBeLessThan(8);
        }
        const both = `ps -p ${here.pid},${elsewhere.pid} -o pid=`;
        const picked = ['pgrep -a -f server', 'pgrep -c sleep', `ps -p ${elsewhere.pid}`, both, 'pgrep -f 4321-none'];
        const [server, count, others, ours, nobody, piped] = (
          await seen({}, { commands: [...picked, 'ps aux | grep sleep'] })
        ).ran;
        expect(server?.output).toContain(String(runs.pid));
        expect(count?.output.trim()).toBe('1');
        expect(others?.output).toBe('');
        expect(ours?.output.trim()).toBe(String(here.pid));
        expect(nobody).toMatchObject({ exit: 1, output: '' });
        expect(piped?.output).toContain('4321');
      } finally {
        for (const child of [here, elsewhere, runs]) child.kill('SIGKILL');
      }
    });

    test('what looks like a secret is not read, by any way', async () => {
      put('.env', 'A=OPEN');
      put('conf/id_rsa', 'OPEN');
      symlinkSync('.env', join(root, 'plain'));
      expect(await refused('cat plain')).toBe('COMMAND_DENIED');
      const searched = await ran('grep -r OPEN .');
      expect(searched).toMatchObject({ exit: 1, output: '' });
      expect((await look({ log: '.env' })).ok).toBe(false);
    });

    test('CM-63 secrets are hidden in whatever comes back', async () => {
      put('app.log', 'ERROR PASSWORD=hunter22 failed\nAuthorization: Bearer abc.def.ghi\n');
      const found = await seen({}, { commands: ['cat app.log'] });
      expect(JSON.stringify(found)).not.toMatch(/hunter22|abc\.def/);
      expect(found.logs[0]?.findings).toHaveLength(1);
    });

    test('CM-63 a secret at the place where a long line is cut is hidden whole', async () => {
      const token = ['ghp', 'wWPw5k4aXcaT4fNP0UcnZwJUVFk6LO0pINUx'].join('_');
      put('app.log', `${'x'.repeat(480)} ${token} end\n`);
      expect((await log({}))?.tail).not.toContain(token.slice(0, 12));
    });

    test('a place that is not there is no empty look', async () => {
      expect(await look({ path: `${root}/none` })).toMatchObject({
        ok: false,
        failure: { error_code: 'PATH_NOT_FOUND' },
      });
    });

    test('much output is cut, and what would last is ended', async () => {
      put('big.log', 'x'.repeat(1_000_000));
      const cut = await ran('cat big.log');
      expect(cut).toMatchObject({ cut: true, exit: null });
      expect(cut?.output.length).toBe(256 * 1024);
    });

    test('a binary log is said to be one', async () => {
      put('app.log', 'a\0\0b\n');
      expect(await log({})).toMatchObject({ coverage: 'binary', findings: [] });
    });

    test('of a log of 2 GB the last part is read', async () => {
      put('huge.log', '');
      const file = openSync(join(root, 'huge.log'), 'r+');
      ftruncateSync(file, 2 * 1024 ** 3);
      closeSync(file);
      appendFileSync(
        join(root, 'huge.log'),
        `\n${'09:46 INFO ok, padded to be long enough\n'.repeat(150_000)}09:47 ERROR last\n`,
      );
      const found = await log({ log: 'huge.log' });
      expect(found?.findings.map(({ text }) => text)).toEqual(['09:47 ERROR last']);
      expect(found?.mark).toMatchObject({ kind: 'offset', bytes: expect.any(Number) });
    });

    describe('CM-67 what came after a mark', () => {
      const since = async (more: Partial<Site> = {}) => {
        const first = await log(more);
        if (first?.mark == null) throw new Error('no mark');
        return { since: new Map([[first.where, first.mark]]) };
      };
      const texts = (found: Awaited<ReturnType<typeof log>>) => found?.findings.map(({ text }) => text);

      test('is all that counts', async () => {
        put('app.log', '09:46 ERROR old\n');
        const asked = await since();
        expect(await log({}, asked)).toMatchObject({ lines: 0, findings: [], coverage: 'whole' });
        appendFileSync(join(root, 'app.log'), '10:00 INFO fine\n10:01 ERROR fresh\n');
        const found = await log({}, asked);
        expect(found).toMatchObject({ lines: 2, coverage: 'whole' });
        expect(texts(found)).toEqual(['10:01 ERROR fresh']);
      });

      test('is found in a log that was rotated, in the old one and in the new', async () => {
        put('app.log', '09:46 ERROR old\n');
        const asked = await since();
        appendFileSync(join(root, 'app.log'), '10:00 ERROR between\n');
        renameSync(join(root, 'app.log'), join(root, 'app.log.1'));
        put('app.log', '10:05 ERROR fresh\n');
        const found = await log({}, asked);
        expect(found?.coverage).toBe('whole');
        expect(texts(found)).toEqual(['10:05 ERROR fresh', '10:00 ERROR between']);
      });

      test('cannot be told where the log was cut short, replaced or taken away', async () => {
        put('app.log', '09:46 ERROR old\n');
        const asked = await since({ log: 'app.log' });
        truncateSync(join(root, 'app.log'), 3);
        expect(await log({ log: 'app.log' }, asked)).toMatchObject({ coverage: 'rotated_away', findings: [] });
        renameSync(join(root, 'app.log'), join(root, 'gone.log'));
        put('app.log', 'new\n');
        expect((await log({ log: 'app.log' }, asked))?.coverage).toBe('rotated_away');
        renameSync(join(root, 'app.log'), join(root, 'gone2.log'));
        expect((await log({ log: 'app.log' }, asked))?.coverage).toBe('unreadable');
      });

      test('by time, for lines that tell it; where they do not, nothing follows', async () => {
        const at = instant(Date.UTC(2026, 0, 2));
        put(
          'app.log',
          '2026-01-01T10:00:00Z ERROR old\n  of two lines\n2026-01-02T10:00:00Z ERROR fresh\n  error in its second line\n',
        );
        expect(texts(await log({}, { since: at }))).toEqual([
          'error in its second line',
          '2026-01-02T10:00:00Z ERROR fresh',
        ]);
        put('app.log', '10:00 ERROR when?\n');
        expect(await log({}, { since: at })).toMatchObject({ coverage: 'cut', findings: [] });
      });
    });

    test('the log that a person named may be elsewhere; a folder is none', async () => {
      expect(await log({ log: join(outside, 'x') })).toMatchObject({
        where: join(outside, 'x'),
        coverage: 'whole',
        lines: 1,
      });
      expect(await log({ log: '.' })).toMatchObject({ coverage: 'unreadable' });
    });

    test('nothing is left behind: no process, no file', async () => {
      execFileSync('mkfifo', [join(root, 'pipe')]);
      const stop = new AbortController();
      const looking = stage.environments.look(site(), { commands: ['cat pipe | head -1'], since: null }, stop.signal);
      const reader = () =>
        execFileSync('ps', ['-eo', 'args='], { encoding: 'utf8' }).includes(`cat -- ${join(root, 'pipe')}`);
      await expect.poll(reader).toBe(true);
      stop.abort();
      await looking;
      if (stage.userHost === null) await expect.poll(reader).toBe(false);
      expect(readdirSync(root)).toEqual(['pipe']);
      expect(basename(root)).toBe('app');
    });
  });
}
