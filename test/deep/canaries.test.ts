// Every secret that Drover is given, as a value that is nowhere else, through a whole task whose agent tells all that it can see: afterwards each place that a person, a program or a stranger reads is searched for them.
import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WebLink } from '../../src/contract/web.ts';
import { demoScript } from '../../src/local/demo-script.ts';
import { filesUnder, holding } from '../e2e/files-under.ts';
import { type ForgeWorld, openForgeWorld, watched } from '../e2e/forge-world.ts';
import { ownDoor } from '../e2e/own-door.ts';
import type { World } from '../e2e/world.ts';
import { type Listener, startListener } from '../fakes/listener.ts';
import { type MailServer, startMailServer } from '../fakes/mail-server.ts';
import { BotApi, token as botToken } from '../fakes/telegram/bot-api.ts';
import { needs } from '../needs/needs.ts';

const drawn = (name: string) => `${name}-${randomBytes(12).toString('hex')}`;
/** By variables whose names say nothing: only the configuration tells that they hold secrets. */
const given: Readonly<Record<string, string>> = {
  BOT: botToken,
  TOPIC: drawn('ntfy'),
  MAIL: drawn('mail'),
  PAGER: drawn('pager'),
  ALERT: drawn('alert'),
  SHOP: drawn('forge'),
  SHOP_HOOK: drawn('hook'),
  ANTHROPIC_API_KEY: drawn('model'),
};
/** What this agent is given by name, beside one of those above: it can tell them as they are. */
const passed = { OPENAI_API_KEY: drawn('passed') };
/** Nobody gave it: it is known by its form. */
const found = `ghp_${randomBytes(18).toString('hex')}`;
const pin = '86420975';
/** All that a program can see of its environment, and of those around it. */
const look =
  'env; cat /proc/self/environ | tr "\\0" "\\n"; cat /proc/self/environ; cat /proc/[0-9]*/environ 2>/dev/null | tr "\\0" "\\n"';
/** In two pieces, after a while, with a colour in between, as JSON and addresses write it, broken over lines, in base64 and hexadecimal digits. */
const tell = `for each in "$PAGER" "$OPENAI_API_KEY" ${found.replace('_', "'_'")}; do
  half=$(printf %s "$each" | cut -c1-20); rest=$(printf %s "$each" | cut -c21-)
  printf 'so %s' "$half"; sleep 0.01; echo "$rest"
  printf 'so %s' "$half"; sleep 0.3; echo "$rest"
  printf '%s\\033[1m%s\\033[0m\\n' "$half" "$rest"
  printf '{"text":"a\\\\n%s"} https://example.com/?key=%s&more\\n' "$each" "$each"
done
for each in "$PAGER" "$OPENAI_API_KEY"; do
  printf %s "$each" | fold -w 9 | sed 's/^/  /'; echo
  printf 'user:%s' "$each" | base64 -w 20; printf %s "$each" | od -An -v -tx1 | tr -d ' '
done`;

/** As `tell` writes it: only what is of the secret alone. */
const coded = (secret: string) => [
  Buffer.from(`user:${secret}`).toString('base64').slice(8, -4),
  Buffer.from(secret).toString('hex'),
];

