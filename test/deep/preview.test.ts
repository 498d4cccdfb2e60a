// The program of a copy, for a look: started with a port of its own, ended, tidied up after.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import type { ManualTaskTaken } from '../../src/contract/manual.ts';
import type { TaskDetail, TaskEvidence, TaskLog, TaskRun, TaskScreenshot } from '../../src/contract/task.ts';
import { sizeOfPng } from '../../src/domain/place/screenshot.ts';
import { barriersOf, beyondEdge, openBrowser } from '../e2e/browser.ts';
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
  const close = () =>
    new Promise((resolve) => {
      server.close(resolve);
      // A browser opens some before it asks anything.
      server.closeAllConnections();
    });
  return { heard, url: `http://127.0.0.1:${port}/`, close };
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
    expect((await run(again)).ports).not.toEqual(beside.ports);
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

/** For a screenshot it is no frame's: it would lead itself on for ever. */
const nosy = `require('node:http').createServer((request, to) => {
  to.setHeader('content-type', 'text/html');
  to.end('<p>cookies: ' + (request.headers.cookie ?? 'none') + '</p><p id=said></p><script>try { parent.document.title = "owned"; } catch { said.textContent = "kept out"; } try { if (top !== window) top.location = "/owned"; } catch { said.textContent += ", held here"; }</script>');
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
      // A program has two ports; the other one, under the page's own name, would be sent the page's cookie.
      const beside = await listen();
      const refused = page.waitForEvent('console', (message) => message.text().includes('frame-src'));
      const inFrame = page.frames().find((each) => each.parentFrame() !== null);
      await inFrame?.evaluate((to) => location.assign(to), beside.url);
      await refused;
      expect(beside.heard).toEqual([]);
      await beside.close();
      await page.getByRole('button', { name: 'Take a screenshot' }).click();
      await page.getByRole('button', { name: /^Show: \/, / }).click();
      const picture = page.getByRole('img', { name: 'What the program showed at /' });
      await picture.waitFor();
      const shown = (await picture.getAttribute('src'))?.replace('data:image/png;base64,', '') ?? '';
      expect(sizeOfPng(Buffer.from(shown, 'base64'))).toEqual({ width: 1280, height: 800 });
      expect(await barriersOf(page)).toEqual([]);
      await page.setViewportSize({ width: 360, height: 740 });
      expect(await beyondEdge(page)).toBe(0);
      await page.getByLabel('Path').fill('no path');
      await page.keyboard.press('Enter');
      await page.getByRole('alert').getByText('must begin with one /').waitFor();
      await page.setViewportSize({ width: 1280, height: 900 });
      expect(await page.title()).toContain('Drover');
      expect(page.url()).toContain(`#/task/${task}/preview`);
      await page.getByRole('button', { name: 'Stop it', exact: true }).click();
      await page.getByText('It does not run.').waitFor();
      expect(await run(task, '--stop')).toMatchObject({ task });
    } finally {
      await browser.close();
    }
  });
});

