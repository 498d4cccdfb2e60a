// The socket file: made by the holder of the lock alone, made again when somebody cleans it away.
import { existsSync, rmSync } from 'node:fs';
import type { Server, Socket } from 'node:net';

/** Lives as long as the keeper; closed by it. */
export class Doorway {
  readonly #make: () => Server;
  readonly #path: string;
  readonly #visitors = new Set<Socket>();
  #server: Server | null = null;
  #visits = 0;

  constructor(make: () => Server, path: string) {
    this.#make = make;
    this.#path = path;
  }

  get visitors(): number {
    return this.#visitors.size;
  }

  /** How many have come in so far. */
  get visits(): number {
    return this.#visits;
  }

  /** A file that is there already is a dead keeper's. */
  async open(): Promise<void> {
    rmSync(this.#path, { force: true });
    const server = this.#make();
    server.on('connection', (socket) => {
      this.#visitors.add(socket);
      this.#visits += 1;
      socket.on('close', () => this.#visitors.delete(socket));
    });
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      // The file is made within this call; children must not inherit such a mask.
      const mask = process.umask(0o177);
      server.listen(this.#path, resolve);
      process.umask(mask);
    });
    this.#server = server;
  }

  /** Those already inside stay. */
  async keepOpen(): Promise<void> {
    if (existsSync(this.#path)) return;
    this.#server?.close();
    await this.open().catch(() => {});
  }

  /** Whether nobody came in while it closed: else it is open again, for who was let in is served. */
  async closeIfEmpty(): Promise<boolean> {
    this.#server?.close();
    // Those whom the system has let in already are told of before this is.
    await new Promise((told) => setImmediate(told));
    if (this.#visitors.size === 0) return true;
    await this.open().catch(() => {});
    return false;
  }

  close(): void {
    this.#server?.close();
    for (const socket of this.#visitors) socket.destroySoon();
  }
}
