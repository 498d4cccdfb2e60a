// The guide's table of projects is what is found in them.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { projects, rowOf, tableHead } from '../../test/nightly/projects.ts';

it('WT-36 the guide names kind, set-up, gates and reading of each project as they are found', async () => {
  const page = readFileSync(join(import.meta.dirname, '../../docs/guide/projects.md'), 'utf8');
  for (const row of [...tableHead, ...(await Promise.all(projects.map(rowOf)))]) expect(page).toContain(`\n${row}\n`);
});
