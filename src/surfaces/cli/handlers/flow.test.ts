import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { asNobody } from '../../../../test/fakes/as-nobody.ts';
import { findPlaces } from '../../../contract/places.ts';
import { toReply } from '../../../contract/to-reply.ts';
import type { Ask } from '../daemon/ask.ts';
import { run } from '../run.ts';
import { runFlowMove } from './flow.ts';

let folder: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'flow-')));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const session = '.workflow/active/WFS-login';

function write(path: string, value: unknown): void {
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, typeof value === 'string' || value instanceof Uint8Array ? value : JSON.stringify(value));
}
const task = (id: string, more: object = {}, at = session) =>
  write(`${at}/.task/${id}.json`, { id, title: `Do ${id}`, ...more });

async function told(does: (console: Parameters<typeof run>[0]) => Promise<number>) {
  let [out, error] = ['', ''];
  const env = { PATH: join(folder, 'bin'), HOME: folder };
  const code = await does({
    ...{
      env,
      cwd: folder,
      pid: process.pid,
      now: () => 0,
      onInterrupt: () => () => undefined,
      lend: <T>(act: () => Promise<T>) => act(),
    },
    ...{ places: findPlaces(env, folder, 0), stdin: new PassThrough().end() },
    stdout: { write: (text: string) => (out += text) },
    stderr: { write: (text: string) => (error += text) },
  });
  return { code, out, error };
}

const check = (...words: readonly string[]) => told((console) => run(console, ['flow', 'check', ...words]));
const checked = async (...words: readonly string[]) => JSON.parse((await check(...words, '--json')).out);

