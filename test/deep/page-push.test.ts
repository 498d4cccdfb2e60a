// Notifications in a real Chromium: asked for by a person on the page, sent by the daemon to a push service here, shown by the page's service worker, and gone with the cookie.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WebSessions } from '../../src/contract/web.ts';
import { type Browser, openBrowser } from '../e2e/browser.ts';
import { openWorld, type World } from '../e2e/world.ts';
import { type PushService, startPushService } from '../fakes/push-service/start-push-service.ts';
import { needs } from '../needs/needs.ts';

/** Counts what the page's worker has shown. */
const counting = `
  const { registration } = self;
  const show = registration.showNotification;
  self.shown = 0;
  registration.showNotification = (...told) => show.apply(registration, told).then(() => { self.shown += 1; });`;

/** What its maker's push service would answer: Chromium asks one that is not here. */
const stub = (given: object) => `
  const given = ${JSON.stringify(given)};
  const made = {
    toJSON: () => ({ endpoint: given.endpoint, keys: { p256dh: given.p256dh, auth: given.auth } }),
    unsubscribe: async () => sessionStorage.removeItem('made') ?? true,
  };
  PushManager.prototype.getSubscription = async () => (sessionStorage.getItem('made') === null ? null : made);
  PushManager.prototype.subscribe = async (how) => {
    if (how.userVisibleOnly !== true || how.applicationServerKey.length !== 87) throw new Error('not as it must be');
    sessionStorage.setItem('made', 'yes');
    return made;
  };`;

