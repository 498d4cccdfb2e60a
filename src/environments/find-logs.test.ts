// Which logs tell how a place does, and by which program each is read.
import { describe, expect, it } from 'vitest';
import { type Answer, scriptedHost } from '../../test/fakes/scripted-host.ts';
import { instant } from '../domain/ids.ts';
import { type Around, findLogs, listFiles } from './find-logs.ts';
import type { FoundModule } from './find-modules.ts';

const site = {
  name: 'p',
  type: 'local',
  user_host: null,
  path: '/srv/shop',
  service: null,
  allow_paths: [],
  log: null,
};
const there = { now: instant(Date.UTC(2026, 0, 2)), offset: 0 };
const module = (name: string, source: FoundModule['source'], containers: readonly string[] = []): FoundModule =>
  ({ name, source, containers, running: null, processes: [] }) as FoundModule;
const find = async (
  answers: Readonly<Record<string, Answer>>,
  modules: readonly FoundModule[],
  since: Parameters<typeof findLogs>[2] = null,
  more: Partial<Around> = {},
) => {
  const host = scriptedHost(answers);
  const resolve = async (paths: readonly string[]) =>
    paths.map((path) => (path.startsWith('/') ? path : `/srv/shop/${path}`));
  const around = { ...{ host, site, there, resolve, roots: ['/srv/shop'], files: [] }, ...more } as unknown as Around;
  const logs = await findLogs(around, modules, since);
  return { logs, asked: host.asked, told: logs.map(({ module: of, source, where }) => `${of} ${source} ${where}`) };
};
const file = (path: string): Record<string, Answer> => ({
  [`stat -L -c %i %s %F -- ${path}`]: '5 8 regular file\n',
  [`tail -c +1 -- ${path}`]: 'ERROR b\n',
});
const isJournal = { 'journalctl --no-pager -q -n 1': 'x' };
const journal = 'journalctl --no-pager -q -o short-iso -u shop.service';
const unit = [module('shop.service', 'unit')];

describe('the log that a person named', () => {
  it('is read alone, whatever other names it has', async () => {
    const named = { site: { ...site, log: '/var/log/a.log' } as never };
    const { logs, asked } = await find({ ...isJournal, ...file('/var/log/a.log') }, unit, null, named);
    expect(logs).toMatchObject([{ module: null, source: 'file', where: '/var/log/a.log', lines: 1 }]);
    expect(asked.filter((words) => words.startsWith('journalctl') || words.includes('%h'))).toEqual([]);
  });
});

describe('a unit', () => {
  it('is read from its journal, its last lines, and from a mark on by its time', async () => {
    const text = '2026-01-02T00:00:00+0000 h shop: ERROR b\n';
    const last = await find({ ...isJournal, [`${journal} -n 5000`]: text }, unit);
    expect(last.told).toEqual(['shop.service journal journal of shop.service']);
    expect(last.logs).toMatchObject([{ lines: 1, mark: { kind: 'time', at: there.now } }]);
    const marked = await find({ ...isJournal, [`${journal} --since=@7`]: text }, unit, 7_900 as never);
    expect(marked.logs).toMatchObject([{ lines: 1, coverage: 'whole' }]);
    const own = new Map([['journal of shop.service', { kind: 'time', at: instant(9_000) } as const]]);
    const known = await find({ ...isJournal, [`${journal} --since=@9`]: text }, unit, own);
    expect(known.logs).toMatchObject([{ lines: 1 }]);
    const fresh = await find({ ...isJournal, [`${journal} -n 5000`]: text }, unit, new Map());
    expect(fresh.logs).toMatchObject([{ lines: 1 }]);
  });

  it('that was a file at the mark has nothing that can be compared', async () => {
    const was = new Map([['journal of shop.service', { kind: 'offset', inode: '5', bytes: 1 } as const]]);
    expect((await find(isJournal, unit, was)).logs).toMatchObject([{ lines: 0, trouble: 'it was a file before' }]);
  });

  it.each([
    ['there is no journal', {}],
    ['the journal may not be read', { 'journalctl --no-pager -q -n 1': 1 }],
    ['nobody answers', { 'journalctl --no-pager -q -n 1': null }],
  ] as const)('is looked for among files where %s', async (_, answers) => {
    const { told } = await find({ ...answers, ...file('/srv/shop/a.log') }, unit, null, { files: ['a.log'] });
    expect(told).toEqual(['shop.service file /srv/shop/a.log']);
  });
});

