// One contract, many doors: every command, asked in the same order of the same daemon through each of them, is answered the same, and as its description says.
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeHttp } from '../../scripts/openapi/describe-http.ts';
import { type CommandName, schemas, streams } from '../../src/contract/commands.ts';
import { errors } from '../../src/contract/errors/errors.ts';
import { needsPerson } from '../../src/contract/person.ts';
import { type DoorOf, doors, type Got } from '../fakes/commands/doors.ts';
import { everyCommand } from '../fakes/commands/every-command.ts';
import { type Bench, nobody, openBench, person } from '../fakes/commands/open-bench.ts';

/** For what an input is judged by, which is not where. */
const somewhere = { folder: '/', checkout: '/', config: () => '' } as unknown as Bench;

type Described = {
  readonly paths: Readonly<
    Record<
      string,
      {
        readonly post: {
          readonly responses: {
            readonly 200: { readonly content: Readonly<Record<string, { readonly schema: object }>> };
          };
        };
      }
    >
  >;
};
const document = JSON.parse(readFileSync(join(import.meta.dirname, '../../docs/openapi.json'), 'utf8')) as Described;
const ajv = new Ajv2020({ strict: false, allErrors: true });
ajv.addSchema(document, 'openapi.json');

const known = new Map<string, ValidateFunction>();
/** Once: each reply comes through every door. */
function compiled(schema: string): ValidateFunction {
  const judge = known.get(schema) ?? ajv.compile({ $ref: schema });
  known.set(schema, judge);
  return judge;
}

/** What is wrong with a reply, by the description of its command. */
function faultsOf(command: CommandName, { reply, events }: Got): readonly string[] {
  const at = (form: string) => `openapi.json#/paths/~1v1~1${command}/post/responses/200/content/${form}/schema`;
  const check = (schema: string, value: unknown) => {
    const judge = compiled(schema);
    if (judge(value)) return [];
    return (judge.errors ?? []).map(({ instancePath, message }) => `${command} ${instancePath} ${message}`);
  };
  const ok = reply.ok
    ? check(at('application~1json'), reply)
    : check('openapi.json#/components/schemas/Refusal', reply);
  return [...ok, ...(events ?? []).flatMap((event) => check(at('text~1event-stream'), event))];
}

/** What differs from one world to the next: places, times, chance. */
function plain(bench: Bench, value: unknown): unknown {
  const text = JSON.stringify(value)
    .replaceAll(bench.folder, '/WORLD')
    .replaceAll(basename(bench.folder), 'WORLD')
    .replace(/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g, 'UUID')
    .replace(/\b[0-9a-f]{40,64}\b/g, 'HASH')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')
    .replace(/[A-Za-z0-9_-]{43}(?![A-Za-z0-9_-])/g, 'SECRET')
    .replace(/"(disk|uptime)":"[^"]*"/g, '"$1":""')
    .replace(/"(pid|disk_free|bytes|duration_ms|size|started_at|uptime\w*)":\d+/g, '"$1":0')
    .replace(/\b1[6-9]\d{11}\b/g, '0');
  return JSON.parse(text);
}

/** Named, where it never comes. */
async function inTime<T>(command: string, work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`${command} is not answered`)), 20_000);
  return Promise.race([work, promise]).finally(() => clearTimeout(timer));
}

type Plainly = readonly [string, Pick<Got, 'events' | 'reply'>];

/** All of it through one door, each on a world of its own. */
async function play(doorOf: DoorOf, who: typeof person): Promise<{ got: readonly Got[]; plainly: readonly Plainly[] }> {
  const bench = await openBench({ config: 'sandbox: auto\n' });
  const door = await doorOf(bench.dispatch, who);
  const got: Got[] = [];
  try {
    for (const { command, input } of everyCommand) {
      // What is told in the order of time would have no order where two come in one millisecond.
      bench.clock.shift += 1;
      got.push(await inTime(command, door.ask(command, input(bench))));
    }
    const plainly = got.map(
      ({ events, reply }, at): Plainly => [
        everyCommand[at]?.command ?? '',
        plain(bench, { events, reply }) as Plainly[1],
      ],
    );
    return { got, plainly };
  } finally {
    await door.close();
    await bench.close();
  }
}

it('every command stands in the list of what is asked through each door', () => {
  const asked = new Set(everyCommand.map(({ command }) => command));
  expect(Object.keys(schemas).filter((name) => !asked.has(name as CommandName))).toEqual([]);
});

it('the description of HTTP is that of the schemas: node scripts/write-openapi.ts', () => {
  expect(JSON.parse(JSON.stringify(describeHttp()))).toEqual(document);
});

describe.each([
  ['a person', person],
  ['who is no person', nobody],
] as const)('%s', (_who, who) => {
  const played = new Map<string, Awaited<ReturnType<typeof play>>>();
  beforeAll(async () => {
    for (const [name, doorOf] of doors) played.set(name, await play(doorOf, who));
  }, 240_000);
  afterAll(() => played.clear());
  const through = (name: string) => {
    const found = played.get(name);
    if (found === undefined) throw new Error(`nothing came through ${name}`);
    return found;
  };

  it('is answered as the list says, whatever only a person may being refused to others', () => {
    const { got } = through('the socket');
    const ends = got.map(({ reply }, at) => [at, everyCommand[at]?.command, reply.ok ? 'ok' : reply.error_code]);
    if (who.kind === 'person') {
      expect(ends).toEqual(everyCommand.map(({ command, ends: end }, at) => [at, command, end]));
      return;
    }
    for (const [at, { command, input }] of everyCommand.entries())
      if (needsPerson(command, input(somewhere))) expect(ends[at]).toEqual([at, command, 'UNAUTHORIZED']);
  });

  it.each([...doors.keys()].slice(1))('is answered through %s as through the socket', (name) => {
    const others = through(name).plainly;
    for (const [at, told] of through('the socket').plainly.entries()) {
      const [command, { events, reply }] = told;
      const [, other] = others[at] ?? [];
      expect([command, other?.reply]).toEqual([command, reply]);
      if (other?.events !== null) expect([command, other?.events]).toEqual([command, events]);
    }
  });

  it('is answered as the description of each command says', () => {
    for (const name of doors.keys())
      expect([
        name,
        through(name).got.flatMap((got, at) => faultsOf(everyCommand[at]?.command ?? 'service.ping', got)),
      ]).toEqual([name, []]);
  });

  it('is given the status of the error over HTTP; a stream has begun before it is known', () => {
    for (const [at, { reply, status }] of through('HTTP').got.entries()) {
      const { command } = everyCommand[at] ?? { command: 'service.ping' };
      const streamed = (streams as readonly string[]).includes(command);
      const wanted = reply.ok || streamed ? 200 : errors[reply.error_code].status;
      expect([command, status]).toEqual([command, wanted]);
    }
  });
});
