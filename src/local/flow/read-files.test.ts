import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { asNobody } from '../../../test/fakes/as-nobody.ts';
import { readFlowFiles } from './read-files.ts';

let root: string;
const session = '.workflow/active/WFS-a';
const write = (path: string, text: string | Uint8Array) => writeFileSync(join(root, path), text);
const task = (id: string, more: object = {}) =>
  write(`${session}/.task/${id}.json`, JSON.stringify({ id, title: id, ...more }));
const read = async () => {
  const found = await readFlowFiles('.', root, {});
  return found.ok ? found.value.given : found.failure;
};

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'drover-flow-'));
  mkdirSync(join(root, session, '.task'), { recursive: true });
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

describe('what a flow is sent with', () => {
  it('is what its nodes are to read first and no copy has, each once', async () => {
    write(`${session}/spec.md`, 'So it is.');
    const artifacts = [`${session}/spec.md`, `${session}/later.md`, 'docs/own.md', { type: 'design' }];
    task('A', { artifacts, context_package_path: `${session}/spec.md` });
    task('B', { context: { artifacts: [{ path: `${session}/spec.md` }] } });
    expect(await read()).toEqual([{ path: `${session}/spec.md`, text: 'So it is.' }]);
  });

  it('is what a pre-analysis reads of it, by whatever name of the file; what it can do without is left out where it cannot be given', async () => {
    write(`${session}/spec.md`, 'So it is.');
    write(`${session}/odd.md`, Uint8Array.of(0xff));
    mkdirSync(join(root, session, 'folder'));
    const reads = (on_error: string, ...paths: readonly string[]) => ({
      ...{ step: on_error, commands: paths.map((path) => `Read(${path})`), on_error },
    });
    const optional = ['folder', 'odd.md', 'later.md'].map((name) => `${session}/${name}`);
    const many = Array.from({ length: 30 }, (_, at) => `${session}/${at}.md`);
    task('A', {
      context_package_path: `./${session}/context.json`,
      pre_analysis: [
        reads('skip', ...optional, ...many, '/etc/hostname'),
        reads('fail', '{{context_package_path}}', `${root}/${session}/spec.md`, 'src/a.ts'),
      ],
    });
    write(`${session}/context.json`, '{}');
    expect(await read()).toEqual([
      { path: `${session}/context.json`, text: '{}' },
      { path: `${session}/spec.md`, text: 'So it is.' },
    ]);
    task('A', { pre_analysis: [reads('fail', ...optional)] });
    expect(await read()).toMatchObject({ error_code: 'FLOW_INVALID', message: expect.stringContaining('folder') });
  });

  it('of what a pre-analysis can do without is as much as there is room for, wherever it stands among what is not there', async () => {
    const paths = Array.from({ length: 30 }, (_, at) => `${session}/${at}.md`);
    task('A', { pre_analysis: [{ step: '1', commands: paths.map((path) => `Read(${path})`), on_error: 'skip' }] });
    const long = paths.slice(20, 28);
    for (const path of long) write(path, 'x'.repeat(1024 * 1024));
    write(`${session}/29.md`, 'short');
    const given = await read();
    expect(given).toMatchObject([...long.slice(0, 6), `${session}/29.md`].map((path) => ({ path })));
    for (const path of paths) write(path, 'short');
    task('B', { pre_analysis: [{ step: '1', commands: [`Read(${session}/29.md)`], on_error: 'fail' }] });
    expect(await read()).toMatchObject([`${session}/29.md`, ...paths.slice(0, 19)].map((path) => ({ path })));
  });

  it('PC-71 is the tools that its person has switched on and off, in their order', async () => {
    task('A');
    mkdirSync(join(root, '.claude'));
    const tools = { qwen: { enabled: false }, codex: { enabled: true }, claude: {} };
    write('.claude/cli-tools.json', JSON.stringify({ tools }));
    const given = [
      { name: 'qwen', enabled: false },
      { name: 'codex', enabled: true },
      { name: 'claude', enabled: true },
    ];
    expect(await readFlowFiles('.', root, { HOME: root })).toMatchObject({ value: { tools: given } });
    expect(await readFlowFiles('.', root, {})).toMatchObject({ value: { tools: [] } });
  });

  it.each<readonly [string, () => void, string]>([
    ['a folder', () => mkdirSync(join(root, '.claude/cli-tools.json')), 'is no file'],
    ['too long', () => write('.claude/cli-tools.json', 'x'.repeat(1024 * 1024 + 1)), 'is longer than 1 MiB'],
    ['no JSON', () => write('.claude/cli-tools.json', '{'), 'it is no JSON'],
    ['no list of tools', () => write('.claude/cli-tools.json', '{"tools":7}'), 'tools must be an object'],
  ])('PC-71 is refused where that list is %s', async (_, lay, why) => {
    task('A');
    mkdirSync(join(root, '.claude'));
    lay();
    expect(await readFlowFiles('.', root, { HOME: root })).toMatchObject({
      failure: { error_code: 'FLOW_INVALID', message: expect.stringContaining(why) },
    });
  });

  it('refuses more than twenty', async () => {
    task('A', { artifacts: Array.from({ length: 21 }, (_, at) => `${session}/${at}.md`) });
    expect(await read()).toMatchObject({ error_code: 'FLOW_INVALID', message: expect.stringContaining('21 files') });
  });

  it.each([
    ['a link', () => symlinkSync('/etc/hostname', join(root, session, 'spec.md')), 'is a link or no file'],
    ['a folder', () => mkdirSync(join(root, session, 'spec.md')), 'is a link or no file'],
    ['too long', () => write(`${session}/spec.md`, 'x'.repeat(1024 * 1024 + 1)), 'longer than 1 MiB'],
    ['no text', () => write(`${session}/spec.md`, Uint8Array.of(0xff)), 'no UTF-8'],
  ])('refuses %s', async (_what, lay, why) => {
    lay();
    task('A', { artifacts: [`${session}/spec.md`] });
    expect(await read()).toMatchObject({ error_code: 'FLOW_INVALID', message: expect.stringContaining(why) });
  });

  it('refuses what may not be read', async () => {
    write(`${session}/spec.md`, 'x');
    task('A', { artifacts: [{ path: `${session}/spec.md` }] });
    chmodSync(join(root, session, 'spec.md'), 0);
    expect(await asNobody(root, read)).toMatchObject({
      error_code: 'FLOW_INVALID',
      message: `${session}/spec.md:1:1 is to be read, and may not be: EACCES`,
    });
  });
});
