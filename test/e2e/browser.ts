// A real Chromium for a test file, with a profile of its own, and the page in it as a person who signed in has it.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import axe from 'axe-core';
import { type BrowserContext, chromium, type Page, type Route } from 'playwright-core';
import type { WebLink } from '../../src/contract/web.ts';
import { ownDoor } from './own-door.ts';
import type { World } from './world.ts';

const flags = [
  ...['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
  ...['--disable-component-update', '--disable-sync', '--disable-dev-shm-usage'],
];
/** A busy machine draws late. */
const patienceMs = 60_000;

export type Browser = {
  readonly context: BrowserContext;
  /** A tab in which somebody has signed in by a link of the terminal; it stands on the board. */
  signIn(world: Pick<World, 'must' | 'state'>): Promise<Page>;
  /** What went wrong in any tab: errors of programs, what the policy for content refused. */
  readonly wrong: readonly string[];
  close(): Promise<void>;
};

export async function openBrowser(): Promise<Browser> {
  const folder = mkdtempSync(join(tmpdir(), 'drover-browser-'));
  const context = await chromium.launchPersistentContext(folder, {
    ...{ executablePath: '/usr/bin/chromium', headless: true, args: flags, locale: 'en-GB' },
    viewport: { width: 1280, height: 900 },
  });
  context.setDefaultTimeout(patienceMs);
  const wrong: string[] = [];
  context.on('weberror', (error) => wrong.push(String(error.error())));
  context.on('console', (message) => {
    // A browser tells so of every reply that is a refusal, and of a daemon that is not there.
    if (message.type() === 'error' && !/Failed to load resource|ERR_CONNECTION_REFUSED/.test(message.text()))
      wrong.push(message.text());
  });
  return {
    ...{ context, wrong },
    signIn: async (world) => {
      ownDoor(world);
      const { url } = await world.must<WebLink>(['web']);
      const page = await context.newPage();
      await page.goto(url);
      await page.waitForURL((address) => address.pathname === '/');
      await page.locator('[data-live=live]').waitFor();
      return page;
    },
    close: async () => {
      await context.close();
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** Has what pages ask at `url` answered by a test, until what it returns is called, which waits for what is under way: that would fail outside of any test. */
export async function intercept(
  pages: Page | BrowserContext,
  url: string,
  answer: (route: Route) => Promise<void>,
): Promise<() => Promise<void>> {
  await pages.route(url, answer);
  return () => pages.unrouteAll({ behavior: 'wait' });
}

type Finding = { readonly id: string; readonly impact: string; readonly nodes: readonly { readonly html: string }[] };

/** What keeps somebody from using the page as it stands now, by all rules or these; what is only better otherwise is left out. */
export async function barriersOf(page: Page, rules: readonly string[] = []): Promise<readonly string[]> {
  await page.evaluate(axe.source);
  const only = JSON.stringify(rules.length === 0 ? {} : { runOnly: rules });
  const found = await page.evaluate<readonly Finding[]>(`axe.run(${only}).then(({ violations }) => violations)`);
  return found
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}

/** How many pixels stand beyond the right edge. */
export const beyondEdge = (page: Page): Promise<number> =>
  page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
