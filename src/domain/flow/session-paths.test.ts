import { describe, expect, it } from 'vitest';
import { standingNode } from '../../../test/fakes/standing-node.ts';
import type { NodeRecord } from './node.ts';
import { sessionPaths } from './session-paths.ts';

const four = (at: string) => ['.task', '.summaries', 'TODO_LIST.md', 'workflow-session.json'].map((name) => at + name);
const active = '/shop/.workflow/active/WFS-x';

describe('what of a session folder is part of no change', () => {
  it.each<readonly [string, string, Partial<NodeRecord>, readonly string[]]>([
    ['all of one in .workflow', active, {}, ['.workflow/active/WFS-x']],
    ['that of a package', '/shop/packages/a/.workflow/WFS-x', {}, ['packages/a/.workflow/WFS-x']],
    ['what Drover writes of one elsewhere', '/shop/plans/x', {}, four('plans/x/')],
    ['what Drover writes of one that is the checkout itself', '/shop', {}, four('')],
    [
      'what Drover writes of one that a node writes to',
      active,
      { focusPaths: ['.workflow/active/WFS-x/notes'] },
      four('.workflow/active/WFS-x/'),
    ],
    ['all where a node owns everything', active, { focusPaths: ['.'] }, ['.workflow/active/WFS-x']],
    ['nothing of one without', '/shopping/.workflow/WFS-x', {}, []],
  ])('%s', (_, folder, node, paths) => {
    const flow = { name: 'WFS-x', below: '', folder, nodes: [standingNode({ id: 'IMPL-1', ...node })] };
    expect(sessionPaths(flow, '/shop')).toEqual(paths);
  });

  it('a task file by itself', () => {
    const flow = { name: 'x', below: '', folder: '/shop/tasks', alone: 'x.json', nodes: [] };
    expect(sessionPaths(flow, '/shop')).toEqual(['tasks/x.json']);
  });
});
