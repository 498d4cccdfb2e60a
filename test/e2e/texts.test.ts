// Guide, recipes and skills as a person gets them, and whether what they say can be said to Drover.
import { existsSync, globSync, lstatSync, mkdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { words } from '../../src/contract/cli/words.ts';
import { readFlow } from '../../src/contract/flow/read-flow.ts';
import { parse } from '../../src/surfaces/cli/parse/parse.ts';
import { openWorld, type World } from './world.ts';

const texts = join(import.meta.dirname, '../../texts');
const files = globSync('**/*.md', { cwd: texts });

/** Of a line of shell, the words after `drover`; behind a bar another program has the word. */
const wordsOf = (line: string): string[] =>
  [...line.replace(/ \| .*/, '').matchAll(/"([^"]*)"|(\S+)/g)]
    .map(([, quoted, plain]) => quoted ?? plain ?? '')
    .slice(1);

describe('every text', () => {
  it.each(files)('%s has fewer than 60 lines', (file) => {
    expect(readFileSync(join(texts, file), 'utf8').split('\n').length).toBeLessThan(61);
  });

  it.each(files)('%s says only what Drover understands', (file) => {
    const lines = readFileSync(join(texts, file), 'utf8')
      .split('\n')
      .filter((line) => /^ +drover( |$)/.test(line));
    expect(lines.length).toBeGreaterThan(2);
    const refused = lines.flatMap((line) => {
      const said = parse(wordsOf(line.trim()));
      return said.kind === 'refused' ? [`${line}: ${said.failure.message}`] : [];
    });
    expect(refused).toEqual([]);
  });
});

const guide = join(import.meta.dirname, '../../docs/guide');

describe('every page of the guide', () => {
  it.each(globSync('**/*.md', { cwd: guide }))('%s says only what Drover understands', (file) => {
    const text = readFileSync(join(guide, file), 'utf8');
    const blocks = [...text.matchAll(/^(?: {4}|\$ )(drover(?: .*)?)$/gm)].map(([, line]) => line ?? '');
    const inline = [...text.matchAll(/`(drover [^`\n]+)`/g)].map(([, line]) => line ?? '');
    expect(blocks.length + inline.length).toBeGreaterThan(0);
    const refused = [...blocks, ...inline].flatMap((line) => {
      const said = parse(wordsOf(line));
      return said.kind === 'refused' ? [`${line}: ${said.failure.message}`] : [];
    });
    expect(refused).toEqual([]);
  });
});

describe('the skill that teaches task files', () => {
  it('has an example that is taken as it is, with every look-up and name in it', () => {
    const text = readFileSync(join(texts, 'skills/drover-flows/SKILL.md'), 'utf8');
    const [, example = ''] = /```json\n([\s\S]*?)```/.exec(text) ?? [];
    const before = JSON.stringify({ id: 'IMPL-1', title: 'Before it' });
    const files = [before, example].map((json, at) => ({ path: `.task/IMPL-${at + 1}.json`, text: json }));
    const read = readFlow({ name: 'NAME', root: '/shop', alone: false, plan: null, session: null, tasks: files });
    expect(read).toMatchObject({
      kind: 'read',
      warnings: [],
      unknown: [],
      flow: { nodes: [{}, { dependsOn: ['IMPL-1'] }] },
    });
  });
});

describe('the skill that teaches the steps', () => {
  const text = readFileSync(join(texts, 'skills/drover-steps/SKILL.md'), 'utf8');

  it('names every step there is, by hand or by feature, in an order that works', () => {
    const order = ['take', 'analyze', 'develop', 'test', 'submit', 'verify', 'release'];
    const first = order.map((step) => text.indexOf(`\n    drover step ${step} `));
    expect(first).toEqual(first.toSorted((one, other) => one - other));
    expect(first).not.toContain(-1);
    const named = new Set([...text.matchAll(/drover step (\w+)/g)].map(([, step]) => step));
    const steps = words.filter(({ group }) => group === 'step').map(({ name }) => name.split(' ')[1]);
    expect(steps.filter((step) => !named.has(step)).toSorted()).toEqual([]);
  });
});

describe('as they are asked for', () => {
  let world: World;
  beforeEach(async () => {
    world = await openWorld();
  });
  afterEach(() => world.close());
  const code = async (...args: string[]) => (await world.drover(args)).code;

  it('HX-74 guide prints, without a daemon', async () => {
    const told = await world.drover(['guide']);
    expect(told).toMatchObject({ code: 0, err: '' });
    expect(told.out).toBe(readFileSync(join(texts, 'guide.md'), 'utf8'));
    expect(existsSync(join(world.state, 'drover.db'))).toBe(false);
  });

  it('HX-74 recipes are listed, and shown by number, beginning and part; an unknown one is 1', async () => {
    const listed = await world.must<{ recipes: { name: string }[] }>(['recipes', 'list']);
    expect(listed.recipes.map(({ name }) => name)).toEqual([
      'fire-and-watch',
      'chain',
      'buddy',
      'parallel-criteria',
      'phone-approvals',
    ]);
    for (const given of ['3', '03', '03-bu', 'bud', 'udd', 'BUDDY'])
      expect(await world.must(['recipes', 'show', given]), given).toMatchObject({ name: 'buddy' });
    expect((await world.drover(['recipes', 'phone'])).out).toContain('# Phone approvals');
    expect(await world.ask(['recipes', 'show', 'zzz'])).toMatchObject({ ok: false, error_code: 'TEXT_NOT_FOUND' });
    expect(await code('recipes', 'show', 'zzz')).toBe(1);
  });

  it('HX-74 skills are one copy and relative links, from anywhere in the repository', async () => {
    mkdirSync(join(world.checkout, 'deep/er'), { recursive: true });
    expect((await world.drover(['skills', 'install'], { cwd: join(world.checkout, 'deep/er') })).code).toBe(0);
    expect(readFileSync(join(world.checkout, '.claude/skills/drover/SKILL.md'), 'utf8')).toMatch(
      /^---\nname: drover\n/,
    );
    for (const agent of ['.codex', '.gemini', '.opencode']) {
      expect(readlinkSync(join(world.checkout, agent, 'skills/drover'))).toBe('../../.claude/skills/drover');
      expect(existsSync(join(world.checkout, agent, 'skills/drover/SKILL.md'))).toBe(true);
    }
    expect(await world.must(['skills', 'list'])).toMatchObject({
      skills: [
        { name: 'drover', state: 'installed' },
        { name: 'drover-chain', state: 'absent' },
        { name: 'drover-flows', state: 'absent' },
        { name: 'drover-steps', state: 'installed' },
      ],
    });
  });

  it('HX-74 skills of a person go below their home', async () => {
    await world.must(['skills', 'install', 'drover', 'drover-chain', '--global']);
    const home = world.env.HOME ?? '';
    for (const folder of ['.claude/skills', '.codex/skills', '.gemini/skills', '.config/opencode/skills'])
      expect(existsSync(join(home, folder, 'drover-chain/SKILL.md')), folder).toBe(true);
    expect(existsSync(join(world.checkout, '.claude'))).toBe(false);
  });

  it('HX-74 another file of that name is kept, and said; ours is replaced in silence', async () => {
    const file = join(world.checkout, '.claude/skills/drover/SKILL.md');
    mkdirSync(join(world.checkout, '.claude/skills/drover'), { recursive: true });
    writeFileSync(file, 'my own\n');
    const told = await world.drover(['skills', 'install']);
    expect(told.err).toContain(`${file}.bak`);
    expect(readFileSync(`${file}.bak`, 'utf8')).toBe('my own\n');
    expect((await world.drover(['skills', 'install'])).err).toBe('');
    expect(existsSync(`${file}.bak-2`)).toBe(false);
  });

  it('HX-74 an unknown skill installs nothing and names those there are', async () => {
    expect(await world.ask(['skills', 'install', 'drover', 'droverr'])).toMatchObject({
      ok: false,
      error_code: 'TEXT_NOT_FOUND',
      details: { known: ['drover', 'drover-chain', 'drover-flows', 'drover-steps'] },
    });
    expect(existsSync(join(world.checkout, '.claude'))).toBe(false);
  });

  it('uninstall takes away what is ours and unchanged, and nothing else', async () => {
    mkdirSync(join(world.checkout, '.gemini/skills/drover'), { recursive: true });
    await world.must(['skills', 'install', 'drover', 'drover-chain']);
    const changed = join(world.checkout, '.claude/skills/drover-chain/SKILL.md');
    writeFileSync(changed, readFileSync(changed, 'utf8').replace('conveyor', 'belt'));
    const told = await world.drover(['skills', 'uninstall']);
    expect(told.err).toContain('drover-chain/SKILL.md was changed since');
    expect(existsSync(join(world.checkout, '.claude/skills/drover'))).toBe(false);
    expect(existsSync(changed)).toBe(true);
    expect(existsSync(join(world.checkout, '.codex/skills/drover'))).toBe(false);
    expect(existsSync(join(world.checkout, '.codex/skills/drover-chain'))).toBe(true);
    await world.must(['skills', 'install', 'drover-chain']);
    await world.must(['skills', 'uninstall']);
    expect(existsSync(join(world.checkout, '.codex'))).toBe(false);
    expect(existsSync(join(world.checkout, '.claude/skills/drover-steps'))).toBe(false);
    expect(lstatSync(join(world.checkout, '.gemini/skills/drover')).isDirectory()).toBe(true);
  });
});