describe('containers', () => {
  const both = [module('web', 'compose', ['c1', 'c2']), module('api', 'compose', ['c3'])];
  const logs = 'docker logs --timestamps';
  it('are read one by one, their last lines, and from a mark on by its time', async () => {
    const answers = {
      [`${logs} --tail 5000 c1`]: '2026-01-02T00:00:00Z a\n',
      [`${logs} --tail 5000 c2`]: { error: '2026-01-02T00:00:00Z a\n2026-01-02T00:00:00Z b\n' },
      [`${logs} --tail 5000 c3`]: '',
    };
    const found = await find(answers, both);
    expect(found.told).toEqual(['web', 'web', 'api'].map((name) => `${name} container container of ${name}`));
    expect(found.logs.map(({ lines }) => lines)).toEqual([1, 2, 0]);
    const marked = await find({ [`${logs} --since 7 c3`]: 'a\n' }, both.slice(1), 7_000 as never);
    expect(marked.logs).toMatchObject([{ lines: 1 }]);
  });

  it('come after a journal, and before files', async () => {
    const { told } = await find({ ...isJournal, [`${journal} -n 5000`]: 'a' }, [...both, ...unit]);
    expect(told).toEqual(['shop.service journal journal of shop.service']);
    expect((await find({}, both.slice(1), null, { files: ['api.log'] })).told).toEqual([
      'api container container of api',
    ]);
  });
});

describe('files', () => {
  const ls = (folder: string) => `ls -1at -- ${folder}`;
  const folders = {
    [ls('logs')]: '.\n..\nnew.log\nweb.log\n',
    [ls('log')]: 'api.log\n',
    ...file('/srv/shop/logs/web.log'),
  };
  const files = ['logs', 'log', 'old.log', 'notes.txt'];

  it('are those with the name of the module, wherever they stand; else the newest of all', async () => {
    const modules = ['web', 'api', 'old', 'other'].map((name) => module(name, 'procfile'));
    expect((await find(folders, modules, null, { files })).told).toEqual([
      'web file /srv/shop/logs/web.log',
      'api file /srv/shop/log/api.log',
      'old file /srv/shop/old.log',
      'other file /srv/shop/logs/new.log',
    ]);
  });

  it('are looked for in the folder alone where it has no folders for logs', async () => {
    const { told, asked } = await find(folders, [module('web', 'procfile')], null, { files: ['old.log'] });
    expect(told).toEqual(['web file /srv/shop/old.log']);
    expect(asked.filter((words) => words.startsWith('ls'))).toEqual([]);
  });

  it('are none where there is none', async () => {
    expect((await find({}, [module('web', 'folder')], null, { files: ['notes.txt'] })).told).toEqual([]);
  });

  it('that have another name elsewhere are not read, which is said', async () => {
    const path = '/srv/shop/a.log';
    const linked = {
      ...file(path),
      [`stat -L --printf=%h %F\\0%n\\0 -- ${path}`]: `2 regular file\0${path}\0`,
      [`find /srv/shop -samefile ${path} -printf .`]: '.',
    };
    const { logs, asked } = await find(linked, [module('a', 'folder')], null, { files: ['a.log'] });
    expect(logs).toMatchObject([{ lines: 0, trouble: 'it has another name elsewhere' }]);
    expect(asked).not.toContain(`tail -c +1 -- ${path}`);
  });

  it('are read on from their own mark', async () => {
    const path = '/srv/shop/a.log';
    const since = new Map([[path, { kind: 'offset', inode: '5', bytes: 4 } as const]]);
    const { logs, asked } = await find(file(path), [module('a', 'folder')], since, { files: ['a.log'] });
    expect(logs).toHaveLength(1);
    expect(asked).toContain(`tail -c +5 -- ${path}`);
  });

  it('of a folder are listed newest first; none where there is no such folder', async () => {
    expect(await listFiles(scriptedHost({ [ls('x')]: 'b\n\na\n' }), 'x')).toEqual(['b', 'a']);
    expect(await listFiles(scriptedHost({ [ls('x')]: { exit: 2, output: 'b\n' } }), 'x')).toEqual([]);
    expect(await listFiles(scriptedHost({ [ls('x')]: null }), 'x')).toEqual([]);
  });
});
