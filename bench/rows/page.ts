// The page in a real Chromium: what it weighs, when it is painted on a slow machine, how soon a fact and a key are seen. Without Chromium only its weight is told.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { chromium, type Page } from 'playwright-core';
import type { WebLink } from '../../src/contract/web.ts';
import { type BuiltCli, build, openBuiltCli } from '../built-cli.ts';
import { multiplyTask } from '../multiply-task.ts';
import type { Bench, Row } from '../row.ts';
import { median } from '../sample.ts';

const executablePath = '/usr/bin/chromium';
const web = join(import.meta.dirname, '../../dist/web');
const tasks = 500;
const rounds = 30;
const keys = 100;

export const bench: Bench = {
  name: 'page',
  target:
    'first load <= 150 KB, a terminal <= 110 KB more; on a slow machine and line painted in <= 1 s, a board of 500 in <= 2.5 s; fact -> seen p50 <= 150 ms, key -> seen p50 <= 30 ms',
  measure: async () => {
    build();
    if (!existsSync(executablePath)) {
      process.stdout.write(`  skipped but for its weight: there is no ${executablePath}\n`);
      return weights();
    }
    return [...weights(), ...(await inBrowser())];
  },
};

const row = (what: string, unit: Row['unit'], value: number, most: number | null, min: number | null = null): Row => ({
  ...{ what, unit, value, min, floor: null },
  target: most === null ? 'no figure' : `<= ${most} ${unit}`,
  met: most === null || value <= most,
});

/** Packed, as they are sent. */
function weights(): readonly Row[] {
  const sizes = new Map(
    readdirSync(join(web, 'assets')).map((name) => [name, gzipSync(readFileSync(join(web, 'assets', name))).length]),
  );
  const html = readFileSync(join(web, 'index.html'));
  const first = [...sizes].filter(([name]) => html.includes(name)).reduce((sum, [, bytes]) => sum + bytes, 0);
  const of = (chunk: string) =>
    [...sizes].reduce((sum, [name, bytes]) => sum + (name.startsWith(chunk) ? bytes : 0), 0);
  return [
    row('first load', 'KB', (first + gzipSync(html).length) / 1024, 150),
    row('a terminal, more', 'KB', of('screen-') / 1024, 110),
    row('a graph, more', 'KB', of('place-') / 1024, null),
  ];
}

