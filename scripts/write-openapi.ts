// Writes docs/openapi.json from the schemas of the contract.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeHttp } from './openapi/describe-http.ts';

const page = join(import.meta.dirname, '..', 'docs', 'openapi.json');
writeFileSync(page, `${JSON.stringify(describeHttp(), null, 1)}\n`);
