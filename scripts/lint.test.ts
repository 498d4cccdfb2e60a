// What the linter must refuse, shown on a file of its own under this project's rules.
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const run = promisify(execFile);
const root = join(import.meta.dirname, '..');
const { linter } = JSON.parse(readFileSync(join(root, 'biome.json'), 'utf8')) as { linter: object };

async function lint(text: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'lint-'));
  writeFileSync(join(folder, 'biome.json'), JSON.stringify({ linter }));
  writeFileSync(join(folder, 'write.ts'), text);
  const biome = join(root, 'node_modules', '@biomejs', 'biome', 'bin', 'biome');
  const told = await run(process.execPath, [biome, 'lint', '--colors=off', '.'], { cwd: folder }).catch(
    (error) => error,
  );
  return `${told.stdout}${told.stderr}`;
}

const write = 'async function write(): Promise<void> {}\nexport async function change(): Promise<void> {\n  WRITE\n}\n';

it('WT-121 a promise that nobody waits for is refused', async () => {
  expect(await lint(write.replace('WRITE', 'write();'))).toContain('write.ts:3:3 lint/nursery/noFloatingPromises');
  expect(await lint(write.replace('WRITE', 'await write();'))).not.toContain('noFloatingPromises');
});
