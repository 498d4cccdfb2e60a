// Channels with the real daemon, and servers of the test's own on loopback over TLS: what they do that is asked of no server, and a daemon that is killed in the middle of it.
import { createHmac } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Doctor } from '../../src/contract/service.ts';
import { openWorld, type World } from '../e2e/world.ts';
import { type Heard, type Listener, startListener } from '../fakes/listener.ts';
import { type MailServer, startMailServer } from '../fakes/mail-server.ts';
import { makeCertificate } from '../fakes/tls/make-certificate.ts';
import { needs } from '../needs/needs.ts';

/** Another address of this machine: to this one mail is not encrypted. */
const mailHost = '127.0.0.2';
const secrets = {
  HOOK_SECRET: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  NTFY_TOKEN: 'tk_of_ada',
  MAIL_PASSWORD: 'right',
};
type Told = { readonly type: string; readonly data: { readonly task: string; readonly position: number } };

describe('U6 channels with servers of their own certificate', needs('openssl'), () => {
  let folder: string;
  let world: World;
  let listener: Listener;
  let stranger: Listener;
  let mail: MailServer;
  let logins: string[];
  /** So many mails are not taken yet. */
  let refusals = 0;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'channels-'));
    const own = makeCertificate(folder, { names: `IP:127.0.0.1,IP:${mailHost}` });
    const other = makeCertificate(folder, { names: 'IP:127.0.0.1', as: 'other' });
    logins = [];
    [listener, stranger, mail] = await Promise.all([
      startListener(own.read()),
      startListener(other.read()),
      startMailServer({
        host: mailHost,
        ...{ ...own.read(), disabledCommands: [], authOptional: false },
        onMailFrom: (_address, _session, done) => {
          if (refusals === 0) return done();
          refusals -= 1;
          done(Object.assign(new Error('later'), { responseCode: 451 }));
        },
        onAuth: ({ username = '', password }, { secure }, done) => {
          logins.push(`${username} ${secure ? 'over TLS' : 'in the clear'}`);
          return password === secrets.MAIL_PASSWORD ? done(null, { user: username }) : done(new Error('no'));
        },
      }),
    ]);
    world = await openWorld({ remote: null, env: { ...secrets, NODE_EXTRA_CA_CERTS: own.cert } });
    const hook = (url: string) =>
      `{ url: ${url}, secret_env: HOOK_SECRET, kinds: [question_asked, question_answered] }`;
    world.setConfig(`policy: normal
workspaces: { shop: { path: ${world.checkout} } }
surfaces:
  ntfy: { url: ${listener.url}/drover, token_env: NTFY_TOKEN }
  email: { host: ${mailHost}, port: ${mail.port}, from: drover@example.com, to: [ada@example.com], user: drover, password_env: MAIL_PASSWORD }
  webhooks:
    pager: ${hook(`${listener.url}/pager`)}
    sticky: ${hook(`${listener.url}/sticky`)}
    unknown: ${hook(`${stranger.url}/unknown`)}
`);
    await world.must(['ps']);
  }, 120_000);
  afterAll(async () => {
    await world?.close();
    for (const each of [listener, stranger]) each?.close();
    await mail?.close();
    rmSync(folder, { recursive: true, force: true });
  });
  beforeEach(() => {
    for (const path of ['/', '/pager', '/sticky']) listener.behave(path, []);
  });

  const toldOf = ({ body }: Heard): Told => JSON.parse(body) as Told;
  const idOf = ({ headers }: Heard) => String(headers['webhook-id']);
  /** What a webhook was told of a task. */
  const hooked = (path: string, task: string) => listener.at(path).filter((each) => toldOf(each).data.task === task);
  const pushed = (task: string) => listener.at('/').filter(({ body }) => body.includes(`${task} asks`));
  const mailed = (task: string) => mail.mails.filter((each) => each.includes(`${task} asks`));
  const isTaken = ({ how }: Heard) => how === 200;
  const untilTaken = (heard: () => readonly Heard[], words = 'plan') =>
    world.until(
      async () => heard().filter((each) => isTaken(each) && each.body.includes(words)).length,
      (taken) => taken > 0,
    );
  /** Those that are the same to whoever hears them, as what was done with each. */
  const ways = (heard: readonly Heard[], sameOf: (each: Heard) => string) =>
    [...Map.groupBy(heard, sameOf).values()].map((same) => same.map(({ how }) => how));
  const sequenceOf = ({ body }: Heard) => (JSON.parse(body) as { sequence_id: string }).sequence_id;
  /** By the arithmetic of Standard Webhooks, as whoever receives it does it. */
  const isSigned = ({ headers, body }: Heard) => {
    const key = Buffer.from(secrets.HOOK_SECRET.slice('whsec_'.length), 'base64');
    const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
    return headers['webhook-signature'] === `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
  };
  /** Asked for its plan. */
  const begin = async () => {
    const task = await world.start('Too early.');
    await world.asked(task, 'plan');
    return task;
  };
  const checkOf = async (name: string) =>
    (await world.must<Doctor>(['doctor'])).checks.find((check) => check.name === name);
  const kill = async () => process.kill(await world.daemonPid(), 'SIGKILL');

  it('each is told a question once, signed or with its login, and where the certificate is nobody’s nothing is told', async () => {
    const task = await begin();
    await untilTaken(() => hooked('/pager', task));
    await untilTaken(() => pushed(task));
    for (const path of ['/pager', '/sticky']) {
      expect(hooked(path, task).every(isSigned)).toBe(true);
      expect(ways(hooked(path, task), idOf).every((how) => how.join() === '200')).toBe(true);
    }
    expect(ways(pushed(task), sequenceOf).every((how) => how.join() === '200')).toBe(true);
    expect(new Set(pushed(task).map(({ headers }) => headers.authorization))).toEqual(
      new Set([`Bearer ${secrets.NTFY_TOKEN}`]),
    );
    const check = await world.until(
      () => checkOf('webhook unknown'),
      (found) => found?.said.includes('SELF_SIGNED_CERT') === true,
    );
    expect(check?.state).not.toBe('ok');
    expect(stranger.heard).toEqual([]);
    expect((await checkOf('webhook pager'))?.state).toBe('ok');
  });

  it('what is refused, hung up on or never answered is told again as the same, and holds up nobody else', async () => {
    listener.behave('/pager', [500]);
    listener.behave('/sticky', ['close', 'stall']);
    listener.behave('/', ['stall']);
    const task = await begin();
    await untilTaken(() => hooked('/pager', task));
    expect(pushed(task).filter(isTaken)).toEqual([]);
    await untilTaken(() => hooked('/sticky', task));
    await untilTaken(() => pushed(task));
    for (const [path, hows] of [
      ['/pager', [500, 200]],
      ['/sticky', ['close', 'stall', 200]],
    ] as const) {
      const heard = hooked(path, task);
      expect(heard.map(({ how }) => how)).toEqual(expect.arrayContaining([...hows]));
      for (const how of ways(heard, idOf)) expect(how.indexOf(200)).toBe(how.length - 1);
      expect(new Set(heard.map((each) => `${idOf(each)} ${each.body}`)).size).toBe(new Set(heard.map(idOf)).size);
      expect(heard.every(isSigned)).toBe(true);
    }
    expect(pushed(task).map(({ how }) => how)).toEqual(expect.arrayContaining(['stall', 200]));
    for (const how of ways(pushed(task), sequenceOf)) expect(how.indexOf(200)).toBe(how.length - 1);
  });

  it('a daemon that is killed while it tells, or before, loses nothing: told once, or twice as the same', async () => {
    listener.behave('/pager', ['stall']);
    listener.behave('/', ['stall']);
    const task = await begin();
    await world.until(
      async () => [hooked('/pager', task).length, pushed(task).length],
      (counts) => counts.every((count) => count > 0),
    );
    await kill();
    const quick = await world.start('Too early.');
    await kill();
    await world.must(['ps']);
    await world.asked(quick, 'plan');
    for (const each of [task, quick]) {
      await untilTaken(() => hooked('/pager', each));
      await untilTaken(() => hooked('/sticky', each));
      await untilTaken(() => pushed(each));
      for (const how of ways(pushed(each), sequenceOf))
        expect(how.filter((one) => one === 200).length).toBeLessThanOrEqual(2);
    }
    const [plan] = await world.questions(quick);
    await world.must(['answer', plan?.id ?? '', 'cancel']);
    await kill();
    await world.must(['ps']);
    await untilTaken(
      () => hooked('/pager', quick).filter((heard) => toldOf(heard).type === 'question_answered'),
      'cancel',
    );
    // One id for each fact, and one fact for each id: whoever looks at the id hears each once.
    for (const path of ['/pager', '/sticky']) {
      const pairs = new Set(listener.at(path).map((each) => `${toldOf(each).data.position} ${idOf(each)}`));
      expect(pairs.size).toBe(new Set(listener.at(path).map(idOf)).size);
      expect(pairs.size).toBe(new Set(listener.at(path).map((each) => toldOf(each).data.position)).size);
      for (const how of ways(listener.at(path), idOf))
        expect(how.filter((one) => one === 200).length).toBeLessThanOrEqual(2);
    }
  });

  it('mail goes over TLS with its login, is handed over again where it was refused for now, and over a kill comes once or twice', async () => {
    // Whoever is told on one channel hears of it on the next half an hour later.
    await world.must(['config', 'unset', 'surfaces.ntfy']);
    refusals = 1;
    const task = await begin();
    const untilMailed = (of: string) =>
      world.until(
        async () => mailed(of).length,
        (count) => count > 0,
      );
    await untilMailed(task);
    expect([mailed(task).length, refusals]).toEqual([1, 0]);
    expect(new Set(logins)).toEqual(new Set(['drover over TLS']));
    const quick = await world.start('Too early.');
    await kill();
    await world.must(['ps']);
    await untilMailed(quick);
    await kill();
    await world.must(['ps']);
    await world.asked(quick, 'plan');
    expect(mailed(quick).length).toBeLessThanOrEqual(2);
    expect(mailed(task)).toHaveLength(1);
  });

  it('no secret of a channel is kept, or written into a log', () => {
    const kept = ['drover.db', 'drover.db-wal', 'daemon.log'].map((name) => {
      try {
        return readFileSync(join(world.state, name), 'latin1');
      } catch {
        return '';
      }
    });
    for (const secret of Object.values(secrets).filter((each) => each.length > 6))
      expect(kept.join('').includes(secret)).toBe(false);
  });
});