/** What a program at another port of the page's own name tries, and tells its server of. */
const hostile = (origin: string) => `<iframe name="inside"></iframe><script>(async () => {
  const tried = {};
  const attempt = (name, work) => work().then((got) => { tried[name] = got; }, () => { tried[name] = 'kept out'; });
  const change = { method: 'POST', credentials: 'include', body: '{"key":"policy","value":"careful"}' };
  const ask = (path, how) => fetch('${origin}' + path, how).then((reply) => reply.text());
  await attempt('read', () => ask('/v1/events', { credentials: 'include' }));
  await attempt('ask', () => ask('/v1/service.board', { ...change, body: '{}' }));
  await attempt('act', () => ask('/v1/config.set', { ...change, headers: { 'x-drover-page': localStorage.getItem('drover.key') } }));
  await fetch('${origin}/v1/config.set', { ...change, mode: 'no-cors' }).catch(() => {});
  await attempt('terminal', () => new Promise((open, refused) => {
    const socket = new WebSocket('${origin.replace('http', 'ws')}/v1/terminal?session=shell&right=type', ['drover.terminal']);
    Object.assign(socket, { onopen: () => open('open'), onerror: refused });
  }));
  const form = Object.assign(document.createElement('form'), { method: 'post', action: '${origin}/v1/config.set', target: 'inside', enctype: 'text/plain' });
  form.append(Object.assign(document.createElement('input'), { name: '{"key":"policy","value":"careful","x":"', value: '"}' }));
  document.body.append(form);
  form.submit();
  const page = open('${origin}/');
  await new Promise((resolve) => setTimeout(resolve, 500));
  await attempt('window', async () => page.localStorage.getItem('drover.key'));
  await attempt('frame', async () => frames.inside.document.body.innerText);
  await fetch('/tried', { method: 'POST', body: JSON.stringify(tried) });
})();</script>`;

describe('X6 a preview in a tab of its own, led to the page’s name', needs('chromium'), () => {
  it('is sent the page’s cookie, with which nobody reads or does anything, in the browser or out of it', async () => {
    world = await openWorld();
    const browser = await openBrowser();
    const told = Promise.withResolvers<string>();
    const cookies = new Set<string>();
    const preview = createServer((request, reply) => {
      cookies.add(request.headers.cookie ?? '');
      request.setEncoding('utf8').on('data', told.resolve);
      reply.setHeader('content-type', 'text/html').end(request.url === '/' ? hostile(origin) : '');
    });
    let origin = '';
    try {
      const page = await browser.signIn(world);
      origin = new URL(page.url()).origin;
      await new Promise<void>((resolve) => preview.listen(0, '127.0.0.1', resolve));
      const tab = await browser.context.newPage();
      await tab.goto(`http://127.0.0.1:${(preview.address() as { port: number }).port}/`);
      const out = 'kept out';
      expect(JSON.parse(await told.promise)).toEqual({
        ...{ read: out, ask: out, act: out, terminal: out, window: out, frame: out },
      });
      const cookie = [...cookies].find((each) => each.includes('drover-'));
      expect(cookie).toBeDefined();
      const headers = { cookie: cookie ?? '', origin, 'sec-fetch-site': 'same-origin' };
      for (const path of ['service.board', 'task.list', 'config.set', 'session.attach'])
        expect((await fetch(`${origin}/v1/${path}`, { method: 'POST', headers, body: '{}' })).status, path).toBe(401);
      expect((await fetch(`${origin}/v1/events`, { headers })).status).toBe(401);
      expect(readFileSync(`${world.state}/config.yaml`, 'utf8')).not.toContain('careful');
    } finally {
      await browser.close();
      preview.close();
    }
  });
});

const shows = (page: string) => `require('node:http').createServer((request, to) => {
  to.setHeader('content-type', 'text/html');
  to.end(${JSON.stringify(page)} + request.url);
}).listen(Number(process.env.DROVER_PORT_1), '127.0.0.1');`;
const answers = (address: string | null) =>
  world.until(
    () =>
      fetch(address ?? '').then(
        ({ ok }) => ok,
        () => false,
      ),
    (ok) => ok,
  );

