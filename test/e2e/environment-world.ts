// A whole Drover with an environment whose log a test writes: a program that fails there, and an agent that only begins where it was told of that.
import { appendFileSync, mkdirSync, mkdtempSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TaskDetail } from '../../src/contract/task.ts';
import { demoScript } from '../../src/local/demo-script.ts';
import { openWorld, type World } from './world.ts';

const [analysis, change] = demoScript.turns;
/** The analysis only begins where its prompt holds these words: what the environment showed has come to the agent. */
export const scriptFor = (words: string, ...more: readonly object[]) => ({
  turns: [
    ...more,
    { when: { mode: 'analysis', prompt: words }, do: analysis.do },
    { when: { mode: 'write' }, do: change.do },
  ],
});
export const failing = 'ERROR heartbeat of mail failed';
export const idOf = (detail: TaskDetail, kind: string): string =>
  detail.open_questions.find((question) => question.kind === kind)?.id ?? '';

type Options = {
  readonly script?: unknown;
  /** What else stands in the environment's entry. */
  readonly entry?: string;
  readonly env?: Record<string, string>;
  /** One that is there already. */
  readonly world?: World | null;
};
export type EnvironmentWorld = Awaited<ReturnType<typeof openEnvironmentWorld>>;

export async function openEnvironmentWorld({
  script = scriptFor(failing),
  entry = '',
  env = {},
  world: there = null,
}: Options = {}) {
  const root = join(realpathSync(mkdtempSync(join(tmpdir(), 'env-'))), 'shop');
  mkdirSync(join(root, 'logs'), { recursive: true });
  const log = (line: string, file = 'logs/shop.log') => appendFileSync(join(root, file), `${line}\n`);
  log('09:45 INFO started');
  log(`09:46 ${failing} password=hunter22`);
  const world = there ?? (await openWorld({ env }));
  world.setScript(script);
  const configure = (environment: string, more = '') =>
    world.setConfig(`policy: hands-off
${more}workspaces: { shop: { path: ${world.checkout} } }
environments: { shop-local: ${environment} }
`);
  configure(`{ connect: ${root}, log: logs/shop.log${entry} }`);
  return {
    ...{ world, root, log, configure },
    /** Logs it again and again, for nobody knows when a task begins to look, until that is done. */
    logging: async <Value>(line: string | Buffer, until: () => Promise<Value>): Promise<Value> => {
      const again = setInterval(() => appendFileSync(join(root, 'logs/shop.log'), line), 100);
      try {
        return await until();
      } finally {
        clearInterval(again);
      }
    },
    begin: (...flags: string[]) => world.start('The heartbeat job fires too early.', '--env', 'shop-local', ...flags),
    answer: async (task: string, kind: string, ...words: string[]): Promise<TaskDetail> => {
      const detail = await world.asked(task, kind);
      await world.must(['answer', idOf(detail, kind), ...words]);
      return detail;
    },
  };
}
