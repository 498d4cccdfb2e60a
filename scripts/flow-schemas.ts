// What task files and plan.json may hold, as JSON Schema for editors, made from the models that read them. Run, it writes them into texts/schemas.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { toJsonSchema } from '@valibot/to-json-schema';
import { planFile, sessionFile, taskFile } from '../src/contract/flow/task-file.ts';

export const schemasFolder = join(import.meta.dirname, '..', 'texts', 'schemas');

const $schema = 'http://json-schema.org/draft-07/schema#';
const models = { 'task-file': taskFile, plan: planFile, 'workflow-session': sessionFile };

/** By the names of their files. */
export const flowSchemas = (): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(models).map(([name, model]) => [
      `${name}.schema.json`,
      `${JSON.stringify({ $schema, ...toJsonSchema(model) }, null, 2)}\n`,
    ]),
  );

if (import.meta.main) {
  mkdirSync(schemasFolder, { recursive: true });
  for (const [name, text] of flowSchemas()) writeFileSync(join(schemasFolder, name), text);
}
