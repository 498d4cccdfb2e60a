import { expect, it } from 'vitest';
import { memoryTree } from '../../../test/fakes/memory-tree.ts';
import { guides } from '../../domain/flow/guides.ts';
import type { Root } from '../../domain/root.ts';
import type { EffectPorts } from '../../ports/effect.ts';
import { readGuides } from './guides.ts';

const root = { state: { known: { place: { hub: {}, base: { tree: 't' } } } } } as unknown as Root;

function guidesIn(files: Readonly<Record<string, string>>, said: readonly string[]): Promise<readonly string[]> {
  const git = { tree: () => memoryTree(files) } as unknown as EffectPorts['git'];
  return readGuides({ git }, root, said);
}
const heads = async (files: Readonly<Record<string, string>>, said: readonly string[]) =>
  (await guidesIn(files, said)).map((each) => each.split('\n', 1)[0]);

const react = { 'tsconfig.json': '{}', 'package.json': '{"dependencies":{"react":"19"}}', 'src/a.tsx': '' };

it.each<[string, Readonly<Record<string, string>>, readonly string[], readonly string[]]>([
  ['a project of React with types is both', react, [], ['GUIDE (typescript):', 'GUIDE (react):']],
  ['what its file names counts', react, ['FastAPI'], ['GUIDE (python):']],
  ['what is not known here is left to its files', react, ['COBOL'], ['GUIDE (typescript):', 'GUIDE (react):']],
  ['nothing is known of it', { 'a.cob': '' }, [], []],
])('the guides that a node is handed: %s', async (_, files, said, expected) => {
  expect(await heads(files, said)).toEqual(expected);
});

it('a guide of the repository is told instead of ours, also for what we have none of', async () => {
  const own = { '.drover/guides/go.md': '  Ours alone.\n', '.drover/guides/ruby-on-rails.md': 'Rails.' };
  expect(await guidesIn(own, ['Go 1.24', 'Ruby on Rails', 'Perl'])).toEqual([
    'GUIDE (go):\n\nOurs alone.',
    'GUIDE (ruby-on-rails):\n\nRails.',
  ]);
  expect(await guidesIn({ '.drover/guides/x.md': 'x' }, ['../x', '/', ''])).toEqual(['GUIDE (x):\n\nx']);
});

it('each of ours has fewer than 40 lines', () => {
  for (const text of Object.values(guides)) expect(text.split('\n').length).toBeLessThan(40);
});

it('without a base there are none', async () => {
  expect(await readGuides({ git: {} as EffectPorts['git'] }, null, ['go'])).toEqual([]);
});
