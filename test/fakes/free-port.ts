// A port of loopback that nobody listens on, and that nobody is given meanwhile: the system gives those from 32768 on to whoever asks for any.
import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

const [lowest, highest] = [20_000, 32_000];

export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(lowest, highest);
    if (await isFree(port)) return port;
  }
}

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
