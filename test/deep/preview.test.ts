// The program of a copy, for a look: started with a port of its own, ended, tidied up after.
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import type { ManualTaskTaken } from '../../src/contract/manual.ts';
import type { TaskLog, TaskRun } from '../../src/contract/task.ts';
import { openBrowser } from '../e2e/browser.ts';
import { openWorld, type World } from '../e2e/world.ts';
import { needs } from '../needs/needs.ts';

let world: World;
afterEach(() => world.close());

const serve = `require('node:http').createServer((_, to) => to.end('shop at ' + process.env.DROVER_PORT_1))
  .listen(Number(process.env.DROVER_PORT_1), '127.0.0.1');`;
const project = (run: string, teardown: string) => ({
  'README.md': 'A shop.\n',
  'serve.js': serve,
  'down.js': 'fetch(process.argv[2] + process.env.DROVER_PORT_1).then(() => {});',
  '.drover.yaml': `setup: []\nrun: { start: ${run}, port: 2 }\nteardown: ["${teardown}", "false"]\n`,
});
const take = async () => (await world.must<ManualTaskTaken>(['step', 'take', '-w', 'shop', 'to look at'])).task;
const run = (task: string, ...more: string[]) => world.must<TaskRun>(['task', 'run', task, ...more]);

async function listen() {
  const heard: string[] = [];
  const server = createServer((request, reply) => {
    heard.push(request.url ?? '');
    reply.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  return { heard, url: `http://127.0.0.1:${port}/`, close: () => new Promise((resolve) => server.close(resolve)) };
}

describe('the program of a copy', () => {
  it('answers at a port of its own, ends when told, and its copy is tidied up before it goes', async () => {
    const witness = await listen();
    world = await openWorld({ project: project('node serve.js', `node down.js ${witness.url}`) });
    await world.must(['workspace', 'add', 'shop', world.checkout]);
    const [one, other] = [await take(), await take()];
    const started = await run(one);
    const beside = await run(other);
    expect(started).toMatchObject({ task: one, state: 'started' });
    expect(new Set([...started.ports, ...beside.ports]).size).toBe(4);
    const text = await world.until(
      () =>
        fetch(started.address ?? '').then(
          (reply) => reply.text(),
          () => '',
        ),
      (said) => said !== '',
    );
    expect(text).toBe(`shop at ${started.ports[0]}`);
    expect(await run(one)).toMatchObject({ state: 'running', run: started.run });
    expect(await run(one, '--stop')).toMatchObject({ state: 'stopped', run: started.run });
    await world.until(
      () => run(one, '--stop'),
      ({ state }) => state === 'not_running',
    );
    expect((await world.drover(['step', 'release', other, '--cleanup'])).code).toBe(0);
    expect(witness.heard).toEqual([`/${beside.ports[0]}`]);
    const { lines } = await world.must<TaskLog>(['task', 'log', other]);
    expect(lines.some(({ text: said }) => said.includes('false'))).toBe(true);
    await world.until(
      () =>
        fetch(beside.address ?? '').then(
          () => 'answers',
          () => 'gone',
        ),
      (said) => said === 'gone',
    );
    expect(await world.ask(['task', 'run', other])).toMatchObject({ error_code: 'TASK_ENDED' });
    const again = await take();
    expect((await run(again)).ports).toEqual(beside.ports);
    await witness.close();
  });

  it('is not there where it ends at once, or nothing is said of it', async () => {
    world = await openWorld({ project: project('node missing.js', 'true') });
    await world.must(['workspace', 'add', 'shop', world.checkout]);
    const task = await take();
    const reply = await world.until(
      () => world.ask(['task', 'run', task]),
      ({ ok }) => !ok,
    );
    expect(reply).toMatchObject({ error_code: 'PREVIEW_FAILED', error: expect.stringContaining('missing.js') });
    writeFileSync(`${world.checkout}/.drover.yaml`, 'setup: []\n');
    await world.git('commit', '-qam', 'Nothing to look at');
    await world.git('push', '-q');
    const other = await take();
    expect(await world.ask(['task', 'run', other])).toMatchObject({ error_code: 'NOT_READY' });
  });
});

const nosy = `require('node:http').createServer((request, to) => {
  to.setHeader('content-type', 'text/html');
  to.end('<p>cookies: ' + (request.headers.cookie ?? 'none') + '</p><p id=said></p><script>try { parent.document.title = "owned"; } catch { said.textContent = "kept out"; } try { top.location = "/owned"; } catch { said.textContent += ", held here"; }</script>');
}).listen(Number(process.env.DROVER_PORT_1), '127.0.0.1');`;

describe('U3 a preview on the page', needs('chromium'), () => {
  it('shows what the copy serves in a frame that reaches neither the page nor its cookie', async () => {
    world = await openWorld({ project: { ...project('node serve.js', 'true'), 'serve.js': nosy } });
    await world.must(['workspace', 'add', 'shop', world.checkout]);
    const task = await take();
    const browser = await openBrowser();
    try {
      const page = await browser.signIn(world);
      await page.goto(`${page.url().replace(/#.*/, '')}#/task/${task}/preview`);
      await page.getByRole('button', { name: 'Start it' }).click();
      await page.getByText('It runs.').waitFor();
      const frame = page.frameLocator('iframe.preview');
      await world.until(
        async () => {
          await page.getByRole('button', { name: 'Load again' }).click();
          return frame.getByText('cookies: none').isVisible();
        },
        (shown) => shown,
      );
      await frame.getByText('kept out, held here').waitFor();
      expect(await page.title()).toContain('Drover');
      expect(page.url()).toContain(`#/task/${task}/preview`);
      await page.getByRole('button', { name: 'Stop it' }).click();
      await page.getByText('It does not run.').waitFor();
      expect(await run(task, '--stop')).toMatchObject({ task });
    } finally {
      await browser.close();
    }
  });
});
