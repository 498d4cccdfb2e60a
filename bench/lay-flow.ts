// A session folder of so many small tasks, each after the one before.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export function layFlow(folder: string, count: number): string {
  mkdirSync(join(folder, '.task'), { recursive: true });
  for (let at = 1; at <= count; at += 1) {
    const id = `IMPL-${at}`;
    const task = {
      ...{ id, title: `Part ${at}`, description: `Part ${at} says its name. `.repeat(20), status: 'pending' },
      ...{ depends_on: at > 1 ? [`IMPL-${at - 1}`] : [], files: [{ path: `src/part-${at}.js`, action: 'create' }] },
      convergence: { criteria: ['it is tested'], verification: 'npm test' },
    };
    writeFileSync(join(folder, '.task', `${id}.json`), JSON.stringify(task, null, 2));
  }
  return folder;
}
