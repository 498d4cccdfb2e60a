// `drover up`: the daemon in the foreground, ending with this terminal's signals.
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { errors } from '../contract/errors/errors.ts';
import { makeStateFolder, whyNoStateFolder } from '../contract/places.ts';
import { daemonArgv, daemonEntry, daemonEnv } from './daemon-entry.ts';
import { pingDaemon } from './ping-daemon.ts';

export type UpOptions = {
  readonly stateFolder: string;
  readonly socket: string;
  readonly entry?: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** HTTP on this loopback port. */
  readonly port?: number;
  readonly say: (line: string) => void;
};

const handedOn = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** The daemon's own exit code; 4 where one runs already. */
export async function up({ stateFolder, socket, entry = daemonEntry(), env, port, say }: UpOptions): Promise<number> {
  const running = await pingDaemon(socket, 2000);
  if (running === 'silent') {
    say(`something listens on ${socket} and does not answer; \`drover doctor\` may know what`);
    return 8;
  }
  if (running !== 'nobody') {
    say(`a daemon runs already (pid ${running.pid}, version ${running.version}); end it with \`drover down\``);
    return 4;
  }
  const why = whyNoStateFolder(stateFolder);
  if (why !== null) {
    say(`${why}; ${errors.STATE_UNUSABLE.hint} [STATE_UNUSABLE]`);
    return errors.STATE_UNUSABLE.exit;
  }
  makeStateFolder(stateFolder);
  say(`the daemon listens on ${socket}; Ctrl-C ends it, agents go on`);
  if (port !== undefined)
    say(`HTTP is answered on http://127.0.0.1:${port}; its token is in ${stateFolder}/http.token`);
  return await foreground(
    [...daemonArgv(entry), ...(port === undefined ? [] : ['--port', String(port)])],
    stateFolder,
    daemonEnv(env),
  );
}

function foreground(argv: readonly string[], cwd: string, env: UpOptions['env']): Promise<number> {
  const child = spawn(process.execPath, [...argv], { cwd, env, stdio: ['ignore', 'inherit', 'inherit'] });
  const handOn = (signal: NodeJS.Signals) => child.kill(signal);
  for (const signal of handedOn) process.on(signal, handOn);
  return new Promise((resolve) => {
    const settle = (code: number) => {
      for (const signal of handedOn) process.off(signal, handOn);
      resolve(code);
    };
    child.on('error', () => settle(8));
    child.on('exit', (code, signal) => settle(code ?? 128 + (signal === null ? 0 : constants.signals[signal])));
  });
}
