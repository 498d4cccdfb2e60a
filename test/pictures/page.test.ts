// Pictures of the page for the guide, by day and by night, over a seeded demo: `npm run pictures` writes them into docs/pictures.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ChainCreated } from '../../src/contract/chain.ts';
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

type Seeded = { readonly question: string; readonly flow: string; readonly chain: string };

const boxes = (page: Page): Locator => page.locator('.graph .box').nth(1);
/** Where each is, and what is there only when all that was asked for has come: a heading comes before. */
const placesIn = ({
  question,
  flow,
  chain,
}: Seeded): readonly (readonly [name: string, place: string, last?: (page: Page) => Locator])[] => [
  ['board', ''],
  ['task', 'task/shop-1'],
  ['question', `question/${question}`],
  ['proof', 'task/shop-2'],
  ['change', 'task/shop-2/change'],
  ['log', 'task/shop-2/log', (page) => page.locator('.log')],
  ['evidence', 'task/shop-2/evidence'],
  ['preview', 'task/shop-2/preview'],
  ['features', 'task/shop-3', boxes],
  ['flow', `task/${flow}`, boxes],
  ['chain', `chain/${chain}`, boxes],
  ['sessions', 'sessions'],
  ['terminal', 'session/review', (page) => page.locator('.xterm-rows').getByText('read the last commit').first()],
  // The only workspace is chosen by the page itself.
  ['new', 'new', (page) => page.locator('form:has(option:checked:text-is("shop"))')],
  ['record', 'record', (page) => page.getByRole('region', { name: 'History' }).locator('tbody tr').first()],
  ['settings', 'settings'],
];

describe('pictures of the page', needs('chromium'), () => {
  let world: SessionWorld;
  let browser: Browser;
  let page: Page;
  let origin: string;
  let places: ReturnType<typeof placesIn>;
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
    const { questions } = await world.must<QuestionList>(['answer']);
    places = placesIn({
      question: questions.find(({ task }) => task === asked)?.id ?? '',
      flow: await beginFlow(),
      chain: await beginChain(),
    });
    browser = await openBrowser();
    page = await browser.signIn(world);
    origin = page.url().replace(/#.*/, '');
    await page.setViewportSize(size);
  });
  afterAll(async () => {
    await browser?.close();
    await world?.close();
  });

  /** A session of three tasks, and the task of ours that carries them out. */
  async function beginFlow(): Promise<string> {
    const folder = join(world.checkout, '.workflow', 'active', 'WFS-minutes');
    mkdirSync(join(folder, '.task'), { recursive: true });
    const nodes = [
      { id: 'IMPL-001', title: 'Minutes in the settings', depends_on: [] },
      { id: 'IMPL-002', title: 'Minutes in the mail', depends_on: ['IMPL-001'] },
      { id: 'DOC-001', title: 'Say so in the manual', type: 'docs', depends_on: ['IMPL-001'] },
    ];
    for (const node of nodes) writeFileSync(join(folder, '.task', `${node.id}.json`), JSON.stringify(node));
    return (await world.drover(['flow', 'run', folder, '--agent', 'scripted', '--yes', 'plan', '-d'])).out.trim();
  }

  async function beginChain(): Promise<string> {
    const folder = join(world.checkout, 'plans');
    mkdirSync(folder);
    const plans = ['plans/1-count.md', 'plans/2-show.md'];
    for (const plan of plans) writeFileSync(join(world.checkout, plan), '# Minutes\n\nCount in minutes.\n');
    const words = ['chain', ...plans, '--name', 'minutes', '--agent', 'scripted', '--review-by', 'scripted', '-d'];
    const [chain = ''] = (await world.must<ChainCreated>(words)).chains;
    return chain;
  }

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