describe('flow check', () => {
  it('says what a session folder holds, and that nothing in it is refused', async () => {
    task('IMPL-1');
    task('IMPL-1.1', { status: 'completed' });
    task('IMPL-2', { depends_on: ['IMPL-1'], owner: 'me' });
    write(`${session}/workflow-session.json`, { session_id: 'WFS-login', status: 'active' });
    const { code, out } = await check(session);
    expect(code).toBe(0);
    expect(out.split('\n').map((line) => line.trimEnd())).toEqual([
      'WFS-login: 3 nodes; nothing in it is refused.',
      '▸ IMPL-1    pending                  Do IMPL-1',
      '  IMPL-1.1  completed                Do IMPL-1.1',
      '  IMPL-2    pending    after IMPL-1  Do IMPL-2',
      '.task/IMPL-2.json has a field that nobody knows: owner',
      '',
    ]);
  });

  it('says whose conversation each goes on with', async () => {
    task('A', { context: { shared_context: { tech_stack: ['React', 'TypeScript'] } } });
    task('B', { depends_on: ['A'] });
    task('C', { depends_on: ['A'] });
    task('D', { depends_on: ['B', 'C'] });
    const { out } = await check(session);
    expect(out).toMatch(/B +pending +after A +fork of A +Do B/);
    expect(out).toMatch(/D +pending +after B, C +merge fork of B, C +Do D/);
    expect((await checked(session)).data.nodes[0]).toMatchObject({
      ...{ strategy: 'new', goes_on_with: [], tech_stack: ['typescript', 'react'] },
    });
  });

  it.each([
    ['', '.'],
    ['.workflow', '.workflow'],
    ['the folder', session],
    ['its tasks', `${session}/.task`],
    ['its plan.json', `${session}/plan.json`],
    ['its session file', `${session}/workflow-session.json`],
    ['its list', `${session}/TODO_LIST.md`],
  ])('means the same session, named by %s', async (_, path) => {
    task('IMPL-1', { focus_paths: ['src'] });
    for (const name of ['plan.json', 'workflow-session.json']) write(`${session}/${name}`, {});
    write(`${session}/TODO_LIST.md`, '# Tasks');
    write('src/a.ts', '');
    const { data } = await checked(path);
    expect(data).toMatchObject({ name: 'WFS-login', root: folder, folder: join(folder, session), warnings: [] });
  });

  it.each(['.workflow/WFS-x', '.workflow/.lite-plan/2026-x', '.workflow/.lite-fix/x'])(
    'finds a session in %s, and asks which where there are two',
    async (place) => {
      task('IMPL-1', {}, place);
      expect(await checked()).toMatchObject({ ok: true, data: { folder: join(folder, place) } });
      task('IMPL-1');
      expect(await checked()).toMatchObject({
        ...{ ok: false, error_code: 'AMBIGUOUS' },
        details: { candidates: [session, place] },
      });
    },
  );

  it('takes a task file by itself, with what it names beside its repository', async () => {
    mkdirSync(join(folder, '.git'));
    write('tasks/login.json', { id: 'LOGIN', title: 'Log in', depends_on: ['X'], focus_paths: ['src'] });
    const { data } = await checked('tasks/login.json');
    expect(data).toMatchObject({ name: 'LOGIN', root: folder, nodes: [{ id: 'LOGIN', depends_on: [] }] });
    expect(data.warnings).toEqual([
      expect.objectContaining({ path: 'login.json', what: 'depends_on names X, taken as done: this file runs alone' }),
      { path: 'login.json', line: 1, column: 66, what: 'focus_paths[0] is not there: src' },
    ]);
  });

  it.each([
    ['nothing', 'nowhere', 'FLOW_NOT_FOUND', 3],
    ['no JSON', 'README.md', 'FLOW_NOT_FOUND', 3],
    ['an empty folder', 'empty', 'FLOW_NOT_FOUND', 3],
    ['a session without tasks', 'bare', 'FLOW_NOT_FOUND', 3],
    ['a folder where the task should be', 'odd', 'FLOW_INVALID', 2],
  ])('of %s is refused', async (_, path, code, exit) => {
    write('README.md', '# shop');
    mkdirSync(join(folder, 'empty'));
    write('bare/plan.json', {});
    mkdirSync(join(folder, 'odd/.task/IMPL-1.json'), { recursive: true });
    const { code: got, error } = await check(path);
    expect([got, error]).toEqual([exit, expect.stringContaining(`[${code}]`)]);
  });

  it('warns of what is not there yet, but for what the work makes and for patterns', async () => {
    const files = [{ path: 'src/new.ts', action: 'create' }, { path: 'src/old.ts' }];
    const meta = { execution_config: { cli_tool: 'codex' } };
    task('IMPL-1', { files, focus_paths: ['src/**'], artifacts: ['docs/a.md'], context_package_path: 'p.json', meta });
    const { data } = await checked(session);
    expect(data.warnings.map(({ what }: { what: string }) => what)).toEqual([
      'context_package_path is not there: p.json',
      'files[1].path is not there: src/old.ts',
      'artifacts[0] is not there: docs/a.md',
      'meta.execution_config.cli_tool names an agent that is not installed: codex',
    ]);
  });

  it('passes over what a computer hides beside task files, and is told of what a pre-analysis cannot do without', async () => {
    const commands = ['Read(.workflow/spec.md)', 'Read(src/a.ts)'];
    const step = (on_error: string) => ({ step: on_error, commands, on_error });
    task('IMPL-1', { pre_analysis: [step('fail'), step('skip_optional')] });
    writeFileSync(join(folder, session, '.task/._IMPL-1.json'), Buffer.from([0, 5, 0xff]));
    const { data } = await checked(session);
    expect(data.nodes.map(({ id }: { id: string }) => id)).toEqual(['IMPL-1']);
    expect(data.warnings.map(({ what }: { what: string }) => what)).toEqual([
      'pre_analysis[0].commands[0] is not there: .workflow/spec.md',
    ]);
  });

  it('follows no link: neither a task file, nor its folder, nor a path that leads out by one', async () => {
    const away = realpathSync(mkdtempSync(join(tmpdir(), 'away-')));
    try {
      writeFileSync(join(away, 'secret.json'), '{"id":"S","title":"secret"}');
      task('IMPL-1');
      symlinkSync(join(away, 'secret.json'), join(folder, session, '.task/IMPL-2.json'));
      const link = await check(session);
      expect([link.code, link.error]).toEqual([2, expect.stringContaining('.task/IMPL-2.json:1:1 is a link')]);
      expect(link.error).not.toContain('secret"');
      rmSync(join(folder, session, '.task/IMPL-2.json'));
      symlinkSync(away, join(folder, 'out'));
      task('IMPL-1', { focus_paths: ['out/x', 'out'] });
      expect((await check(session)).error).toContain(`focus_paths[1] leads out of ${folder} by a link: out`);
      write('linked/plan.json', {});
      symlinkSync(away, join(folder, 'linked/.task'));
      expect((await check('linked')).error).toContain('.task:1:1 is a link');
      symlinkSync(join(folder, session), join(folder, 'mine'));
      task('IMPL-1');
      expect((await check('mine')).code).toBe(0);
    } finally {
      rmSync(away, { recursive: true, force: true });
    }
  });

  it.each([
    ['longer than 1 MiB', Buffer.alloc(1024 * 1024 + 1, 0x20), 'is longer than 1 MiB'],
    ['no UTF-8', Buffer.from([0x7b, 0xff, 0x7d]), 'is no UTF-8'],
    ['empty', '', 'it is empty'],
  ])('refuses a file that is %s', async (_, bytes, said) => {
    task('IMPL-1');
    write(`${session}/.task/IMPL-2.json`, bytes);
    expect(await checked(session)).toMatchObject({
      ...{ ok: false, error_code: 'FLOW_INVALID', error: `.task/IMPL-2.json:1:1 ${said}` },
    });
  });

  it.each([
    ['.task/IMPL-1.json', '.task/IMPL-1.json:1:1 cannot be read: EACCES'],
    ['.task', '.task:1:1 cannot be read: EACCES'],
    ['plan.json', 'plan.json:1:1 cannot be read: EACCES'],
  ])('says of %s that it may not be read', async (path, said) => {
    task('IMPL-1');
    task('IMPL-2');
    write(`${session}/plan.json`, {});
    await checked(session);
    chmodSync(join(folder, session, path), 0);
    const told = await asNobody(folder, () => checked(session));
    chmodSync(join(folder, session, path), 0o700);
    expect(told).toMatchObject({ ok: false, error_code: 'FLOW_INVALID', error: said });
  });

  it('PC-71 refuses a tool that cli-tools.json has switched off, where it is named', async () => {
    const config = (tools: unknown) => write('.claude/cli-tools.json', { version: '3', tools });
    config({ gemini: { enabled: false, tags: [] }, codex: { enabled: true } });
    task('IMPL-1', { meta: { execution_config: { cli_tool: 'gemini' } } });
    const step = { step_id: 'look', tool: 'gemini', prompt_template: 'Look' };
    task('IMPL-2', { loop_control: { max_iterations: 1, cli_sequence: [step] } });
    const looks = ['Read(a.md)', 'drover run "Find it" --agent gemini'];
    task('IMPL-3', { pre_analysis: [{ step: 'look', commands: looks }] });
    const older = { step: 'look', command: 'ccw cli -p "Find it" --tool gemini' };
    task('IMPL-4', { flow_control: { pre_analysis: [older] } });
    expect(await checked(session)).toMatchObject({ ok: false, error_code: 'FLOW_INVALID' });
    expect((await checked(session)).error).toBe(
      [
        '.task/IMPL-1.json:1:75 meta.execution_config.cli_tool names gemini, which cli-tools.json has switched off',
        '.task/IMPL-2.json:1:112 loop_control.cli_sequence[0].tool names gemini, which cli-tools.json has switched off',
        '.task/IMPL-3.json:1:92 pre_analysis[0].commands[1] names gemini, which cli-tools.json has switched off',
        '.task/IMPL-4.json:1:93 flow_control.pre_analysis[0].command names gemini, which cli-tools.json has switched off',
      ].join('\n'),
    );
    config({ gemini: {} });
    expect(await checked(session)).toMatchObject({ ok: true });
    config({ gemini: { enabled: 'no' } });
    expect((await checked(session)).error).toMatch(
      /^~\/\.claude\/cli-tools\.json:\d+:\d+ tools\.gemini\.enabled must be true/,
    );
  });

  it('refuses what `flow run` could not be sent, as that does', async () => {
    const path = `${session}/spec.md`;
    task('IMPL-1', { artifacts: [path] });
    writeFileSync(join(folder, path), Uint8Array.of(0xff));
    expect((await checked(session)).error).toBe(`${path}:1:1 is to be read, and is no UTF-8`);
    for (let at = 1; at < 9; at += 1) task(`IMPL-${at}`, { description: 'x'.repeat(1_000_000) });
    expect(await checked(session)).toMatchObject({
      ...{ ok: false, error_code: 'FLOW_INVALID' },
      error: 'Its files and what its nodes are to read have 7.6 MiB as they are sent; 7 are the most.',
    });
  });

  it('takes a file of just 1 MiB, and five hundred of them that are small', async () => {
    const text = JSON.stringify({ id: 'IMPL-0', title: 't' });
    write(`${session}/.task/IMPL-0.json`, text + ' '.repeat(1024 * 1024 - text.length));
    for (let at = 1; at < 500; at += 1) task(`IMPL-${at}`, { depends_on: [`IMPL-${at - 1}`] });
    expect((await checked(session)).data.nodes).toHaveLength(500);
  });
});

describe('flow archive', () => {
  /** A daemon in which one flow is at work. */
  const atWorkIn =
    (place: string): Ask =>
    async (name, input) => {
      const asked = (input as { readonly folder?: string }).folder;
      if (name === 'flow.list') return { ok: true, data: { flows: [] } } as never;
      return asked === join(folder, place)
        ? ({ ok: true, data: { id: 'shop-1', folder: asked, outcome: null } } as never)
        : (toReply({ error_code: 'FLOW_NOT_FOUND', message: 'none' }) as never);
    };
  const archive = (ask: Ask) =>
    told((console) => runFlowMove('archives', console, ask, { path: session }, { output: 'text' }));

  it.each([session, `${session}/.task`])('waits for what works in %s', async (place) => {
    task('IMPL-1');
    expect(await archive(atWorkIn(place))).toMatchObject({
      code: 4,
      error: expect.stringContaining('shop-1 works on'),
    });
    expect(await archive(atWorkIn('elsewhere'))).toMatchObject({ code: 0, error: '' });
  });
});