async function inBrowser(): Promise<readonly Row[]> {
  const cli = await openBuiltCli(false);
  const profile = mkdtempSync(join(tmpdir(), 'drover-bench-page-'));
  try {
    const task = cli.state();
    await cli.until(task, 'plan');
    await cli.down();
    multiplyTask(join(cli.folder.env.DROVER_HOME ?? '', 'drover.db'), task, tasks);
    cli.run('ps');
    const args = ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'];
    const context = await chromium.launchPersistentContext(profile, { executablePath, headless: true, args });
    try {
      const page = await context.newPage();
      await page.goto(cli.ask<WebLink>('web').url);
      await page.locator('[data-live=live]').waitFor();
      return [
        ...(await slowly(page)),
        ...(await seen(page, task)),
        ...(await typed(page, cli)),
        ...(await flooded(page, cli)),
      ];
    } finally {
      await context.close();
    }
  } finally {
    await cli.close();
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** A machine of a fourth of the speed, on a line of 1.6 Mbit/s with 150 ms. Nothing was kept from before. */
async function slowly(page: Page): Promise<readonly Row[]> {
  const tools = await page.context().newCDPSession(page);
  await tools.send('Network.enable');
  await tools.send('Network.setBypassServiceWorker', { bypass: true });
  await tools.send('Network.setCacheDisabled', { cacheDisabled: true });
  const line = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 94_000 };
  await tools.send('Network.emulateNetworkConditions', line);
  await tools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await page.goto(page.url().replace(/#.*/, ''));
  await page.reload();
  await page
    .locator('.rows .row')
    .nth(tasks - 1)
    .waitFor({ state: 'attached' });
  const board = await page.evaluate<number>('performance.now()');
  const painted = await page.evaluate<number>(`performance.getEntriesByName('first-contentful-paint')[0].startTime`);
  await tools.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  await tools.send('Network.emulateNetworkConditions', {
    ...line,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: -1,
  });
  await tools.send('HeapProfiler.collectGarbage');
  const { metrics } = await tools.send('Performance.enable').then(() => tools.send('Performance.getMetrics'));
  const heap = metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? Number.NaN;
  return [
    row('first paint, slow machine and line', 'ms', painted, 1000),
    row(`board of ${tasks} tasks, slow machine and line`, 'ms', board, 2500),
    row(`a tab with ${tasks} tasks`, 'MB', heap / 1024 ** 2, 80),
  ];
}

/** From the moment of a fact, by the journal, until it stands there. */
async function seen(page: Page, task: string): Promise<readonly Row[]> {
  await page.goto(`${page.url().replace(/#.*/, '')}#/task/${task}`);
  await page.locator('.task-head .standing').waitFor();
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1)
    times.push(await page.evaluate<number>(`(${changeAndSee})(${JSON.stringify(task)}, ${round % 2 === 0})`));
  return [row(`fact -> seen, p50 of ${rounds}`, 'ms', median(times), 150, Math.min(...times))];
}

/** In the page: pauses the task or lets it go on, and waits until the page offers the other. */
const changeAndSee = `async (task, pauses) => {
  const word = pauses ? 'Go on' : 'Pause';
  const there = () => [...document.querySelectorAll('.task-actions button')].some(({ textContent }) => textContent === word);
  const shown = new Promise((resolve) => {
    const watch = new MutationObserver(() => there() && (watch.disconnect(), resolve(Date.now())));
    watch.observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  const headers = { 'content-type': 'application/json', 'x-drover-page': localStorage.getItem('drover.key') };
  const ask = (command, input) => fetch('/v1/' + command, { method: 'POST', headers, body: JSON.stringify(input) }).then((reply) => reply.json());
  const begun = Date.now();
  await ask(pauses ? 'task.pause' : 'task.resume', { task });
  const at = await shown;
  const { data } = await ask('task.log', { task, lines: 1 });
  return at - Math.max(begun, data.lines[0].at);
}`;

/** 20 MB of a program's output, until the last of it is drawn; and the longest time in which the page did nothing else. */
async function flooded(page: Page, cli: BuiltCli): Promise<readonly Row[]> {
  cli.run(
    'start',
    'sh',
    '--name',
    'flood',
    '-d',
    '--',
    '-c',
    'printf "> "; read x; seq 1 2700000; echo all-of-it; exec cat',
  );
  await page.goto(`${page.url().replace(/#.*/, '')}#/session/flood`);
  await page.getByRole('button', { name: 'Type here' }).click();
  await page.locator('.terminal-place[data-typing] textarea:focus').waitFor();
  await page.locator('.xterm-rows').getByText('>').waitFor();
  await page.evaluate(watchPauses);
  await page.keyboard.press('Enter');
  await page.locator('.xterm-rows').getByText('all-of-it').waitFor({ timeout: 300_000 });
  const [took = 0, longest = 0] = await page.evaluate<number[]>('window.pauses()');
  return [
    row('20 MB of output, until drawn', 'ms', took, null),
    row('the longest the page did not answer meanwhile', 'ms', longest, 100),
  ];
}

const watchPauses = `{
  const begun = performance.now();
  let last = begun;
  let longest = 0;
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
    setTimeout(() => port2.postMessage(null));
  };
  port2.postMessage(null);
  window.pauses = () => [performance.now() - begun, longest];
}`;

/** From a key until its echo is drawn. */
async function typed(page: Page, cli: BuiltCli): Promise<readonly Row[]> {
  cli.run('start', 'sh', '--name', 'typed', '-d', '--', '-c', 'stty raw -echo; printf "> "; exec cat');
  await page.goto(`${page.url().replace(/#.*/, '')}#/session/typed`);
  await page.getByRole('button', { name: 'Type here' }).click();
  await page.locator('.terminal-place[data-typing] textarea:focus').waitFor();
  await page.locator('[data-line=live]').waitFor();
  await page.locator('.xterm-rows').getByText('>').waitFor();
  const times: number[] = [];
  for (let round = 0; round < keys; round += 1)
    times.push(await page.evaluate<number>(`(${typeAndSee})(${97 + (round % 26)})`));
  return [row(`key -> seen, p50 of ${keys}`, 'ms', median(times), 30, Math.min(...times))];
}

const typeAndSee = `(code) => new Promise((resolve) => {
  const rows = document.querySelector('.xterm-rows');
  const letter = String.fromCharCode(code);
  const before = rows.textContent.split(letter).length;
  const watch = new MutationObserver(() => {
    if (rows.textContent.split(letter).length <= before) return;
    watch.disconnect();
    resolve(performance.now() - begun);
  });
  watch.observe(rows, { subtree: true, childList: true, characterData: true });
  const area = document.querySelector('.terminal-place textarea');
  const begun = performance.now();
  for (const kind of ['keydown', 'keypress'])
    area.dispatchEvent(new KeyboardEvent(kind, { key: letter, charCode: kind === 'keypress' ? code : 0, keyCode: kind === 'keypress' ? code : code - 32, bubbles: true, cancelable: true }));
})`;
