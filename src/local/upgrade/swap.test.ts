// One package in the place of another, cut off before each of its acts; and whose installs are left alone.
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findInstall, type Install } from './find-install.ts';
import { goBack, swap, sweep } from './swap.ts';

let prefix: string;
let install: Install;
let staged: string;

beforeEach(() => {
  prefix = realpathSync(mkdtempSync(join(tmpdir(), 'upgrade-')));
  const modules = join(prefix, 'lib/node_modules');
  install = { modules, root: join(modules, 'drover'), link: join(prefix, 'bin/drover') };
  aPackage(install.root, '1.0.0');
  staged = join(modules, '.drover-new-x/lib/node_modules/drover');
  aPackage(staged, '2.0.0');
  aPackage(join(modules, 'other'), '7.0.0', 'other');
  mkdirSync(dirname(install.link));
  symlinkSync('../lib/node_modules/drover/bin/drover.cjs', install.link);
});
afterEach(() => rmSync(prefix, { recursive: true, force: true }));

function aPackage(folder: string, version: string, name = 'drover'): void {
  mkdirSync(join(folder, 'bin'), { recursive: true });
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name, version, bin: { drover: 'bin/drover.cjs' } }));
  writeFileSync(join(folder, 'bin/drover.cjs'), version);
}

/** What a shell finds; it is whole. */
function found(): string {
  const program = realpathSync(install.link);
  const { version } = JSON.parse(readFileSync(join(dirname(program), '../package.json'), 'utf8')) as {
    version: string;
  };
  expect(readFileSync(program, 'utf8')).toBe(version);
  return version;
}
const running = () => dirname(dirname(realpathSync(install.link)));

function stepsOf(act: (step: (name: string) => void) => void): readonly string[] {
  const names: string[] = [];
  act((name) => names.push(name));
  return names;
}
function cutAt(name: string, act: (step: (name: string) => void) => void): void {
  expect(() =>
    act((at) => {
      if (at === name) throw new Error('cut off');
    }),
  ).toThrow('cut off');
}

const acts = ['copy the old one', 'lead to the old one', 'take the old one away', 'put the new one there'];
const swaps = [...acts, 'lead to the new one', 'remove the old one'];
const backs = ['lead to the old one', 'take the new one away', 'copy the old one back', 'lead to it'];

describe('a swap', () => {
  it('puts the new one there, and nothing else stays', () => {
    expect(stepsOf((step) => swap(install, staged, step))).toEqual(swaps);
    sweep(install);
    expect(found()).toBe('2.0.0');
    expect(running()).toBe(install.root);
    expect(readdirSync(install.modules).toSorted()).toEqual(['drover', 'other']);
    expect(readdirSync(dirname(install.link))).toEqual(['drover']);
  });

  it.each(swaps)('cut off before it was to %s, leaves a whole program, which can upgrade', (name) => {
    cutAt(name, (step) => swap(install, staged, step));
    expect(['1.0.0', '2.0.0']).toContain(found());
    const again = findInstall(running());
    expect(again).toMatchObject({ ok: true, data: install });
    sweep(install);
    expect(['1.0.0', '2.0.0']).toContain(found());
    aPackage(staged, '3.0.0');
    swap(install, staged);
    sweep(install);
    expect(found()).toBe('3.0.0');
    expect(readdirSync(install.modules).toSorted()).toEqual(['drover', 'other']);
  });

  it('is taken back whole', () => {
    swap(install, staged);
    expect(stepsOf((step) => goBack(install, step))).toEqual(backs);
    expect(found()).toBe('1.0.0');
    expect(running()).toBe(install.root);
    expect(readdirSync(install.modules).toSorted()).toEqual(['drover', 'other']);
  });

  it.each(backs)('taken back, and that cut off before it was to %s, leaves a whole program', (name) => {
    swap(install, staged);
    cutAt(name, (step) => goBack(install, step));
    expect(['1.0.0', '2.0.0']).toContain(found());
    expect(findInstall(running())).toMatchObject({ ok: true });
  });
});

describe('an install that is not npm\u2019s, or not this user\u2019s, is left alone:', () => {
  it('a checkout', () => {
    mkdirSync(join(install.root, 'src'));
    expect(findInstall(install.root)).toMatchObject({
      error_code: 'UNSUPPORTED',
      hint: expect.stringContaining('git pull'),
    });
  });

  it('what npx fetched', () => {
    const npx = join(prefix, '.npm/_npx/1234/node_modules/drover');
    aPackage(npx, '1.0.0');
    expect(findInstall(npx)).toMatchObject({ error_code: 'UNSUPPORTED', error: expect.stringContaining('npx') });
  });

  it('a dependency of a project', () => {
    const project = join(prefix, 'project/node_modules/drover');
    aPackage(project, '1.0.0');
    expect(findInstall(project)).toMatchObject({ error_code: 'UNSUPPORTED' });
  });

  it('a program of somebody else under that name', () => {
    rmSync(install.link);
    writeFileSync(install.link, '#!/bin/sh\n');
    expect(findInstall(install.root)).toMatchObject({ error_code: 'UNSUPPORTED' });
    expect(readFileSync(install.link, 'utf8')).toBe('#!/bin/sh\n');
  });

  it('one that is another user\u2019s', () => {
    if (process.getuid?.() === 0) chownSync(install.root, 54_321, 54_321);
    else chmodSync(install.root, 0o555);
    expect(findInstall(install.root)).toMatchObject({
      error_code: 'INSTALL_READ_ONLY',
      hint: expect.stringMatching(/\S/),
    });
  });
});