describe('U3 notifications of the page', { ...needs('chromium', 'openssl') }, () => {
  let service: PushService;
  let world: World;
  let browser: Browser;
  let page: Page;
  let deliver: (data: unknown) => Promise<void>;
  beforeAll(async () => {
    service = await startPushService();
    world = await openWorld({ config: 'policy: normal\n', env: { NODE_EXTRA_CA_CERTS: service.ca } });
    browser = await openBrowser();
    await browser.context.addInitScript(stub(service.subscribe('chromium')));
    page = await browser.signIn(world);
    await browser.context.grantPermissions(['notifications'], { origin: new URL(page.url()).origin });
    deliver = await openPush();
  });
  afterAll(async () => {
    await browser?.close();
    await world?.close();
    await service?.close();
  });

  const settings = async () => {
    await page.goto(`${new URL(page.url()).origin}/#/settings`);
    await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
  };
  /**
   * Each push is waited for in the worker: Chromium throws away what is stored and not drawn yet as soon as somebody lists what is shown.
   * The session with the browser stays open, for with its end goes what was pushed just before.
   */
  const openPush = async () => {
    const devtools = await browser.context.newCDPSession(page);
    const found = Promise.withResolvers<string>();
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [first] }) => {
      if (first !== undefined) found.resolve(first.registrationId);
    });
    await devtools.send('ServiceWorker.enable');
    const [origin, registrationId] = [new URL(page.url()).origin, await found.promise];
    const [worker] = browser.context.serviceWorkers();
    if (worker === undefined) throw new Error('the page has no worker');
    await worker.evaluate(counting);
    const count = () => worker.evaluate<number>('self.shown');
    return async (data: unknown) => {
      const before = await count();
      await devtools.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data: JSON.stringify(data) });
      await world.until(count, (now) => now > before);
    };
  };
  const shown = () =>
    page.evaluate<readonly { title: string; body: string; tag: string }[]>(
      `navigator.serviceWorker.ready.then((own) => own.getNotifications()).then((all) => all.map(({ title, body, tag }) => ({ title, body, tag })))`,
    );

  it('says how they are configured, and asks for nothing before', async () => {
    await settings();
    await page.getByText('drover config set surfaces.web_push.contact').waitFor();
    world.setConfig(
      `policy: normal\nsurfaces: { web_push: { contact: "mailto:ada@drover.test", services: ["${service.origin}"] } }\n`,
    );
    await page.reload();
    await page.getByText('You are not told here.').waitFor();
    expect(service.answers.asked).toBe(0);
  });

  it('a person asks for them, and is told that a task asks; the notification leads to the question', async () => {
    await page.getByRole('button', { name: 'Tell me in this browser' }).click();
    await page.getByText('You are told here.').waitFor();
    await page.reload();
    await page.getByText('You are told here.').waitFor();
    const task = await world.start('Every service counts as late');
    const {
      open_questions: [question],
    } = await world.asked(task, 'plan');
    const id = question?.id;
    const [asked] = await world.until(
      async () => service.delivered,
      ({ length }) => length > 0,
    );
    const data = asked?.data;
    expect(data).toMatchObject({ title: `${task} asks`, body: 'plan', to: `#/question/${id}` });
    await deliver(data);
    const [first, ...more] = await world.until(shown, ({ length }) => length > 0);
    expect([first, more]).toEqual([{ title: `${task} asks`, body: 'plan', tag: id }, []]);
    const [worker] = browser.context.serviceWorkers();
    await worker?.evaluate(
      `self.registration.getNotifications().then(([notification]) => void self.dispatchEvent(new NotificationEvent('notificationclick', { notification })))`,
    );
    await page.waitForURL(({ hash }) => hash === `#/question/${id}`);
    await page.locator('.question').getByRole('radio', { name: 'cancel the task' }).check();
    await page.locator('.question').getByRole('button', { name: 'Answer', exact: true }).click();
    const over = await world.until(
      async () => service.delivered,
      ({ length }) => length > 1,
    );
    expect(over.at(-1)?.data).toMatchObject({ title: task, tag: id, silent: true });
    await deliver(over.at(-1)?.data);
    await world.until(shown, ([one]) => one?.title === task);
    expect(await shown()).toHaveLength(1);
  });

  it('what else is pushed to it leads nowhere but to the page', async () => {
    await deliver({ title: 'x', body: '<b>y</b>', tag: 'z', to: 'https://elsewhere.test/' });
    await world.until(shown, (all) => all.some(({ tag }) => tag === 'z'));
    const [worker] = browser.context.serviceWorkers();
    await worker?.evaluate(
      `self.registration.getNotifications({ tag: 'z' }).then(([notification]) => void self.dispatchEvent(new NotificationEvent('notificationclick', { notification })))`,
    );
    await page.waitForURL(({ hash }) => hash === '#/');
    expect(browser.context.pages().map((each) => new URL(each.url()).host)).not.toContain('elsewhere.test');
  });

  it('is spoken to in the language that is chosen, until they want no more', async () => {
    const before = service.delivered.length;
    await settings();
    await page.getByText('You are told here.').waitFor();
    await page.keyboard.press('?');
    await page.getByRole('dialog').getByLabel('Language').selectOption('zh');
    await page.keyboard.press('Escape');
    await page.getByText('有问题时会在此通知。').waitFor();
    const task = await world.start('Late again');
    await world.asked(task, 'plan');
    const told = await world.until(
      async () => service.delivered.slice(before),
      ({ length }) => length > 0,
    );
    expect(told[0]?.data).toMatchObject({ title: `${task} 提问`, body: '方案' });
    await page.getByRole('button', { name: '不再通知' }).click();
    await page.getByText('不通知。').waitFor();
    await page.getByRole('button', { name: '在此浏览器通知我' }).click();
    await page.getByText('有问题时会在此通知。').waitFor();
    const { sessions } = await world.must<WebSessions>(['web', 'list']);
    await world.must(['web', 'revoke', sessions[0]?.id ?? '']);
    const asked = service.answers.asked;
    await world.must(['task', 'cancel', task]);
    const next = await world.start('And again');
    await world.asked(next, 'plan');
    await world.must(['doctor']);
    expect(service.answers.asked).toBe(asked);
  });

  it('nothing went wrong in it', () => {
    expect(browser.wrong).toEqual([]);
  });
});
