// Writes docs/errors.md from the error table.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { errorPage } from '../src/contract/errors/page.ts';

const page = join(import.meta.dirname, '..', 'docs', 'errors.md');
mkdirSync(dirname(page), { recursive: true });
writeFileSync(page, errorPage());
