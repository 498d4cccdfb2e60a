// The HTTP door as an OpenAPI 3.1 document: inputs from their schemas, replies from their types, sentences from the command line's own.
import { toJsonSchema } from '@valibot/to-json-schema';
import { requests } from '../../src/contract/cli/requests.ts';
import type { Rule } from '../../src/contract/cli/word.ts';
import { words } from '../../src/contract/cli/words.ts';
import { type CommandName, schemas as inputs } from '../../src/contract/commands.ts';
import { errors } from '../../src/contract/errors/errors.ts';
import { version } from '../../src/contract/version.ts';
import { type ReplySchemas, readReplySchemas, type Told } from './reply-schemas.ts';

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const json = (schema: object) => ({ 'application/json': { schema } });

export function describeHttp(): object {
  const { told, schemas }: ReplySchemas = readReplySchemas();
  const names = (Object.keys(inputs) as CommandName[]).toSorted();
  return {
    openapi: '3.1.0',
    info: {
      title: 'Drover',
      version,
      description:
        'Every command of Drover, asked with its input as JSON. Whatever is asked here is allowed, done and put on record as on the command line. A bearer token makes a program, never a person; a browser that a person signed in is that person.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: 'http://127.0.0.1:4777' }],
    security: [{ program: [] }, { browser: [], page: [] }],
    paths: {
      ...Object.fromEntries(names.map((name) => [`/v1/${name}`, { post: command(name, toldBy(told, name)) }])),
      ...byThemselves,
    },
    components: { securitySchemes, responses, schemas: { ...common, ...schemas } },
  };
}

function toldBy(told: ReplySchemas['told'], name: CommandName): Told {
  const found = told.get(name);
  if (found === undefined) throw new Error(`the reply of ${name} is no type of its own in its noun's file`);
  return found;
}

function command(name: CommandName, { reply, event }: Told): object {
  const said = { type: 'object', required: ['ok', 'data'], properties: { ok: { const: true }, data: ref(reply) } };
  const line =
    event === null
      ? null
      : { anyOf: [{ type: 'object', required: ['event'], properties: { event: ref(event) } }, said, ref('Refusal')] };
  return {
    operationId: name,
    tags: [name.split('.')[0]],
    summary: summaryOf(name),
    description: [whoMay(requests[name]), ...(event === null ? [] : [bitByBit])].join(' '),
    requestBody: { required: true, content: json(inputOf(name)) },
    responses: {
      200: {
        description: 'Done.',
        content: {
          ...json(said),
          ...(line === null
            ? {}
            : { 'application/x-ndjson': { schema: line }, 'text/event-stream': { schema: ref(event ?? '') } }),
        },
      },
      default: { $ref: '#/components/responses/Refusal' },
    },
  };
}

const bitByBit =
  'Tells events before its reply: as lines, each `{"event":...}` and the reply last, or as server-sent events, of which `end` has the reply. Without either in `Accept` it gives the reply alone.';

/** Whoever checks more than a schema can say refuses it with `USAGE`. The folder one stands in is nobody's here. */
function inputOf(name: CommandName): object {
  const { $schema: _, ...schema } = toJsonSchema(inputs[name], { typeMode: 'input', errorMode: 'ignore' });
  const required = (schema.required ?? []).filter((field) => field !== 'cwd');
  return { ...schema, required };
}

const summaryOf = (name: CommandName): string => {
  const own = words.find(({ request }) => request === name);
  const { wordless } = requests[name] as Rule;
  return own?.help ?? `part of \`${wordless ?? name}\``;
};

function whoMay({ person }: Rule): string {
  if (person === 'never') return 'Anybody may.';
  if (person === 'always') return 'Only a person may.';
  const fields = [
    ...(person.with ?? []).map((field) => `\`${field}\` is set`),
    ...(person.without === undefined ? [] : [`\`${person.without}\` is absent`]),
  ];
  return `Only a person may where ${fields.join(' or ')}.`;
}

const securitySchemes = {
  program: { type: 'http', scheme: 'bearer', description: 'The token in `http.token` of the state folder.' },
  browser: {
    type: 'apiKey',
    in: 'cookie',
    name: 'drover-4777',
    description: 'Of a browser that was signed in by the link of `drover web`; the port is in its name.',
  },
  page: {
    type: 'apiKey',
    in: 'header',
    name: 'x-drover-page',
    description: 'The key that the browser was given with its cookie; the cookie alone answers nothing.',
  },
};

const common = {
  Refusal: {
    type: 'object',
    required: ['ok', 'error', 'error_code', 'hint'],
    additionalProperties: false,
    properties: {
      ok: { const: false },
      error: { type: 'string', description: 'A sentence: what happened, with which object.' },
      error_code: { enum: Object.keys(errors).toSorted() },
      hint: { type: 'string', description: 'What to do next.' },
      details: { type: 'object' },
    },
  },
};

const responses = {
  Refusal: { description: 'Refused: the status is that of the error.', content: json(ref('Refusal')) },
};

/** Not commands. */
const byThemselves = {
  '/v1/events': {
    get: {
      operationId: 'events',
      tags: ['service'],
      summary: 'the journal as it grows',
      description: 'As server-sent events, or as lines with `Accept: application/x-ndjson`.',
      parameters: [
        {
          name: 'id',
          in: 'query',
          schema: { type: 'string' },
          description: 'One thing alone, whose events are numbered by themselves.',
        },
        { name: 'after', in: 'query', schema: { type: 'integer' }, description: 'Behind the event of this number.' },
        {
          name: 'Last-Event-ID',
          in: 'header',
          schema: { type: 'integer' },
          description: 'The same, as a browser says it that comes back.',
        },
      ],
      responses: {
        200: {
          description: 'As long as somebody reads.',
          content: {
            'text/event-stream': { schema: ref('JournalEvent') },
            'application/x-ndjson': { schema: ref('JournalEvent') },
          },
        },
        default: { $ref: '#/components/responses/Refusal' },
      },
    },
  },
  '/v1/terminal': {
    get: {
      operationId: 'terminal',
      tags: ['session'],
      summary: "a session's terminal, as a WebSocket of the protocol `drover.terminal`",
      parameters: [
        { name: 'session', in: 'query', required: true, schema: { type: 'string' } },
        {
          name: 'right',
          in: 'query',
          schema: { enum: ['look', 'type'], default: 'look' },
          description: 'Only a person may type.',
        },
      ],
      responses: {
        101: { description: 'Output comes as bytes, keys go as bytes; what is text is JSON.' },
        default: { description: 'Refused.' },
      },
    },
  },
};
