import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { findPlaces } from '../contract/places.ts';
import { installUnit } from './install-unit.ts';
import { installSkill } from './skills.ts';
import { uninstall } from './uninstall.ts';

const skill = { name: 'drover', about: 'drives it', text: '# Drover\n' };
let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'uninstall-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const put = (path: string, text = '') => {
  mkdirSync(join(home, path, '..'), { recursive: true });
  writeFileSync(join(home, path), text);
};
const go = (env: Record<string, string> = {}, more: { keepState?: boolean; made?: readonly string[] } = {}) =>
  uninstall({
    ...{ places: findPlaces(env, home, 1), home, platform: 'linux', env: { PATH: '' }, skills: [skill] },
    ...{ checkouts: [join(home, 'shop')], keepState: false },
    made: [join(home, '.local/state/drover/copies/shop-1')],
    ...more,
    ...(env.DROVER_CONFIG ? { env: { PATH: '', ...env } } : {}),
  });

it('leaves nothing of what was put there, and all that others put there', () => {
  put('.local/state/drover/drover.db');
  put('.local/state/drover/copies/shop-1/a.txt');
  put('.config/drover/config.yaml');
  put('.claude/skills/mine/SKILL.md', 'mine');
  put('shop/.claude/settings.json');
  installUnit({ platform: 'linux', home, droverHome: null });
  for (const root of [home, join(home, 'shop')]) installSkill({ root, global: root === home }, skill);
  const { removed, notes } = go();
  expect(notes).toEqual([]);
  for (const path of ['.local/state/drover', '.config/drover', '.config/systemd/user/drover.service'])
    expect(existsSync(join(home, path)), path).toBe(false);
  for (const path of ['.claude/skills/drover', '.codex', 'shop/.gemini', 'shop/.claude/skills'])
    expect(existsSync(join(home, path)), path).toBe(false);
  for (const path of ['.claude/skills/mine/SKILL.md', 'shop/.claude/settings.json'])
    expect(existsSync(join(home, path)), path).toBe(true);
  expect(removed).toContain(join(home, '.local/state/drover'));
  expect(go()).toEqual({ removed: [], notes: [] });
});

it('WT-50 leaves and names what is not on record among the copies', () => {
  put('.local/state/drover/drover.db');
  put('.local/state/drover/copies/shop-1/a.txt');
  put('.local/state/drover/copies/mine/-a\nb.txt');
  const mine = join(home, '.local/state/drover/copies/mine');
  expect(go().notes.join()).toContain(`${mine} is not on record`);
  expect(existsSync(join(mine, '-a\nb.txt'))).toBe(true);
  for (const path of ['drover.db', 'copies/shop-1'])
    expect(existsSync(join(home, '.local/state/drover', path)), path).toBe(false);
});

it('keeps state and configuration where that is wanted', () => {
  put('.local/state/drover/drover.db');
  put('.config/drover/config.yaml');
  go({}, { keepState: true });
  expect(existsSync(join(home, '.local/state/drover/drover.db'))).toBe(true);
  expect(existsSync(join(home, '.config/drover/config.yaml'))).toBe(true);
});

it('removes no folder that is not its own alone, whatever DROVER_HOME says', () => {
  put('work/notes.txt');
  put('real/drover.db');
  symlinkSync(join(home, 'real'), join(home, 'link'));
  put('shop/drover.db');
  for (const [folder, why] of [
    ['work', 'is no state'],
    ['link', 'is a link'],
    ['shop', 'holds more'],
    ['', 'holds more'],
  ] as const) {
    const { removed, notes } = go({ DROVER_HOME: join(home, folder).replace(/\/$/, '') });
    expect(removed, folder).toEqual([]);
    expect(notes.join(), folder).toContain(why);
  }
  expect(existsSync(join(home, 'work/notes.txt'))).toBe(true);
});

it('leaves a configuration that the person named by a variable', () => {
  put('.local/state/drover/drover.db');
  put('mine.yaml');
  const { notes } = go({ DROVER_CONFIG: join(home, 'mine.yaml') });
  expect(notes.join()).toContain('is yours');
  expect(existsSync(join(home, 'mine.yaml'))).toBe(true);
});
