import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findFlow } from './find-flow.ts';
import { layQueue } from './lay-queue.ts';

let root: string;
const at = (path: string) => join(root, '.workflow', path);
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'drover-queue-'));
  for (const folder of ['issues/solutions', 'issues/queues']) mkdirSync(at(folder), { recursive: true });
  writeFileSync(
    at('issues/issues.jsonl'),
    '{"id": "A", "title": "One"}\n{"id": "B", "title": "Two", "depends_on": ["A"]}\n',
  );
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const lay = (given = '.', more: { name?: string; only?: readonly string[] } = {}) =>
  layQueue({ given, cwd: root, name: 'issues', only: [], ...more });
const code = async (laid: ReturnType<typeof lay>) => {
  const result = await laid;
  return result.ok ? 'ok' : result.failure.error_code;
};

describe('a queue of issues', () => {
  it('is a session folder that is found and checked like any', async () => {
    const tasks = [{ id: 'T1', title: 'First', modification_points: ['src/a.js'] }];
    writeFileSync(at('issues/solutions/A.jsonl'), JSON.stringify({ id: 'SOL-1', is_bound: true, tasks }));
    expect(await lay()).toMatchObject({
      ok: true,
      value: {
        folder: at('active/issues'),
        nodes: [{ id: 'A' }, { id: 'A.1' }, { id: 'B', depends_on: ['A'] }],
        done: [],
      },
    });
    expect(readdirSync(at('active'))).toEqual(['issues']);
    expect(readdirSync(at('active/issues/.task')).sort()).toEqual(['A.1.json', 'A.json', 'B.json']);
    expect(findFlow('.', root)).toMatchObject({ value: { folder: at('active/issues') } });
  });

  it('has solutions by the name that the issue has there, and of no other folder', async () => {
    const tasks = [{ id: 'T1', title: 'First', modification_points: ['src/a.js'] }];
    const put = (name: string) =>
      writeFileSync(at(`${name}.jsonl`), JSON.stringify({ id: 'S', is_bound: true, tasks }));
    put('issues/solutions/ISS-1.2');
    put('outside');
    const issues = (...ids: readonly string[]) =>
      writeFileSync(at('issues/issues.jsonl'), ids.map((id) => JSON.stringify({ id, title: id })).join('\n'));
    issues('ISS-1.2');
    expect(await lay()).toMatchObject({ value: { nodes: [{ id: 'ISS-1-2' }, { id: 'ISS-1-2.1' }], warnings: [] } });
    issues('../../outside');
    expect(await lay('.', { name: 'b' })).toMatchObject({ failure: { error_code: 'FLOW_INVALID' } });
  });

  it('is found in the project, and in the folder that has them', async () => {
    expect(await lay('.workflow/issues', { name: 'a' })).toMatchObject({ ok: true });
    expect(await lay('.', { name: 'b' })).toMatchObject({ ok: true });
    rmSync(at('issues/issues.jsonl'));
    expect(await code(lay('.', { name: 'c' }))).toBe('PATH_NOT_FOUND');
  });

  it('takes the place of none: what is there stays', async () => {
    await lay();
    writeFileSync(at('active/issues/.task/A.json'), 'mine');
    expect(await code(lay())).toBe('ALREADY_EXISTS');
    expect(readFileSync(at('active/issues/.task/A.json'), 'utf8')).toBe('mine');
    expect(await code(lay('.', { name: 'more' }))).toBe('ok');
  });

  it.each([
    ['a circle', '{"id": "A", "title": "One", "depends_on": ["A"]}', 'DEPENDENCY_CYCLE'],
    ['nothing open', '{"id": "A", "title": "One", "status": "completed"}', 'FLOW_INVALID'],
    ['no JSON', 'A\n', 'FLOW_INVALID'],
    ['no id', '{"title": "One"}', 'FLOW_INVALID'],
    [
      'more than a task file may have',
      JSON.stringify({ id: 'A', title: 'One', body: 'x'.repeat(1024 * 1024) }),
      'FLOW_INVALID',
    ],
    ['an id that leads elsewhere', '{"id": "../../x", "title": "One"}', 'FLOW_INVALID'],
  ])('with %s is refused, and nothing is written', async (_what, text, expected) => {
    writeFileSync(at('issues/issues.jsonl'), text);
    expect(await code(lay())).toBe(expected);
    expect(existsSync(at('active'))).toBe(false);
  });

  it('what is wrong is told by issue and by the file that states it, for none is laid', async () => {
    const told = async () => {
      const laid = await lay();
      return laid.ok ? 'ok' : laid.failure.message;
    };
    writeFileSync(at('issues/issues.jsonl'), '{"id": "A", "title": "One", "depends_on": ["Z"]}\n');
    expect(await told()).toBe('issues.jsonl: A: A depends on Z, which is not there');
    writeFileSync(at('issues/issues.jsonl'), '{"id": "A", "title": "One"}\n');
    const tasks = [{ id: 'T1', title: 'First', modification_points: ['../x.js'] }];
    writeFileSync(at('issues/solutions/A.jsonl'), JSON.stringify({ id: 'SOL-1', is_bound: true, tasks }));
    expect(await told()).toBe(`solutions/A.jsonl: A.1: files[0].path leads out of ${root}: ../x.js`);
    expect(existsSync(at('active'))).toBe(false);
  });

  it('of some names those that are not open, and nothing is written', async () => {
    writeFileSync(
      at('issues/issues.jsonl'),
      '{"number": 7, "title": "One"}\n{"id": "B", "title": "Two", "state": "CLOSED"}\n',
    );
    const laid = await lay('.', { only: ['7', 'B', 'C'] });
    expect(laid.ok ? 'ok' : laid.failure.message).toBe('. has no open issue B, C.');
    expect(existsSync(at('active'))).toBe(false);
    expect(await code(lay('.', { only: ['7'] }))).toBe('ok');
  });

  it('goes in the order of a queue that stands beside them', async () => {
    const solutions = [{ item_id: 'S-1', issue_id: 'B', depends_on: [] }];
    writeFileSync(at('issues/queues/QUE-1.json'), JSON.stringify({ solutions }));
    writeFileSync(at('issues/issues.jsonl'), '{"id": "A", "title": "One"}\n{"id": "B", "title": "Two"}\n');
    expect(await lay('.workflow/issues/queues/QUE-1.json')).toMatchObject({ value: { nodes: [{ id: 'B' }] } });
    writeFileSync(at('issues/queues/QUE-2.json'), '{}');
    expect(await code(lay('.workflow/issues/queues/QUE-2.json'))).toBe('FLOW_INVALID');
  });

  it('PC-64 follows no link, neither to issues nor to where it is laid, and is called by a plain name', async () => {
    const outside = join(root, 'outside');
    mkdirSync(outside);
    expect(await code(lay('.', { name: '../x' }))).toBe('USAGE');
    expect(await code(lay('nothing.jsonl'))).toBe('PATH_NOT_FOUND');
    symlinkSync(outside, at('active'));
    expect([await code(lay()), readdirSync(outside)]).toEqual(['PATH_NOT_FOUND', []]);
    symlinkSync(at('issues/issues.jsonl'), join(root, 'linked.jsonl'));
    expect(await code(lay('linked.jsonl'))).toBe('FLOW_INVALID');
  });
});
