// The page for everybody: nothing that axe finds in its way, nothing beyond the edge of a phone, light and dark, in both languages.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Browser, barriersOf, beyondEdge, openBrowser } from '../e2e/browser.ts';
import { openWorld, type World } from '../e2e/world.ts';
import { needs } from '../needs/needs.ts';

describe('U3 the page', needs('chromium'), () => {
  let world: World;
  let browser: Browser;
  let page: Page;
  let places: readonly string[];
  beforeAll(async () => {
    world = await openWorld();
    const done = await world.start('Every service counts as late');
    await world.ended(done);
    world.setConfig('policy: normal\n');
    const asking = await world.start('On a phone');
    await world.asked(asking, 'plan');
    places = ['', 'new', 'task/nope', ...[asking, done].map((task) => `task/${task}`)].concat(
      ['change', 'evidence'].map((part) => `task/${done}/${part}`),
    );
    browser = await openBrowser();
    page = await browser.signIn(world);
    await page.setViewportSize({ width: 360, height: 740 });
  });
  afterAll(async () => {
    await browser?.close();
    await world?.close();
  });

  const visit = async (place: string) => {
    await page.goto(`${new URL(page.url()).origin}/#/${place}`);
    await page.locator('main h1').waitFor();
    const loading = page.locator('main').getByText(/^(Loading|读取中)/);
    await loading.waitFor({ state: 'detached' });
    expect(await beyondEdge(page), place).toBe(0);
  };

  it('has no barrier that axe finds and nothing beyond the edge of a phone', async () => {
    for (const place of places) {
      await visit(place);
      expect(await barriersOf(page), place).toEqual([]);
    }
  });

  const inChinese = async () => {
    await page.evaluate(`localStorage.setItem('drover.language', 'zh')`);
    await page.reload();
    await page.locator('html[lang=zh]').waitFor();
  };

  it('nor has it dark and in Chinese', async () => {
    await page.emulateMedia({ colorScheme: 'dark' });
    await inChinese();
    for (const place of places) {
      await visit(place);
      expect(await barriersOf(page, ['color-contrast']), place).toEqual([]);
    }
  });

  it('in Chinese what the daemon says is Chinese, sentence for sentence: states, questions, choices, errors, facts, proof', async () => {
    const shows = async (place: string, ...texts: readonly string[]) => {
      await visit(place);
      for (const text of texts) await page.locator('main').getByText(text).first().waitFor();
    };
    await inChinese();
    const [, , missing = '', asking = '', done = ''] = places;
    await shows('', '原因：');
    await shows(missing, '没有这个任务。', '列出任务。');
    await shows(asking, '就这么做', '原因：');
    await shows(done, '以 0 结束');
    await shows(`${done}/log`, '提出', '进入分析', '已结束，');
    await shows(`${done}/evidence`, '通过');
    const left = await page.goto(`${new URL(page.url()).origin}/#/${done}/log`).then(async () => {
      await page.locator('.log li').first().waitFor();
      const lines = await page.locator('.log li > span:last-child').allTextContents();
      return lines.filter((line) => !/\p{Script=Han}|^PR：|^scripted: /u.test(line));
    });
    expect(left).toEqual([]);
  });

  it('nothing went wrong in it', () => {
    expect(browser.wrong).toEqual([]);
  });
});
