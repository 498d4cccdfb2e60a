// The page at its extremes, in a real Chromium: changes of 50 MB, names and text that attack, a journal of 10,000 facts, 50 sessions.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TaskDetail } from '../../src/contract/task.ts';
import { demoScript } from '../../src/local/demo-script.ts';
import { type Browser, barriersOf, beyondEdge, openBrowser } from '../e2e/browser.ts';
import { openSessionWorld, type SessionWorld } from '../e2e/session-world.ts';
import { shopProject } from '../e2e/shop-project.ts';
import { needs } from '../needs/needs.ts';

const hostile = '<img src=x onerror=window.pwned=1>';
const attack = `</script><script>window.pwned=1</script>${hostile}\u202eevil\u202c\u001b]0;owned\u0007\u001b[2J`;
const longLine = 5_000_000;
const manyLines = 500_000;
const manyFacts = 10_000;
const manyFiles = 5_000;
const manySessions = 50;

describe('U3 the page at its extremes', needs('chromium'), () => {
  let world: SessionWorld;
  let browser: Browser;
  let page: Page;
  let origin: string;
  let task: string;
  beforeAll(async () => {
    world = await openSessionWorld({
      ...{ project: shopProject, remote: 'shop', config: 'policy: normal\n' },
      script: { turns: demoScript.turns },
    });
    await world.must(['workspace', 'add', 'shop', world.checkout]);
    ({ task } = await world.must<{ task: string }>(['do', 'Late at once', '--agent', 'scripted', '-d']));
    await world.asked(task, 'plan');
    browser = await openBrowser();
    page = await browser.signIn(world);
    origin = page.url().replace(/#.*/, '');
  });
  afterAll(async () => {
    await browser?.close();
    await world?.close();
  });

  const fileOf = (path: string) => page.locator('details.file').filter({ has: page.getByText(path, { exact: true }) });
  const unfold = async (path: string) => {
    await fileOf(path).locator('summary').click();
    return fileOf(path);
  };

  it('a change of 55 MB says what is not shown, and shows each file when it is unfolded', async () => {
    const { copy } = await world.must<TaskDetail>(['task', 'show', task]);
    mkdirSync(join(copy ?? '', hostile));
    writeFileSync(join(copy ?? '', hostile, `${hostile}.txt`), `${attack}\n`);
    writeFileSync(join(copy ?? '', 'line.txt'), `${'x'.repeat(longLine)}\n`);
    writeFileSync(join(copy ?? '', 'many.txt'), `${'y'.repeat(99)}\n`.repeat(manyLines));
    await page.goto(`${origin}#/task/${task}/change`);
    await page.getByText('This is too long to be shown at once').waitFor();

    const line = await unfold('line.txt');
    await line.getByRole('button', { name: `… ${longLine - 2_000} more characters` }).click();
    await line.getByRole('button', { name: `… ${longLine - 52_000} more characters` }).waitFor();

    const many = await unfold('many.txt');
    await many.getByText('This is not all of the file').waitFor();
    await many.getByRole('button', { name: /^Show 2000 of \d+ more lines$/ }).click();
    await many.getByText('2400', { exact: true }).waitFor();
    await many.getByRole('button', { name: 'Comment on many.txt:7', exact: true }).click();
    await page.getByLabel('Comment on many.txt:7', { exact: true }).last().fill('Why so many?');
    await page.getByRole('button', { name: 'Keep it' }).click();
    await many.getByText('Why so many?').waitFor();
    expect(await beyondEdge(page)).toBe(0);
  });

  it('names and lines of files that attack are shown, and nothing of them is executed or hidden', async () => {
    const path = `${hostile}/${hostile}.txt`;
    const shown = await fileOf(path).innerText();
    expect(shown).toContain('</script><script>window.pwned=1</script>');
    expect(shown).toContain('evil');
    expect(shown).not.toMatch(/[\u202e\u001b]|owned/);
    expect(await page.locator('main img, main script').count()).toBe(0);
    expect(await page.evaluate('window.pwned')).toBeUndefined();
  });

  it('a change of 5,000 files opens, and says on the page and in a terminal how many of them are not shown', async () => {
    const { copy } = await world.must<TaskDetail>(['task', 'show', task]);
    for (const large of ['line.txt', 'many.txt']) rmSync(join(copy ?? '', large));
    for (let folder = 0; folder < 50; folder += 1) {
      mkdirSync(join(copy ?? '', `made-${folder}`));
      for (let file = 0; file < manyFiles / 50; file += 1)
        writeFileSync(join(copy ?? '', `made-${folder}`, `file-${file}.txt`), `${folder} ${file} ${'z'.repeat(90)}\n`);
    }
    await page.reload();
    await page.getByText('This is too long to be shown at once').waitFor();
    const all = Number(/^(\d+) files/.exec(await page.locator('.sum').innerText())?.[1]);
    expect(all).toBeGreaterThan(manyFiles);
    const named = await page.locator('details.file').count();
    await page.getByText(`and ${all - named} more files`).waitFor();
    expect(await beyondEdge(page)).toBe(0);

    const printed = await world.drover(['task', 'diff', task]);
    expect(printed.out.trimEnd().split('\n').at(-1)).toMatch(new RegExp(`^\\(cut: \\d+ of ${all} files are shown`));
  });

  it('a log of 10,000 facts is there, hears what is new, and keeps its tab below 80 MB', async () => {
    await world.must(['down', '--yes']);
    addFacts(join(world.state, 'drover.db'), task);
    await world.must(['ps']);
    await page.goto(`${origin}#/task/${task}/log`);
    await page.locator('[data-live=live]').waitFor();
    await page.reload();
    const lines = page.locator('.log li');
    await lines.nth(999).waitFor({ state: 'attached' });
    await page.getByRole('button', { name: 'Pause' }).click();
    await lines
      .last()
      .getByText(/pauses/)
      .waitFor();
    const tools = await page.context().newCDPSession(page);
    await tools.send('HeapProfiler.collectGarbage');
    await tools.send('Performance.enable');
    const { metrics } = await tools.send('Performance.getMetrics');
    expect(metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value).toBeLessThan(80 * 1024 ** 2);
    expect(browser.wrong).toEqual([]);
  });
});

describe('U3 the page with 50 sessions', needs('chromium'), () => {
  let world: SessionWorld;
  let browser: Browser;
  let page: Page;
  beforeAll(async () => {
    world = await openSessionWorld();
    browser = await openBrowser();
    page = await browser.signIn(world);
  });
  afterAll(async () => {
    await browser?.close();
    await world?.close();
  });

  it('lists them, each is reached by keyboard, and axe finds no barrier', async () => {
    const names = Array.from({ length: manySessions }, (_, at) => `shell-${at}`);
    for (let at = 0; at < names.length; at += 5)
      await Promise.all(names.slice(at, at + 5).map((name) => world.must(['start', 'sh', '--name', name, '-d'])));
    await page.goto(new URL('#/sessions', page.url()).href);
    const rows = page.locator('.sessions .row');
    await rows.nth(manySessions - 1).waitFor({ state: 'attached' });
    expect(await rows.count()).toBe(manySessions);
    for (let at = 0; at < manySessions; at += 1) await page.keyboard.press('j');
    expect(
      await rows
        .last()
        .locator('a.what')
        .evaluate((link) => link.matches(':focus')),
    ).toBe(true);
    expect(await barriersOf(page)).toEqual([]);
    expect(browser.wrong).toEqual([]);
  });
});

/** As the daemon writes them, while it is down. */
function addFacts(path: string, task: string): void {
  const database = new DatabaseSync(path);
  try {
    const last = (column: string, where = '') =>
      Number(database.prepare(`SELECT coalesce(max(${column}), 0) AS n FROM facts ${where}`).get()?.n);
    const [position, number] = [last('position'), last('number', `WHERE thing = '${task}'`)];
    const add = database.prepare(
      'INSERT INTO facts (position, thing, task, number, at, kind, data) VALUES (?, ?, ?, ?, ?, ?, ?)',
    );
    database.exec('BEGIN');
    for (let more = 1; more <= manyFacts; more += 1)
      add.run(
        position + more,
        task,
        task,
        number + more,
        Date.now(),
        'said',
        JSON.stringify({ by: 'person:ada', text: `line ${more}` }),
      );
    database.prepare(`UPDATE counters SET value = ? WHERE name = 'position'`).run(position + manyFacts);
    database.exec('COMMIT');
  } finally {
    database.close();
  }
}
