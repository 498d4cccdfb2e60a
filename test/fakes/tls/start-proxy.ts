// The proxy as a process of its own.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { ofTests } from '../of-tests.ts';

export async function startProxy({ cert, key }: { readonly cert: string; readonly key: string }, target: number) {
  const argv = [join(import.meta.dirname, 'proxy.ts'), cert, key, String(target)];
  const child = spawn(process.execPath, argv, { env: ofTests(), stdio: ['ignore', 'pipe', 'inherit'] });
  const [said] = (await once(child.stdout, 'data')) as [Buffer];
  return {
    port: Number(said.toString()),
    close: async () => {
      const gone = once(child, 'exit');
      child.kill();
      await gone;
    },
  };
}
