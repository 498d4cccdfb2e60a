// What the machine's own settings say holds beside the hooks of one start.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { systemSettings } from './system-settings.ts';

const variable = 'QWEN_CODE_SYSTEM_SETTINGS_PATH';
const hook = { matcher: 'edit', hooks: [] };

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'settings-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function made(machine: string | null) {
  const own = join(folder, 'machine.json');
  if (machine !== null) writeFileSync(own, machine);
  const env = await systemSettings({ env: { [variable]: own }, folder }, { PostToolUse: [hook] });
  const path = env[variable];
  if (machine !== null) expect(readFileSync(own, 'utf8')).toBe(machine);
  return path === undefined ? null : (JSON.parse(readFileSync(path, 'utf8')) as unknown);
}

it.each<[string, string | null, object]>([
  ['there are none', null, {}],
  ['they say something', '{"tools":{"exclude":["shell"]}}', { tools: { exclude: ['shell'] } }],
  [
    'there are comments in them',
    '// ours\n{"tools":{"exclude":["shell"]}, /* and */ }',
    { tools: { exclude: ['shell'] } },
  ],
])('hooks are joined to the settings of the machine where %s', async (_, machine, expected) => {
  expect(await made(machine)).toEqual({ ...expected, hooks: { PostToolUse: [hook] } });
});

it('hooks of the machine run before ours', async () => {
  const theirs = { matcher: 'x' };
  expect(await made(JSON.stringify({ hooks: { PostToolUse: [theirs], Stop: [theirs] } }))).toEqual({
    hooks: { PostToolUse: [theirs, hook], Stop: [theirs] },
  });
});

it.each(['{"tools":', '[]', 'none'])(
  'settings of the machine that nobody can read stay in force: %s',
  async (machine) => {
    expect(await made(machine)).toBeNull();
    expect(existsSync(join(folder, 'settings.json'))).toBe(false);
  },
);
