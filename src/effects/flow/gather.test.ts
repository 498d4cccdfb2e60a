import { describe, expect, it } from 'vitest';
import { memoryTree } from '../../../test/fakes/memory-tree.ts';
import type { EffectContext, EffectPorts } from '../../ports/effect.ts';
import { gatherTaskFiles } from './gather.ts';

const session = '.workflow/WFS-a';
const task = (id: string, title = id) => JSON.stringify({ id, title });
/** As the repository has it. */
const base = {
  'src/a.js': 'a',
  [`${session}/.task/A.json`]: task('A'),
  [`${session}/.task/B.json`]: task('B'),
  [`${session}/plan.json`]: '{}',
};

/** A copy whose files those who play an agent change; what each look tells as not taken. */
function openCopy() {
  const copy = new Map<string, string>(Object.entries(base));
  const shelf = new Map<string, string>();
  const bytes = (text: string | undefined) => (text === undefined ? null : new TextEncoder().encode(text));
  const files = {
    named: async ({ path }: { path: string }, word: string) =>
      [...copy.keys()].filter((each) => each.startsWith(`${path}/`) && each.includes(word)).sort(),
    inPieces: async ({ path }: { path: string }, read: (pieces: readonly Uint8Array[] | null) => unknown) => {
      const found = bytes(copy.get(path));
      return read(found && [found]);
    },
    drop: async ({ path }: { path: string }) => copy.delete(path),
    read: async (path: string) => bytes(shelf.get(path)),
    write: async (path: string, text: string) => shelf.set(path, text),
    list: async (path: string) =>
      [...shelf.keys()]
        .filter((each) => each.startsWith(`${path}/`))
        .map((each) => ({ name: each.slice(path.length + 1) })),
  };
  const ports = {
    files,
    git: { tree: () => memoryTree(base) },
    sha256: (text: string) => `sha of ${text}`,
    taskFiles: { read: () => ({ added: [], refused: [] }) },
  } as unknown as EffectPorts;
  const look = async (label: string) => {
    const thing = { kind: 'criterion', task: 'shop-1', id: `shop-1/${label}`, spec: { label } };
    const wanted = {
      hub: {},
      copy: '/copy',
      base: 'base',
      gather: { from: `${session}/.task` },
      outside: ['.workflow'],
    };
    const { refused } = await gatherTaskFiles(ports, wanted as never, thing as unknown as EffectContext['thing']);
    return refused.map(({ path }) => path);
  };
  return { copy, look };
}

describe('what an agent wrote into the session folder of its copy and is not taken is told by its name', () => {
  it('also where the repository has the file: changed, emptied of it, or taken away', async () => {
    const { copy, look } = openCopy();
    expect(await look('A')).toEqual([]);
    copy.set(`${session}/.task/A.json`, JSON.stringify({ id: 'A', title: 'A', status: 'completed' }));
    copy.delete(`${session}/.task/B.json`);
    copy.set(`${session}/plan.json`, '{"summary": "all is done"}');
    copy.set('src/a.js', 'b');
    expect(await look('A')).toEqual(['.task/A.json', '.task/B.json', 'plan.json']);
  });

  it('of whoever left it there, each time it is looked at, and of nobody who came later', async () => {
    const { copy, look } = openCopy();
    copy.set(`${session}/.task/A.json`, task('A', 'changed'));
    copy.set(`${session}/TODO_LIST.md`, '- [x]');
    const told = ['TODO_LIST.md', '.task/A.json'];
    expect([await look('A'), await look('A'), await look('B')]).toEqual([told, told, []]);
    copy.set(`${session}/TODO_LIST.md`, '- [x] B');
    expect(await look('B')).toEqual(['TODO_LIST.md']);
  });
});
