// What we say to codex's app-server is what the installed version says it understands: every word is in the schema that it prints.
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { delimiter, dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { codexProtocol } from '../../src/agents/codex/native-protocol.ts';
import { asList, asRecord, asText, type Json } from '../../src/agents/json.ts';
import { installAgents } from '../agents/install.ts';
import { foldNative, live } from '../fakes/fold-native.ts';

const recorded = resolve(import.meta.dirname, '../../src/agents/codex/fixtures/native-session.jsonl');
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(process.env.HOME ?? '', 'schema-'));
  const { bin } = await installAgents();
  const PATH = [bin, dirname(process.execPath), process.env.PATH].join(delimiter);
  const env = { PATH, HOME: folder, DROVER_TEST_MARK: process.env.DROVER_TEST_MARK ?? '' };
  await promisify(execFile)('codex', ['app-server', 'generate-json-schema', '--out', folder], { env });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const load = (name: string): Json => asRecord(JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8')));

/** The words that a value may be, wherever they stand in its schema. */
function wordsOf(schema: Json, root: Json): readonly unknown[] {
  const name = asText(schema.$ref).replace('#/definitions/', '');
  const target = name === '' ? schema : asRecord(asRecord(root.definitions)[name]);
  const inner = [...asList(target.anyOf), ...asList(target.oneOf), ...asList(target.allOf)].map(asRecord);
  return [...asList(target.enum), ...inner.flatMap((each) => wordsOf(each, root))];
}

function check(name: string, value: Json): void {
  const root = load(name);
  const known = asRecord(root.properties);
  expect(Object.keys(known), name).toEqual(expect.arrayContaining(Object.keys(value)));
  expect(Object.keys(value), name).toEqual(expect.arrayContaining([...asList(root.required)]));
  for (const [key, word] of Object.entries(value)) {
    const words = wordsOf(asRecord(known[key]), root);
    if (typeof word === 'string' && words.length > 0) expect(words, `${name}.${key}`).toContain(word);
  }
}

const state = foldNative(codexProtocol, recorded).state;
const busy = { ...state, seen: { ...codexProtocol.seen(state), turn: 'T' } };
const paramsOf = (line: Json | undefined) => asRecord(line?.params);
const opening = (how: object) =>
  paramsOf(codexProtocol.wants(state, { ...live, ...how }, new Map()).find(({ id }) => id === 'thread'));

test('a thread is started, resumed and forked in its words, with every kind of rights', () => {
  for (const permissions of ['read-only', 'ask', 'auto', 'bypass'])
    check('v2/ThreadStartParams', opening({ permissions, model: 'M' }));
  check('v2/ThreadResumeParams', opening({ resume: 'R' }));
  check('v2/ThreadForkParams', opening({ resume: 'R', fork: true }));
});

test('a turn is started, steered and interrupted in its words', () => {
  check('v2/TurnStartParams', paramsOf(codexProtocol.prompt(state, live, 'm', 'words', false)));
  check('v2/TurnSteerParams', paramsOf(codexProtocol.prompt(busy, live, 'm', 'words', true)));
  check('v2/TurnInterruptParams', paramsOf(codexProtocol.interrupt(busy)));
});

test('questions are answered in its words', () => {
  const [ask] = codexProtocol.seen(state).asks;
  if (ask === undefined) throw new Error('it never asked');
  for (const choice of ['allow', 'deny', 'always'])
    for (const [method, name] of [
      ['item/commandExecution/requestApproval', 'CommandExecutionRequestApprovalResponse'],
      ['item/fileChange/requestApproval', 'FileChangeRequestApprovalResponse'],
      ['item/permissions/requestApproval', 'PermissionsRequestApprovalResponse'],
    ] as const) {
      const params = method === 'item/commandExecution/requestApproval' ? ask.request.params : { permissions: {} };
      const [line] = codexProtocol.answer(state, { ...ask, request: { id: 1, method, params } }, choice, null) ?? [];
      check(name, asRecord(line?.result));
    }
});