describe('U3 a screenshot of a preview', needs('bwrap', 'chromium'), () => {
  it('is evidence by its hash, with what it was taken of, and speaks with that one port alone', async () => {
    const witness = await listen();
    const page = `<h1>shop</h1><img src="${witness.url}seen.png"><script>fetch("${witness.url}told")</script>`;
    world = await openWorld({ project: { ...project('node serve.js', 'true'), 'serve.js': shows(page) } });
    await world.must(['workspace', 'add', 'shop', world.checkout]);
    const task = await take();
    expect(await world.ask(['task', 'screenshot', task])).toMatchObject({ error_code: 'NOT_READY' });
    const { address, ports } = await run(task);
    await answers(address);
    const { screenshot, run: id } = await world.must<TaskScreenshot>([
      ...['task', 'screenshot', task, '--path', '/cart?id=1', '--width', '640', '--height', '480'],
    ]);
    expect(screenshot).toMatchObject({ path: '/cart?id=1', width: 640, height: 480, port: ports[0] });
    expect(screenshot.tree).toMatch(/^[0-9a-f]{40}$/);
    expect(screenshot).not.toHaveProperty('moved');
    expect(witness.heard).toEqual([]);
    expect((await world.must<TaskDetail>(['task', 'show', task])).screenshots).toEqual([screenshot]);
    const folder = `${world.folder}/kept`;
    const { screenshots } = await world.must<TaskEvidence>(['task', 'evidence', task, '--outputs', folder]);
    expect(screenshots).toEqual([screenshot]);
    const bytes = readFileSync(`${folder}/screenshots/${screenshot.sha256}.png`);
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(screenshot.sha256);
    expect(sizeOfPng(bytes)).toEqual({ width: 640, height: 480 });
    expect(existsSync(`${world.state}/runs/${id}/home`)).toBe(false);
    const { lines } = await world.must<TaskLog>(['task', 'log', task]);
    expect(lines.some(({ text }) => text.includes(screenshot.sha256))).toBe(true);
    await witness.close();
  });

  it('is taken once though the daemon is killed while the browser loads', async () => {
    const hold =
      "if (request.url === '/slow') return held.push(to);\n  if (request.url === '/go') for (const each of held) each.end();\n  ";
    const slow = `const held = [];\n${shows('<h1>slow</h1>').replace('to.end(', `${hold}to.end(`)}`;
    world = await openWorld({ project: { ...project('node serve.js', 'true'), 'serve.js': slow } });
    await world.must(['workspace', 'add', 'shop', world.checkout]);
    const task = await take();
    const { address } = await run(task);
    await answers(address);
    const asked = world.ask(['task', 'screenshot', task, '--path', '/slow']).catch(() => null);
    const shots = () => world.must<{ runs: readonly { id: string; role: string; state: string }[] }>(['ps', '--all']);
    const one = await world.until(
      async () => (await shots()).runs.find(({ role, state }) => role === 'screenshot' && state === 'running')?.id,
      (id) => id !== undefined,
    );
    process.kill(await world.daemonPid(), 'SIGKILL');
    await answers(new URL('/go', address ?? '').href);
    const { screenshots = [] } = await world.until(
      () => world.must<TaskDetail>(['task', 'show', task]),
      (shown) => shown.screenshots !== undefined,
    );
    await asked;
    expect(screenshots.map(({ path }) => path)).toEqual(['/slow']);
    expect((await shots()).runs.filter(({ role }) => role === 'screenshot').map(({ id }) => id)).toEqual([one]);
    expect(existsSync(`${world.state}/runs/${one}/home`)).toBe(false);
  });

  it('is refused where there is no browser, and none is made of a page that does not answer', async () => {
    world = await openWorld({
      project: { ...project('node idle.js', 'true'), 'idle.js': 'setInterval(() => {}, 1e6);' },
    });
    await world.must(['workspace', 'add', 'shop', world.checkout]);
    const task = await take();
    await run(task);
    await world.must(['config', 'set', 'browser', '/nowhere/chromium']);
    expect(await world.ask(['task', 'screenshot', task])).toMatchObject({ error_code: 'BROWSER_MISSING' });
    await world.must(['config', 'unset', 'browser']);
    const reply = await world.ask(['task', 'screenshot', task]);
    expect(reply).toMatchObject({ error_code: 'SCREENSHOT_FAILED', error: expect.stringContaining('net::ERR_') });
    expect(await world.must<TaskDetail>(['task', 'show', task])).not.toHaveProperty('screenshots');
  });
});
