// Sessions on the page, in a real Chromium: what is alive, a terminal that is looked at and typed into, and what programs may not do there.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Browser, barriersOf, beyondEdge, intercept, openBrowser } from '../e2e/browser.ts';
import { openSessionWorld, type SessionWorld } from '../e2e/session-world.ts';
import { needs } from '../needs/needs.ts';

describe('U3 sessions on the page', needs('chromium'), () => {
  let world: SessionWorld;
  let browser: Browser;
  let page: Page;
  let origin: string;
  beforeAll(async () => {
    world = await openSessionWorld({ env: { PS1: '$ ' } });
    await world.start('fox');
    await world.must(['start', 'sh', '--name', 'shell', '-d']);
    browser = await openBrowser();
    page = await browser.signIn(world);
    origin = page.url().replace(/#.*/, '');
  });
  afterAll(async () => {
    await browser?.close();
    await world?.close();
  });

  const rows = () => page.locator('.xterm-rows');
  const live = (of = page) => of.locator('[data-line=live]').waitFor();
  const typeHere = () => page.getByRole('button', { name: 'Type here' });
  /** Anew: a busy page takes two addresses that come at once for the second one, and stays where it was. */
  const open = async (name: string) => {
    await page.goto(`${origin}#/sessions`);
    await page.getByRole('heading', { level: 1, name: 'Sessions' }).waitFor();
    await page.goto(`${origin}#/session/${name}`);
    await page.getByRole('heading', { level: 1, name }).waitFor();
    await live();
  };
  /** The terminal is not there before somebody types. */
  const typeInto = async (name: string) => {
    await open(name);
    await typeHere().click();
    await page.locator('.terminal-place[data-typing] textarea:focus').waitFor();
    await live();
  };

  it('are listed with how they stand, and found by keyboard', async () => {
    await page.keyboard.press('t');
    await page.getByRole('heading', { level: 1, name: 'Sessions' }).waitFor();
    const fox = page.locator('.sessions .row').filter({ hasText: 'fox' });
    await fox.getByText('ready').waitFor();
    await fox.getByText('echo-agent').waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await page.getByText('You look: your keys do nothing there.').waitFor();
  });

  it('are looked at until somebody asks to type: then keys are the program’s, until they are left', async () => {
    await open('shell');
    await page.locator('.terminal-place').click();
    await page.keyboard.type('echo no-$((40+2))');
    await typeInto('shell');
    await page.keyboard.type('echo yes-$((40+2))\n');
    await rows().getByText('yes-42').first().waitFor();
    expect(await rows().innerText()).not.toContain('no-');
    await page.keyboard.press('Escape');
    await page.keyboard.press('b');
    expect(page.url()).toContain('session/shell');
    await page.keyboard.press('Control+u');
    await page.keyboard.press('Control+\\');
    await page.keyboard.press('d');
    await page.getByText('You look: your keys do nothing there.').waitFor();
    expect(await typeHere().evaluate((button) => button.matches(':focus'))).toBe(true);
  });

  it('have the window of who types, and others see it so', async () => {
    const other = await browser.context.newPage();
    await other.goto(`${origin}#/session/shell`);
    await live(other);
    await page.setViewportSize({ width: 900, height: 600 });
    await typeInto('shell');
    await page.keyboard.type('clear; stty size; seq -s = 200 | tr -d 0-9\n');
    await rows()
      .getByText(/^\d+ \d+$/)
      .first()
      .waitFor();
    const [, tall = 0, wide = 0] = /(\d+) (\d+)\s/.exec(await rows().innerText())?.map(Number) ?? [];
    expect(await rows().locator('> div').count()).toBe(tall);
    const longest = async (of: Page) =>
      Math.max(
        ...(await of.locator('.xterm-rows > div').allInnerTexts()).map((line) => line.match(/=+/)?.[0].length ?? 0),
      );
    for (const of of [page, other])
      await world.until(
        () => longest(of),
        (cells) => cells === wide,
      );
    await other.close();
    await page.setViewportSize({ width: 1280, height: 900 });
    // Its program is told of the window before it gets the keys.
    await world.until(
      () => rows().locator('> div').count(),
      (lines) => lines > tall,
    );
    await page.keyboard.type('clear; stty size\n');
    await world.until(
      async () => Number(/\d+ (\d+)\s/.exec(await rows().innerText())?.[1]),
      (columns) => columns > wide,
    );
  });

  it('that flood are drawn to their end, and the page answers meanwhile', async () => {
    await typeInto('shell');
    await page.keyboard.type('clear; seq 300000; echo ended-$((1+1))\n');
    await page.getByRole('button', { name: 'As text' }).click();
    await page.getByRole('region', { name: 'As text' }).waitFor();
    await rows().getByText('ended-2').first().waitFor();
    await page.getByRole('button', { name: 'As text' }).click();
  });

  it('are opened anew from a page that is too busy to see where it was sent between', async () => {
    await typeInto('shell');
    await page.evaluate(`{
      const until = performance.now() + 1_500;
      const stall = () => {
        for (const begun = performance.now(); performance.now() - begun < 100; );
        if (performance.now() < until) setTimeout(stall);
      };
      setTimeout(stall);
    }`);
    await typeInto('shell');
  });

  it('come back by themselves when the daemon was killed, as they look then', async () => {
    await typeInto('shell');
    process.kill(await world.daemonPid(), 'SIGKILL');
    await page.locator('[data-line=lost]').waitFor();
    await world.must(['ps']);
    await live();
    await page.keyboard.type('echo back-$((1+1))\n');
    await rows().getByText('back-2').first().waitFor();
  });

  it('are asked for anew where a door opens and then says nothing, not even farewell', async () => {
    const tab = await browser.context.newPage();
    await tab.clock.install();
    let doors = 0;
    await tab.routeWebSocket('**/v1/terminal*', (socket) => {
      doors += 1;
      if (doors === 1) socket.onClose(() => undefined);
      else socket.connectToServer();
    });
    await tab.goto(`${origin}#/session/shell`);
    await world.until(
      async () => doors,
      (opened) => opened === 1,
    );
    await tab.clock.fastForward(8_000);
    await live(tab);
    await tab.close();
  });

  it('stay as they are known while nobody answers, and are asked for until somebody does', async () => {
    await typeInto('shell');
    let unanswered = 0;
    const letBe = await intercept(page, '**/v1/service.ps', async (route) => {
      unanswered += 1;
      await route.abort();
    });
    await world.must(['start', 'sh', '--name', 'other', '-d']);
    await world.until(
      async () => unanswered,
      (times) => times > 1,
    );
    await page.keyboard.type('echo still-$((1+1))\n');
    await rows().getByText('still-2').first().waitFor();
    await letBe();
    await page.waitForResponse('**/v1/service.ps');
    await page.goto(`${origin}#/sessions`);
    await page.locator('.sessions .row').filter({ hasText: 'other' }).waitFor();
  });

  it('do nothing but draw: titles, links, clipboard, hidden directions, colours, questions', async () => {
    await browser.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await typeInto('shell');
    await page.evaluate(`navigator.clipboard.writeText('mine')`);
    const title = await page.title();
    const hostile = [
      String.raw`\033]0;owned\007\033]52;c;b3duZWQ=\007\033]8;;http://evil.test/\007click\033]8;;\007`,
      String.raw`\033]11;#ffffff\007\033]1337;File=inline=1:AAAA\007\033]9;note\007\342\200\256txet`,
    ].join('');
    await page.keyboard.type(`clear; printf '${hostile}'; echo drawn-$((1+1))\n`);
    await rows().getByText('drawn-2').first().waitFor();
    const shown = await rows().innerText();
    expect(shown).toContain('clicktxetdrawn-2');
    expect(shown).not.toMatch(/[\u202e\u001b]/);
    expect(await page.title()).toBe(title);
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe('mine');
    expect(await page.locator('.terminal-place a').count()).toBe(0);
    const asked = browser.context.pages().length;
    await rows()
      .getByText('click')
      .first()
      .click({ modifiers: ['ControlOrMeta'], force: true });
    expect(browser.context.pages().length).toBe(asked);
  });

  it('are told something, ask on their own page, and are stopped by who is sure', async () => {
    await open('fox');
    await page.getByLabel('Tell it something').fill('hello </script> there');
    await page.keyboard.press('Control+Enter');
    await page.getByText(/^Sent as m\d+\.$/).waitFor();
    await rows().getByText('hello </script> there').first().waitFor();
    await world.until(
      async () => world.lines('fox'),
      (lines) => lines.join() === 'hello </script> there',
    );
    await page.getByRole('button', { name: 'As text' }).click();
    await page.getByRole('region', { name: 'As text' }).getByText('hello </script> there').waitFor();
    await page.getByRole('button', { name: 'Stop the session' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Stop the session' }).click();
    await page.locator('.standing .sign').getByText('ended').waitFor();
    await page.getByRole('region', { name: 'Conversation' }).getByText('hello </script> there').waitFor();
  });

  it('have no barrier that axe finds, and nothing beyond the edge of a phone', async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    for (const place of ['sessions', 'session/shell', 'session/nobody']) {
      await page.goto(`${origin}#/${place}`);
      await page.locator('main h1').waitFor();
      await page
        .locator('main')
        .getByText(/^Loading/)
        .waitFor({ state: 'detached' });
      if (place === 'session/shell') await live();
      expect(await barriersOf(page), place).toEqual([]);
      expect(await beyondEdge(page), place).toBe(0);
    }
  });

  it('nothing went wrong in the page', () => expect(browser.wrong).toEqual([]));
});
