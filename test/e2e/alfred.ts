// A small project with a bug that shows where it runs, a wish and a large one; and what a scripted agent makes of each.

/** Its tests run in a time zone that is not UTC: there the bug shows. */
export const alfred: Readonly<Record<string, string>> = {
  'package.json': `{ "name": "alfred", "version": "1.0.0", "type": "module", "private": true, "scripts": { "test": "node --test" } }\n`,
  'README.md': '# alfred\n\nRuns tasks at their hour.\n',
  'src/heartbeat.js': `// Which tasks are due. Hours are UTC.
export function isDue(task, now) {
  const at = new Date(now.slice(0, 10) + 'T' + task.hour);
  return Date.parse(now) >= at.getTime();
}
`,
  'src/commands.js': `// What can be typed.
const workspaces = [{ name: 'alfred', path: '~/dev/alfred' }];

export const commands = {
  help: () => Object.keys(commands).join(', '),
  'workspace count': () => String(workspaces.length),
};
`,
  'src/app.js': `// Answers requests of those who are logged in.
export function answer(request, sessions) {
  const user = sessions[request.cookie];
  if (!user) return { status: 401 };
  return { status: 200, body: 'hello ' + user };
}
`,
  'test/app.test.js': `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answer } from '../src/app.js';

test('nobody who is not logged in is answered', () => {
  assert.deepEqual(answer({ cookie: 'x' }, {}), { status: 401 });
  assert.deepEqual(answer({ cookie: 'x' }, { x: 'ada' }), { status: 200, body: 'hello ada' });
});
`,
};

type Change = { readonly write: { readonly path: string; readonly text: string } };
const write = (path: string, text: string): Change => ({ write: { path, text } });
const testOf = (name: string, imports: string, body: string): string =>
  `import assert from 'node:assert/strict';\nimport { test } from 'node:test';\n${imports}\n\ntest('${name}', () => {\n${body}\n});\n`;

type Wanted = {
  readonly cause: string;
  readonly file: string;
  readonly line: number;
  readonly do: string;
  readonly criterion: string;
};
const report = ({ cause, file, line, do: title, criterion }: Wanted, more: object = {}) => ({
  report: {
    cause,
    locations: [{ file, line, what: cause }],
    proposals: [{ title, text: `${title}.`, recommended: true }],
    impact: `Only ${file}.`,
    risk: 'low',
    wanted: [],
    criteria: [{ text: criterion, verify: 'npm test', files: [file], kind: 'behaviour' }],
    ...more,
  },
});

const heartbeat = report({
  cause: 'isDue reads the hour of a task in the time zone of the machine, and compares it with UTC.',
  file: 'src/heartbeat.js',
  line: 3,
  do: 'Read the hour as UTC',
  criterion: 'A task is due at its hour in UTC, wherever it runs.',
});
const heartbeatFix = [
  write(
    'test/heartbeat.test.js',
    testOf(
      'a task is due at its hour in UTC, wherever it runs',
      "import { isDue } from '../src/heartbeat.js';",
      "  process.env.TZ = 'America/New_York';\n  assert.equal(isDue({ hour: '10:00:00' }, '2026-03-01T10:15:00Z'), true);\n  assert.equal(isDue({ hour: '10:00:00' }, '2026-03-01T09:59:00Z'), false);",
    ),
  ),
  { replace: { path: 'src/heartbeat.js', old: 'task.hour);', new: "task.hour + 'Z');" } },
  { say: 'Hours are read as UTC now.' },
];

const list = report({
  cause: 'There is no command that lists workspaces.',
  file: 'src/commands.js',
  line: 4,
  do: 'Add workspace list to the table of commands',
  criterion: 'workspace list names every workspace with its path.',
});
const listFix = [
  write(
    'test/commands.test.js',
    testOf(
      'workspace list names every workspace with its path',
      "import { commands } from '../src/commands.js';",
      "  assert.equal(commands['workspace list'](), 'alfred  ~/dev/alfred');",
    ),
  ),
  {
    replace: {
      path: 'src/commands.js',
      old: "  'workspace count'",
      new: "  'workspace list': () => workspaces.map(({ name, path }) => name + '  ' + path).join('\\n'),\n  'workspace count'",
    },
  },
  { say: 'workspace list is there.' },
];

export const features = ['Extract auth middleware', 'Add JWT verification', 'Migrate session logic'] as const;
const [extract, jwt, migrate] = features;

const split = report(
  {
    cause: 'Who is logged in is decided in the middle of answering.',
    file: 'src/app.js',
    line: 3,
    do: 'Rebuild it in three parts',
    criterion: 'Requests are answered as before.',
  },
  {
    split_why: 'Each part can be reviewed by itself, and the middle one may not be wanted.',
    split: [{ title: extract }, { title: jwt, depends_on: [1] }, { title: migrate, depends_on: [2] }],
  },
);
const extractFix = [
  write(
    'test/middleware.test.js',
    testOf(
      'the middleware names who is logged in',
      "import { userOf } from '../src/middleware.js';",
      "  assert.equal(userOf({ cookie: 'x' }, { x: 'ada' }), 'ada');\n  assert.equal(userOf({ cookie: 'y' }, { x: 'ada' }), null);",
    ),
  ),
  write(
    'src/middleware.js',
    '// Who is logged in.\nexport const userOf = (request, sessions) => sessions[request.cookie] ?? null;\n',
  ),
  { say: 'The middleware stands by itself.' },
];
const migrateFix = [
  write(
    'test/sessions.test.js',
    testOf(
      'a session ends',
      "import { begin, end, sessions } from '../src/sessions.js';",
      "  begin('x', 'ada');\n  assert.equal(sessions.x, 'ada');\n  end('x');\n  assert.equal(sessions.x, undefined);",
    ),
  ),
  write(
    'src/sessions.js',
    '// Who is logged in until when.\nexport const sessions = {};\nexport const begin = (cookie, user) => {\n  sessions[cookie] = user;\n};\nexport const end = (cookie) => {\n  delete sessions[cookie];\n};\n',
  ),
  { say: 'Sessions are kept in one place.' },
];

const used = (inputTokens: number, outputTokens: number) => ({ usage: { inputTokens, outputTokens } });
const analysis = (prompt: string, told: object) => ({
  when: { mode: 'analysis', prompt },
  do: [used(4200, 610), told],
});
const work = (prompt: string, steps: readonly object[]) => ({
  when: { mode: 'write', prompt },
  do: [used(5100, 930), ...steps],
});

/** The first that fits is played: parts of a whole before the whole, whose words they hold. */
export const alfredScript = {
  turns: [
    work('part 1 of 3', extractFix),
    work('part 3 of 3', migrateFix),
    work('workspace list', listFix),
    work('heartbeat', heartbeatFix),
    analysis('(auth system|认证系统)', split),
    analysis('heartbeat', heartbeat),
    analysis('workspace list', list),
  ],
};
