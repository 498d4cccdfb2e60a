// The daemon asked over HTTP on a loopback port, with its token from a variable or a file: for who has no socket to it.
import { request } from 'node:http';
import type { Reply, Streamed } from '../../../contract/protocol.ts';
import { createLineSplitter } from '../../../contract/split-lines.ts';
import type { Failure } from '../../../contract/to-reply.ts';
import type { Values } from '../parse/flags.ts';
import { type Console, fs, path } from '../terminal/console.ts';
import type { Ask, AskOptions } from './ask.ts';

const lineLimit = 256 * 1024 * 1024;

/** The token never stands in argv, where others could read it. */
export function askHttp({ env, cwd }: Console, values: Values): { readonly ask: Ask } | Failure {
  const token = tokenOf(env.DROVER_TOKEN, values['token-file'], cwd);
  if (typeof token !== 'string') return token;
  const port = Number(values.port);
  const ask: Ask = async (command, input, options = {}) => (await post(port, token, command, input, options)) as never;
  return { ask };
}

function tokenOf(variable: string | undefined, file: unknown, cwd: string): string | Failure {
  if (file === undefined && !variable)
    return {
      error_code: 'USAGE',
      message: '`--port` needs the token of that daemon.',
      details: { hint: 'Put it into DROVER_TOKEN, or name its file with `--token-file`.' },
    };
  if (file === undefined) return String(variable).trim();
  try {
    return fs.readFileSync(path.resolve(cwd, String(file)), 'utf8').trim();
  } catch {
    return { error_code: 'PATH_NOT_FOUND', message: `${file} cannot be read.`, details: { path: String(file) } };
  }
}

function post(port: number, token: string, command: string, input: unknown, options: AskOptions): Promise<Reply> {
  return new Promise((resolve) => {
    const body = JSON.stringify(input);
    const headers = {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      accept: 'application/x-ndjson',
    };
    const unreachable = (why: string) =>
      resolve({
        ok: false,
        error: `No daemon answers on port ${port}: ${why}.`,
        error_code: 'DAEMON_UNREACHABLE',
        hint: `Open the door with \`drover up --port ${port}\`.`,
      });
    const asked = request({ host: '127.0.0.1', port, method: 'POST', path: `/v1/${command}`, headers }, (answer) => {
      const split = createLineSplitter(lineLimit);
      let reply: Reply | null = null;
      const take = (chunk: Uint8Array) => {
        const lines = split(chunk);
        for (const line of lines === 'too_long' ? [] : lines) reply = hear(line, options) ?? reply;
      };
      answer.on('data', take);
      answer.on('end', () => {
        take(Buffer.from('\n'));
        if (reply === null) unreachable(`it answered ${answer.statusCode} without a reply`);
        else resolve(reply);
      });
      answer.on('error', (error) => unreachable(error.message));
    });
    asked.on('error', (error) => unreachable(error.message));
    options.signal?.addEventListener('abort', () => asked.destroy());
    asked.end(body);
  });
}

function hear(line: string, { onEvent }: AskOptions): Reply | null {
  try {
    const said = JSON.parse(line) as Reply | Streamed;
    if ('ok' in said) return said;
    onEvent?.(said.event);
  } catch {
    // No line of ours: what answers there is no daemon, and no reply comes.
  }
  return null;
}