// Without a sandbox an agent may read what any program of its user has.
describe('X2 X6 secrets through a whole task', needs('bwrap'), () => {
  let place: ForgeWorld;
  let world: World;
  let bot: BotApi;
  let listener: Listener;
  let mail: MailServer;
  let secrets: Map<string, string>;
  let address: string;
  let visit: Readonly<Record<string, string>>;
  const told: { readonly where: string; readonly text: string }[] = [];

  beforeAll(async () => {
    [bot, listener, mail] = await Promise.all([
      BotApi.open(),
      startListener(),
      startMailServer({ authOptional: false, onAuth: (_login, _session, done) => done(null, { user: 'drover' }) }),
    ]);
    const [analysis, change] = demoScript.turns;
    const script = {
      turns: [analysis, { ...change, do: [{ run: ['sh', '-c', `(${look}) > seen.txt`] }, ...change.do] }],
    };
    place = await openForgeWorld('github', {
      script,
      token: given.SHOP ?? '',
      hub: { token: given.SHOP ?? '' },
      env: { ...given, ...passed },
    });
    world = place.world;
    const program = JSON.stringify(['sh', '-c', `(${look}); (${look}) >&2; ${tell}; exit 3`, 'leaky', '{prompt_file}']);
    world.setConfig(`  leaky: { command: ${program}, pass_env: [OPENAI_API_KEY, PAGER] }
policy: hands-off
step_up: pin
forges: { "${new URL(world.remote.url).host}": { kind: github, api: ${place.forge.api.url}, token_env: SHOP, webhook_secret_env: SHOP_HOOK } }
workspaces: { shop: { path: ${world.checkout} } }
surfaces:
  telegram: { token_env: BOT, api_root: "${bot.url}" }
  ntfy: { url: ${listener.url}/drover, token_env: TOPIC }
  email: { host: 127.0.0.1, port: ${mail.port}, from: drover@example.com, to: [ada@example.com], user: drover, password_env: MAIL }
  webhooks: { pager: { url: ${listener.url}/pager, secret_env: PAGER } }
triggers: { alert: { workspace: shop, webhook: { secret_env: ALERT } } }
`);
    expect((await world.drover(['config', 'pin'], { input: `${pin}\n` })).out).toContain('is set');
    ownDoor(world);
    visit = await signIn();
    secrets = new Map([
      ...Object.entries(given),
      ...Object.entries(passed),
      ['a key by its form', found],
      ['the PIN', pin],
      ['the cookie', visit.cookie?.split('=')[1] ?? ''],
      ['the key of the page', visit['x-drover-page'] ?? ''],
      ['the bearer', readFileSync(join(world.state, 'http.token'), 'utf8').trim()],
    ]);
  }, 120_000);
  afterAll(async () => {
    await world?.close();
    await bot?.close();
    listener?.close();
    await mail?.close();
  }, 120_000);

  async function signIn() {
    const { url } = await world.must<WebLink>(['web']);
    const [at = '', link = ''] = url.split('/sign-in#');
    address = at;
    const entered = await fetch(`${at}/v1/web/session`, {
      method: 'POST',
      headers: { origin: at, 'content-type': 'application/json' },
      body: JSON.stringify({ link }),
    });
    const { data } = (await entered.json()) as { data: { key: string } };
    return { cookie: entered.headers.get('set-cookie')?.split(';')[0] ?? '', 'x-drover-page': data.key };
  }
  const heard = async (where: string, text: string | Promise<string>) => told.push({ where, text: await text });

  it('a task is proven and submitted, and another one fails, by agents that tell all that they see', async () => {
    const task = await world.start('Too early.');
    await watched(place, task);
    const leaky = (await world.must<{ task: string }>(['do', 'Too early.', '--agent', 'leaky', '-d'])).task;
    const failed = await world.until(
      () => world.show(leaky),
      ({ outcome, open_questions: open }) => outcome !== null || open.length > 0,
    );
    expect(failed.outcome).not.toBe('proven');
    const once = await world.drover(['run', 'Tell it.', '--agent', 'leaky']);
    await heard('drover run', once.out + once.err);
    expect(holding(join(world.state, 'transcripts'), 'PATH=').length).toBeGreaterThan(1);
    const [pull] = place.forge.hub.pulls;
    await heard('the pull request', JSON.stringify(pull));
    await heard('the branch', world.git('-C', place.bare, 'log', '-p', '--text', '--all'));
    expect(told.at(-1)?.text).toContain('+PATH=');
    for (const each of [task, leaky])
      for (const args of [['show'], ['log'], ['diff'], ['attempts'], ['evidence']])
        for (const more of [[], ['--json']]) {
          const { out, err } = await world.drover(['task', args[0] ?? '', each, ...args.slice(1), ...more]);
          await heard(`task ${args.join(' ')} ${each}`, out + err);
        }
    for (const args of [
      [],
      ['ps'],
      ['answer'],
      ['doctor'],
      ['config', 'list'],
      ['history', '--all'],
      ['audit'],
      ['spend'],
      ['agents'],
      ['web', 'list'],
      ['telegram', 'list'],
      ['workspace', 'check', 'shop'],
      ['logs', 'r1'],
    ])
      for (const more of [[], ['--json']]) {
        const { out, err } = await world.drover([...args, ...more]);
        await heard(`drover ${args.join(' ')}`, out + err);
      }
    for (const command of [
      'service.board',
      'task.list',
      'config.list',
      'question.list',
      'service.doctor',
      'service.audit',
      'service.history',
    ])
      await heard(
        `POST /v1/${command}`,
        fetch(`${address}/v1/${command}`, {
          method: 'POST',
          headers: { origin: address, 'content-type': 'application/json', ...visit },
          body: '{}',
        }).then((reply) => reply.text()),
      );
    const file = join(world.folder, 'proof.jsonl');
    await world.must(['task', 'evidence', task, '--export', file]);
    await heard('the exported evidence', readFileSync(file, 'utf8'));
    for (const each of listener.heard) await heard(`told to ${each.path}`, each.body);
    for (const each of mail.mails) await heard('mail', each);
    await heard('telegram', JSON.stringify(bot.calls.map(({ body }) => body)));
    await heard('the forge', JSON.stringify(place.forge.api.calls.map(({ path, body }) => [path, body])));
  }, 240_000);

  it('and nothing that is told to anybody holds one of them', () => {
    expect(told.length).toBeGreaterThan(50);
    const found = told.flatMap(({ where, text }) =>
      [...secrets].flatMap(([name, secret]) => (text.includes(secret) ? [`${name} in ${where}`] : [])),
    );
    expect(found).toEqual([]);
  });

  it('nor does any file of the state, but the one that is there for it', () => {
    const kept = filesUnder(world.state).flatMap((path) => {
      const text = readFileSync(path, 'latin1');
      const bare = text.replaceAll(/\x1b\[[0-9;]*m/g, '');
      const joined = bare.replaceAll(/\s+/g, '');
      return [...secrets].flatMap(([name, secret]) =>
        [text, bare, joined].some((each) => each.includes(secret)) ||
        coded(secret).some((each) => joined.includes(each))
          ? [`${name} in ${relative(world.state, path)}`]
          : [],
      );
    });
    expect(kept).toEqual(['the bearer in http.token']);
    expect(holding(join(world.state, 'transcripts'), 'PAGER=***').length).toBeGreaterThan(1);
  });

  it('nor can anybody else of this machine read a file there, but the one that the person wrote', () => {
    const isOpen = (path: string) => (statSync(path).mode & 0o077) !== 0;
    const open = readdirSync(world.state).filter((name) => isOpen(join(world.state, name)));
    expect(isOpen(world.state)).toBe(false);
    expect(open).toEqual(['config.yaml']);
  });
});
