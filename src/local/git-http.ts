// A git remote over http on loopback: git's own `http-backend` behind a small server. For the demo, and for tests with faults on top.
import { spawn } from 'node:child_process';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type GitServer = {
  /** `http://127.0.0.1:PORT/`; a bare repository `NAME.git` in the folder is at `url + NAME.git`. */
  readonly url: string;
  /** Ends open connections and their git processes. */
  close(): Promise<void>;
};

/** Serves every bare repository in the folder for reading and pushing to whoever reaches the port. `intercept` answers a request itself where it gives true. */
export async function serveRepositories(
  folder: string,
  intercept: (request: IncomingMessage, response: ServerResponse) => boolean = () => false,
): Promise<GitServer> {
  const running = new Set<Promise<void>>();
  const server = createServer((request, response) => {
    if (intercept(request, response)) return;
    const call = answer(folder, request, response);
    running.add(call);
    void call.finally(() => running.delete(call));
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await Promise.all([closed, ...running]);
    },
  };
}

/** One request, one CGI process; it ends with its connection. */
function answer(folder: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const child = spawn('git', ['http-backend'], { env: cgi(folder, request), stdio: ['pipe', 'pipe', 'ignore'] });
  request.pipe(child.stdin);
  child.stdin.on('error', () => undefined);
  response.on('close', () => child.kill('SIGKILL'));
  let head: Buffer | null = Buffer.alloc(0);
  child.stdout.on('data', (chunk: Buffer) => {
    if (head === null) return void response.write(chunk);
    head = Buffer.concat([head, chunk]);
    const end = head.indexOf('\r\n\r\n');
    if (end === -1) return;
    writeHead(response, head.subarray(0, end).toString('latin1'));
    response.write(head.subarray(end + 4));
    head = null;
  });
  return new Promise((resolve) => {
    child.on('error', () => response.destroy());
    child.on('close', () => {
      if (!response.headersSent) response.writeHead(500);
      response.end();
      resolve();
    });
  });
}

function writeHead(response: ServerResponse, text: string): void {
  const fields = text
    .split('\r\n')
    .map((one): [string, string] => [one.slice(0, one.indexOf(':')), one.slice(one.indexOf(':') + 1).trim()]);
  const status = fields.find(([name]) => name.toLowerCase() === 'status')?.[1];
  response.writeHead(
    Number.parseInt(status ?? '200', 10),
    Object.fromEntries(fields.filter(([name]) => name.toLowerCase() !== 'status')),
  );
}

function cgi(folder: string, request: IncomingMessage): Record<string, string> {
  const url = new URL(request.url ?? '/', 'http://localhost');
  const header = (name: string) => String(request.headers[name] ?? '');
  return {
    PATH: process.env.PATH ?? '/usr/bin:/bin',
    HOME: '/nonexistent',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_COUNT: '2',
    GIT_CONFIG_KEY_0: 'http.receivepack',
    GIT_CONFIG_VALUE_0: 'true',
    GIT_CONFIG_KEY_1: 'safe.directory',
    GIT_CONFIG_VALUE_1: '*',
    GIT_PROJECT_ROOT: folder,
    GIT_HTTP_EXPORT_ALL: '1',
    GIT_PROTOCOL: header('git-protocol'),
    REQUEST_METHOD: request.method ?? 'GET',
    PATH_INFO: decodeURIComponent(url.pathname),
    QUERY_STRING: url.search.slice(1),
    CONTENT_TYPE: header('content-type'),
    CONTENT_LENGTH: header('content-length'),
    HTTP_CONTENT_ENCODING: header('content-encoding'),
    REMOTE_ADDR: '127.0.0.1',
  };
}
