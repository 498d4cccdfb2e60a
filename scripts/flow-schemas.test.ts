import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { flowSchemas, schemasFolder } from './flow-schemas.ts';

it.each([...flowSchemas()])('%s is what its reader takes: run `node scripts/flow-schemas.ts`', (name, text) => {
  expect(readFileSync(join(schemasFolder, name), 'utf8')).toBe(text);
});
