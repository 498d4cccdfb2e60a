// U2: the journal over HTTP, from the real store by the real dispatch, to readers whose line is cut at any byte: who goes on from what they have hears everything once.
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Task } from '../../src/domain/task/task.ts';
import type { Events } from '../../src/surfaces/http/guard.ts';
import { type ServedHttp, serveHttp } from '../../src/surfaces/http/serve-http.ts';
import { type Bench, openBench, person } from '../fakes/commands/open-bench.ts';

const token = 't'.repeat(43);
const many = 40;

let bench: Bench;
let door: ServedHttp;
let task: Task['id'];
let all: readonly number[];
beforeAll(async () => {
  bench = await openBench();
  task = (await bench.must('task.create', { text: 'too early', cwd: bench.checkout })).task as Task['id'];
  const words = Array.from({ length: many }, (_, at) => ({ by: 'person:ada', text: `行 ${at}\n\nid: 7\ndata: {}\n` }));
  await bench.store.transact((tx) =>
    tx.say(
      task,
      task as unknown as Task['task'],
      bench.clock.now(),
      words.map((data) => ({ kind: 'said', data }) as const),
    ),
  );
  const facts = await bench.store.read((reads) => reads.facts({ limit: 10_000 }));
  all = facts.filter(({ thing }) => thing === task).map(({ position }) => position);
  door = await serveHttp({
    port: 0,
    token,
    dispatch: ({ command, input, caller }, { left }) =>
      bench.dispatch(
        { command, input },
        { person, pid: null, cwd: caller.cwd, env: null, channel: 'http' },
        left,
      ) as Events,
  });
});
afterAll(async () => {
  await door.close();
  await bench.close();
});

/** The first bytes of an answer, after its head, until there are so many or the last event is among them; then the line is cut. */
function firstBytes(path: string, headers: Readonly<Record<string, string>>, most: number): Promise<string> {
  const head = Object.entries({ host: `127.0.0.1:${door.port}`, authorization: `Bearer ${token}`, ...headers });
  const lines = head.map(([name, value]) => `${name}: ${value}`).join('\r\n');
  return new Promise((resolve, reject) => {
    const socket = connect(door.port, '127.0.0.1');
    // An answer without an end stands as it is in HTTP 1.0, with nothing said of its pieces between.
    socket.write(`GET ${path} HTTP/1.0\r\n${lines}\r\n\r\n`);
    let said = Buffer.alloc(0);
    const cut = () => {
      const begin = said.indexOf('\r\n\r\n') + 4;
      const body = said.subarray(begin);
      const isLast = body.includes(`"position":${all.at(-1)},`) && body.at(-1) === 10;
      if (begin < 4 || (body.length < most && !isLast)) return;
      socket.destroy();
      resolve(body.subarray(0, most).toString('utf8'));
    };
    socket.on('data', (bytes) => {
      said = Buffer.concat([said, bytes]);
      cut();
    });
    socket.on('error', reject);
  });
}

type Form = {
  readonly accept: string;
  /** What a reader has of it: numbers of whole events, in their order. */
  readonly read: (text: string) => readonly number[];
  readonly goOn: (last: number | null) => { readonly path: string; readonly headers: Readonly<Record<string, string>> };
};

/** As a browser reads them: an event counts when the empty line after it has come. */
const serverSent: Form = {
  accept: 'text/event-stream',
  read: (text) =>
    text
      .split('\n\n')
      .slice(0, -1)
      .flatMap((each) => /^id: (\d+)$/m.exec(each)?.slice(1).map(Number) ?? []),
  goOn: (last) => ({ path: '/v1/events', headers: last === null ? {} : { 'last-event-id': String(last) } }),
};
const lines: Form = {
  accept: 'application/x-ndjson',
  read: (text) =>
    text
      .split('\n')
      .slice(0, -1)
      .map((line) => (JSON.parse(line) as { event: { position: number } }).event.position),
  goOn: (last) => ({ path: last === null ? '/v1/events' : `/v1/events?after=${last}`, headers: {} }),
};

describe.each([
  ['server-sent events', serverSent],
  ['lines of JSON', lines],
])('a reader of %s', (_, form) => {
  it.each([7, 101, 613])(
    'whose line is cut at another byte each time, %i on from the last, has everything once',
    async (step) => {
      const had: number[] = [];
      for (let tries = 1; had.at(-1) !== all.at(-1); tries += 1) {
        const { path, headers } = form.goOn(had.at(-1) ?? null);
        had.push(...form.read(await firstBytes(path, { accept: form.accept, ...headers }, (tries * step) % 1_500)));
      }
      expect(had.filter((position) => all.includes(position))).toEqual(all);
      expect(new Set(had).size).toBe(had.length);
    },
  );
});
