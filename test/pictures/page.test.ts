// Pictures of the page for the guide, by day and by night, over a seeded demo: `npm run pictures` writes them into docs/pictures.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { QuestionList } from '../../src/contract/question.ts';
import { demoScript } from '../../src/local/demo-script.ts';
import { type Browser, openBrowser } from '../e2e/browser.ts';
import { openSessionWorld, type SessionWorld } from '../e2e/session-world.ts';
import { shopProject } from '../e2e/shop-project.ts';
import { needs } from '../needs/needs.ts';

const folder = join(import.meta.dirname, '../../docs/pictures');
const size = { width: 1000, height: 640 };
const most = 60 * 1024;

const [report] = demoScript.turns.flatMap(({ do: steps }) =>
  steps.flatMap((step) => ('report' in step ? [step.report] : [])),
);
const split = [
  { title: 'Count intervals in minutes', task: 'Count in minutes' },
  { title: 'Show minutes on a service’s page', task: 'Show minutes', depends_on: [1] },
  { title: 'Say in the mail how late it is', task: 'Say how late', depends_on: [1] },
  { title: 'Take seconds out of all settings', task: 'Take seconds out', depends_on: [2, 3] },
];
const splits = {
  when: { mode: 'analysis', prompt: 'everywhere' },
  do: [{ report: { ...report, split, split_why: 'Each is merged by itself.' } }],
};

/** Where each is, and what is there only when all that was asked for has come: a heading comes before. */
const places: readonly (readonly [name: string, place: string, last?: (page: Page) => Locator])[] = [
  ['board', ''],
  ['question', 'task/shop-1'],
  ['proof', 'task/shop-2'],
  ['change', 'task/shop-2/change'],
  ['features', 'task/shop-3', (page) => page.locator('.graph')],
  ['sessions', 'sessions'],
  ['terminal', 'session/review', (page) => page.locator('.xterm-rows').getByText('read the last commit').first()],
  // The only workspace is chosen by the page itself.
  ['new', 'new', (page) => page.locator('form:has(option:checked:text-is("shop"))')],
  ['record', 'record', (page) => page.getByRole('region', { name: 'History' }).locator('tbody tr').first()],
];

describe('pictures of the page', needs('chromium'), () => {
  let world: SessionWorld;
  let browser: Browser;
  let page: Page;
  let origin: string;
  beforeAll(async () => {
    mkdirSync(folder, { recursive: true });
    world = await openSessionWorld({
      ...{ project: shopProject, remote: 'shop', config: 'policy: normal\n' },
      script: { turns: [splits, ...demoScript.turns] },
    });
    await world.must(['workspace', 'add', 'shop', world.checkout]);
    const task = async (text: string, ...flags: string[]) =>
      (await world.must<{ task: string }>(['do', text, '--agent', 'scripted', '-d', ...flags])).task;
    const asked = await task('The heartbeat job reports every service as late');
    await world.asked(asked, 'plan');
    await world.ended(await task('Services are late at once', '--yes', 'plan', '--yes', 'submit'));
    const large = await task('Minutes instead of seconds, everywhere', '--yes', 'plan');
    await world.until(
      () => world.show(large),
      ({ features }) => (features ?? []).some(({ status }) => status === 'in_progress'),
    );
    await world.until(
      () => world.must<QuestionList>(['answer']),
      ({ questions }) => questions.some(({ kind }) => kind === 'submit'),
    );
    await world.start('review', ['--description', 'reads what was changed']);
    await world.start('notes', ['--description', 'keeps the list of what is left']);
    await world.must(['send', 'review', 'read the last commit, and say what it misses']);
    browser = await openBrowser();
    page = await browser.signIn(world);
    origin = page.url().replace(/#.*/, '');
    await page.setViewportSize(size);
  });
  afterAll(async () => {
    await browser?.close();
    await world?.close();
  });

  it.each(['light', 'dark'] as const)('are there by %s, each small enough to be kept', async (colorScheme) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const screen = await browser.context.newCDPSession(page);
    for (const [name, place, last] of places) {
      await page.goto(`${origin}#/${place}`);
      await page.locator('main h1').waitFor();
      await page
        .locator('main')
        .getByText(/^Loading/)
        .waitFor({ state: 'detached' });
      await last?.(page).waitFor();
      const { data } = await screen.send('Page.captureScreenshot', { format: 'webp', quality: 80 });
      const picture = Buffer.from(data, 'base64');
      expect(picture.length, name).toBeLessThan(most);
      writeFileSync(join(folder, `page-${name}-${colorScheme}.webp`), picture);
    }
  });
});
