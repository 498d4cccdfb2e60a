// The first line a daemon says on its socket: who it is, before anything is asked.
import { connect } from 'node:net';
import type { Greeting, Hello } from '../contract/protocol.ts';

/** `nobody`: nothing listens there. `silent`: something does, but no greeting came within the time. */
export function pingDaemon(socket: string, timeoutMs: number): Promise<Hello | 'nobody' | 'silent'> {
  return new Promise((resolve) => {
    const connection = connect(socket);
    let said = '';
    const settle = (hello: Hello | 'nobody' | 'silent') => {
      connection.destroy();
      resolve(hello);
    };
    connection.setEncoding('utf8').setTimeout(timeoutMs, () => settle('silent'));
    connection.on('error', () => settle('nobody')).on('close', () => settle('nobody'));
    connection.on('data', (text: string) => {
      said += text;
      const end = said.indexOf('\n');
      if (end >= 0) settle(parse(said.slice(0, end)));
    });
  });
}

function parse(line: string): Hello | 'silent' {
  try {
    const hello = (JSON.parse(line) as Partial<Greeting>).hello;
    return typeof hello?.version === 'string' && typeof hello.pid === 'number' ? hello : 'silent';
  } catch {
    return 'silent';
  }
}
