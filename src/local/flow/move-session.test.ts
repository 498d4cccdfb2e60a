// Session folders that are put away and brought back.
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findMove, moveSession } from './move-session.ts';

let root: string;
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'sessions-')));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const at = (path: string) => join(root, '.workflow', path);
function lay(path: string, status = 'blocked'): void {
  mkdirSync(join(at(path), '.task'), { recursive: true });
  writeFileSync(join(at(path), '.task', 'IMPL-1.json'), JSON.stringify({ id: 'IMPL-1', title: 'x', status }));
}
const move = async (given: string, shelf: 'active' | 'archives') => {
  const found = findMove(given, root, shelf);
  return found.ok ? moveSession(found.value) : found;
};
const code = async (moving: ReturnType<typeof move>) => {
  const moved = await moving;
  return moved.ok ? 'ok' : moved.failure.error_code;
};

describe('PC-63 a session folder', () => {
  it('is put away with a blocked node that stays blocked, byte for byte, and brought back', async () => {
    lay('active/WFS-a');
    const before = readFileSync(at('active/WFS-a/.task/IMPL-1.json'), 'utf8');
    expect(await move('.workflow/active/WFS-a', 'archives')).toMatchObject({ value: { to: at('archives/WFS-a') } });
    expect(existsSync(at('active/WFS-a'))).toBe(false);
    expect(readFileSync(at('archives/WFS-a/.task/IMPL-1.json'), 'utf8')).toBe(before);
    expect(await code(move('.workflow/archives/WFS-a', 'archives'))).toBe('ALREADY_EXISTS');
    expect(await code(move('.workflow/archives/WFS-a', 'active'))).toBe('ok');
    expect(readFileSync(at('active/WFS-a/.task/IMPL-1.json'), 'utf8')).toBe(before);
  });

  it('takes the place of none, and stays where it is then', async () => {
    for (const path of ['active/WFS-a', 'archives/WFS-a', 'WFS-b']) lay(path, path);
    expect(await code(move('.workflow/active/WFS-a', 'archives'))).toBe('ALREADY_EXISTS');
    expect(readFileSync(at('archives/WFS-a/.task/IMPL-1.json'), 'utf8')).toContain('archives');
    expect(existsSync(at('active/WFS-a'))).toBe(true);
    expect(await code(move('.workflow/WFS-b', 'archives'))).toBe('ok');
  });

  it('PC-64 goes nowhere through a link, and no other folder is moved', async () => {
    lay('active/WFS-a');
    const outside = join(root, 'outside');
    mkdirSync(join(outside, '.task'), { recursive: true });
    symlinkSync(outside, at('archives'));
    expect(await code(move('.workflow/active/WFS-a', 'archives'))).toBe('PATH_NOT_FOUND');
    expect([existsSync(join(outside, 'WFS-a')), existsSync(at('active/WFS-a'))]).toEqual([false, true]);
    writeFileSync(join(outside, 'plan.json'), '{}');
    expect(await code(move('.workflow/active/../../outside', 'archives'))).toBe('FLOW_INVALID');
    expect(await code(move('../nothing', 'archives'))).toBe('FLOW_NOT_FOUND');
  });
});
