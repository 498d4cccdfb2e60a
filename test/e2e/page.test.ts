// The page in a real Chromium: a person who never opens a terminal again states a task, answers it and sees it proven; and what can go wrong on the way.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { ChainCreated } from '../../src/contract/chain.ts';
import type { Audit } from '../../src/contract/record.ts';
import type { TaskList } from '../../src/contract/task.ts';
import { demoScript } from '../../src/local/demo-script.ts';
import { needs } from '../needs/needs.ts';
import { type Browser, barriersOf, beyondEdge, intercept, openBrowser } from './browser.ts';
import { often, rarely } from './depth.ts';
import { filesUnder } from './files-under.ts';
import { openWorld, type World } from './world.ts';

const most = 150 * 1024;

/** The demo's agent, that also heeds what is said of a line. */
const unit = { path: 'src/schedule.js', old: 'const MINUTE = 60_000;', new: 'const MINUTE = 60_000; // ms' };
const heedful = {
  when: { mode: 'write', prompt: 'Say the unit' },
  do: [{ replace: unit }, { say: 'It is said now.' }],
};
const [analysis] = demoScript.turns.flatMap(({ do: steps }) =>
  steps.flatMap((step) => ('report' in step ? [step.report] : [])),
);
/** A task that is too large is split. */
const split = [
  { title: 'Count in minutes', task: 'the first' },
  { title: 'Show <b>minutes</b>', task: 'the second', depends_on: [1] },
];
const splits = {
  when: { mode: 'analysis', prompt: 'REWORK' },
  do: [{ report: { ...analysis, split, split_why: 'Each is merged by itself.' } }],
};
/** None of them makes anything while this runs. */
const triggers = [
  'night: { workspace: shop, cron: "0 3 29 2 *", zone: Europe/Berlin, text: "Tidy <b>up</b>.", per_hour: 3 }',
  'alert: { workspace: shop, webhook: { secret_env: ALERT_SECRET }, text: Look into it. }',
].join(', ');
const script = { turns: [heedful, splits, ...demoScript.turns] };

it('its first load is at most 150 KB', () => {
  const folder = join(inject('built'), 'dist/web');
  const first = readFileSync(join(folder, 'index.html'), 'utf8');
  const files = [...first.matchAll(/(?:src|href)="\.\/(assets\/[^"]+)"/g)].map(([, path = '']) => path);
  expect(files.length).toBeGreaterThan(1);
  expect(readdirSync(join(folder, 'assets'))).toEqual(expect.arrayContaining(files.map((path) => path.slice(7))));
  const bytes = ['index.html', ...files].map((path) => gzipSync(readFileSync(join(folder, path))).length);
  expect(bytes.reduce((sum, each) => sum + each)).toBeLessThan(most);
});

describe('U3 the page', needs('chromium'), () => {
  let world: World;
  let browser: Browser;
  let page: Page;
  beforeAll(async () => {
    world = await openWorld({ config: `policy: normal\nstep_up: pin\ntriggers: { ${triggers} }\n`, script });
    expect((await world.drover(['config', 'pin'], { input: '2468\n' })).out).toContain('is set');
    await world.must(['workspace', 'add', 'shop', '.']);
    browser = await openBrowser();
    page = await browser.signIn(world);
  });
  afterAll(async () => {
    await browser?.close();
    await world?.close();
  });

  const question = (kind: string, of: Page = page) =>
    of.locator('.question').filter({ has: of.getByRole('heading', { name: kind }) });
  const choose = async (kind: string, label: string | RegExp, of: Page = page) => {
    await question(kind, of).getByRole('radio', { name: label }).check();
    await question(kind, of).getByRole('button', { name: 'Answer', exact: true }).click();
  };
  const at = (place: string) => `${page.url().split('#')[0]}#/${place}`;
  /** Asked from outside: the page's own policy lets it evaluate nothing. */
  const holds = (condition: string) =>
    world.until(
      () => page.evaluate(condition),
      (told) => told === true,
    );
  const stale = (of: Page = page) => of.getByRole('alert').filter({ hasText: 'Not connected' });

  often('says what is missing, and takes a task', async () => {
    await page.locator('main').getByRole('link', { name: 'New task' }).click();
    await page.getByRole('button', { name: 'Start the task' }).click();
    await page.getByRole('alert').filter({ hasText: 'Say what is to be done.' }).waitFor();
    await page.getByLabel('What is to be done?').fill('Every service counts as late');
    const log = { name: '../late.log', mimeType: 'text/plain', buffer: Buffer.from('late at once\n') };
    await page.locator('input[type=file]').setInputFiles([log, { ...log, name: 'gone.log' }]);
    await page.getByText('gone.log').waitFor();
    await page.getByRole('button', { name: 'Remove gone.log' }).click();
    // Its first request comes later than its programs: what is replied to it is old by the next connection.
    const programs = Promise.withResolvers<void>();
    const letBe = await intercept(page, '**/begin.js', (asked) => programs.promise.then(() => asked.continue()));
    await page.reload({ waitUntil: 'commit' });
    await page.locator('[data-live=live]').waitFor();
    programs.resolve();
    await holds('globalThis.droverBoard !== undefined');
    await letBe();
    await page.getByText('late.log').waitFor();
    await page.getByLabel('Agent').selectOption('scripted');
    await page.getByRole('button', { name: 'Start the task' }).click();
    await page.getByRole('heading', { level: 1, name: 'Every service counts as late' }).waitFor();
    await question('The plan').waitFor();
    const [attached = '', ...more] = filesUnder(join(world.state, 'attachments'));
    expect([basename(attached), more]).toEqual(['late.log', []]);
    expect(readFileSync(attached, 'utf8')).toBe('late at once\n');
  });

  often('loses no typed word when the daemon is killed, says that it is stale, and comes back by itself', async () => {
    const task = page.url();
    await question('The plan').getByRole('radio', { name: 'change this' }).check();
    await page.getByLabel('In your words').fill('Say it in minutes');
    process.kill(await world.daemonPid(), 'SIGKILL');
    await stale().waitFor();
    await question('The plan').getByRole('button', { name: 'Answer', exact: true }).click();
    await page.getByRole('alert').filter({ hasText: 'The daemon does not answer' }).waitFor();
    await world.must(['ps']);
    await page.locator('[data-live=live]').waitFor();
    await stale().waitFor({ state: 'detached' });
    expect(await page.getByLabel('In your words').inputValue()).toBe('Say it in minutes');
    await page.reload();
    await question('The plan').getByRole('radio', { name: 'change this' }).check();
    expect(await page.getByLabel('In your words').inputValue()).toBe('Say it in minutes');
    expect(page.url()).toBe(task);
  });

  often('L7 stops a turn as /stop does, after asking, and goes on', async () => {
    await page.getByRole('button', { name: 'Stop its turn' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Stop its turn' }).click();
    await page
      .getByRole('status')
      .filter({ hasText: /is parked and keeps everything/ })
      .waitFor();
    await page.getByRole('button', { name: 'Go on' }).click();
    await page.getByRole('button', { name: 'Pause' }).waitFor();
  });

  often('an answer sends the task on, to the next question', async () => {
    await choose('The plan', /do it like this/);
    await question('Submit it?').waitFor();
  });

  often('comments on lines are collected, kept over a reload, and sent to the agent as one attempt', async () => {
    await page.getByRole('link', { name: 'Change' }).click();
    const file = page.getByRole('region', { name: 'src/schedule.js' });
    await file.getByText('const MINUTE = 60_000;').waitFor();
    await file.getByRole('button', { name: 'Comment on src/schedule.js:2' }).click();
    await page.getByLabel('Comment on src/schedule.js:2').last().fill('Say the unit');
    await page.getByRole('button', { name: 'Keep it' }).click();
    const test = page.getByRole('region', { name: 'test/schedule.test.js' });
    await test.getByRole('button', { name: 'Comment on test/schedule.test.js:1', exact: true }).press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.keyboard.type('This is fine');
    await page.keyboard.press('Control+Enter');
    await page.reload();
    await file.getByText('Say the unit').waitFor();
    await page.getByRole('button', { name: 'Send 2 comments to the agent' }).click();
    await page.getByText('2 comments sent.').waitFor();
    await file.getByText('const MINUTE = 60_000; // ms').waitFor();
    const { acts } = await world.must<Audit>(['audit']);
    expect(acts.filter(({ command }) => command === 'question.answer').at(-1)).toMatchObject({
      about: expect.stringMatching(/ change$/),
      channel: 'web',
      outcome: 'done',
    });
  });

  often('shows how the task is proven and released while it happens', async () => {
    await choose('Submit it?', /^submit/);
    const giving = async (pin: string) => {
      await page.locator('input[type=password]:focus').waitFor();
      await page.keyboard.type(pin);
      await page.keyboard.press('Enter');
    };
    await giving('1111');
    await page.getByRole('alert').filter({ hasText: 'That is not the PIN.' }).waitFor();
    await giving('2468');
    await page.locator('.standing .sign').getByText('released').waitFor();
    await page.getByRole('link', { name: 'Overview' }).click();
    await page.locator('.criterion').getByText('met', { exact: true }).first().waitFor();
    const beside = await page.locator('.criterion .beside').first().innerText();
    expect(beside).toMatch(/Red without it\s+✓\s*passed\s+Green with it\s+✓\s*passed\s+Gates\s+(\d+)\/\1\s+/);
    expect(beside).toContain('as measured');
    await page
      .getByRole('cell', { name: /red without the change/ })
      .first()
      .waitFor();
    await page
      .getByText(/^\d attempts?$/)
      .first()
      .click();
    await page
      .getByText(/^Transcript r\d+$/)
      .first()
      .click();
    const transcript = page.getByRole('region', { name: /^Transcript r/ });
    await transcript.locator('pre').filter({ hasText: '"type":"started"' }).waitFor();
    await page.getByRole('link', { name: 'Evidence' }).click();
    await page.getByRole('button', { name: 'Check the chain' }).click();
    await page.getByText('The chain of hashes holds.').waitFor();
    await page.getByRole('link', { name: 'Log' }).click();
    await page
      .locator('.log')
      .getByText(/released/)
      .waitFor();
  });

  often('finds what was said, and tells what it cost and how it is configured', async () => {
    await page.getByRole('link', { name: 'Record' }).click();
    await page.getByRole('region', { name: 'Spend' }).getByRole('cell', { name: 'Total' }).waitFor();
    await page.getByLabel('Added up by').selectOption('task');
    await page.getByRole('region', { name: 'Spend' }).getByRole('link', { name: 'shop-1' }).waitFor();
    await page
      .getByRole('region', { name: 'History' })
      .getByRole('cell', { name: 'scripted develop' })
      .first()
      .waitFor();
    await page.getByRole('searchbox', { name: 'Search' }).fill('counts as late');
    await page.keyboard.press('Enter');
    await page.locator('.hits').getByText('Every service counts as late').first().waitFor();
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('region', { name: 'Workspaces' }).getByRole('cell', { name: 'shop', exact: true }).waitFor();
    await page.locator('.settings').getByText('normal').waitFor();
  });

  often('shows what makes tasks by itself, row by row, and not where a secret is', async () => {
    await page.goto(at('settings'));
    const rows = page.getByRole('region', { name: 'Triggers' }).getByRole('row');
    await rows.nth(2).waitFor();
    const cells = await Promise.all([1, 2].map((at) => rows.nth(at).getByRole('cell').allInnerTexts()));
    expect(cells).toEqual([
      ['night', 'shop', 'cron 0 3 29 2 * Europe/Berlin', '3', 'Tidy <b>up</b>.'],
      ['alert', 'shop', 'webhook signed', '10', 'Look into it.'],
    ]);
    expect(await page.content()).not.toContain('ALERT_SECRET');
    expect(await barriersOf(page)).toEqual([]);
    await page.setViewportSize({ width: 360, height: 740 });
    expect(await beyondEdge(page)).toBe(0);
    await page.setViewportSize({ width: 1280, height: 900 });
  });

  often('executes nothing of what strangers write, and shows none of what is hidden in it', async () => {
    const hostile = [
      '</script><script>window.pwned=1</script><img src=x onerror="window.pwned=1">\u202eevil\u202c',
      '\u001b]0;owned\u0007[click](javascript:window.pwned=1) ![x](http://127.0.0.1:1/x.png)',
    ].join('\n\n');
    const branch = 'fix/<img/src=x/onerror=window.pwned=1>';
    const task = await world.start(hostile, '--branch', branch);
    await page.getByRole('link', { name: 'Board' }).first().click();
    await page.locator('.asks summary').filter({ hasText: 'The plan' }).waitFor();
    await page.goto(at(`task/${task}`));
    await question('The plan').waitFor();
    await page.getByText('What was asked for').click();
    const shown = await page.locator('body').innerText();
    expect(shown).toContain('</script><script>window.pwned=1</script>');
    expect(shown).toContain('[click](javascript:window.pwned=1)');
    expect(shown).toContain(branch);
    expect(shown).not.toMatch(/[\u202e\u001b]|owned/);
    for (const tab of ['Overview', 'Log', 'Evidence']) {
      await page.getByRole('link', { name: tab }).click();
      await page.getByText(/^Loading/).waitFor({ state: 'detached' });
      expect(await page.locator('main img, main script, main [href^=javascript]').count()).toBe(0);
    }
    expect(await page.evaluate('window.pwned')).toBeUndefined();
  });

  often('of two tabs that answer at once one is heard, and the other is told what was answered', async () => {
    const other = await browser.context.newPage();
    await other.goto(page.url());
    // Neither is sent before both were given: the answer of one takes the question away in the other.
    const both = Promise.withResolvers<void>();
    let given = 0;
    const letBe = await intercept(browser.context, '**/v1/question.answer', async (sent) => {
      given += 1;
      if (given === 2) both.resolve();
      await both.promise;
      await sent.continue();
    });
    for (const tab of [page, other]) {
      await question('The plan', tab).getByRole('radio', { name: 'cancel the task' }).check();
      await question('The plan', tab).getByRole('button', { name: 'Answer', exact: true }).click();
    }
    for (const tab of [page, other]) await tab.locator('.standing .sign').getByText('cancelled').waitFor();
    await letBe();
    await other.close();
    const { acts } = await world.must<Audit>(['audit']);
    const heard = acts.filter(({ command, channel }) => command === 'question.answer' && channel === 'web').slice(-2);
    expect(heard.map(({ outcome }) => outcome).toSorted()).toEqual(['QUESTION_ANSWERED', 'done']);
  });

  for (const place of ['question', 'board', 'task'] as const)
    rarely(
      `words typed for what is answered elsewhere stay in sight, are said to be unsent, and have the focus: on the page of a ${place}`,
      async () => {
        const task = await world.start(`Typed on the ${place}`);
        await world.asked(task, 'plan');
        const [asked] = await world.questions(task);
        const hash = { question: `question/${asked?.id}`, board: '', task: `task/${task}` }[place];
        await page.goto(at(hash));
        const card = page.locator(`[data-question=${asked?.id}]`);
        const row = page.locator('.asks summary').filter({ hasText: task });
        if (place === 'board') await row.waitFor();
        if (place === 'board' && !(await card.isVisible())) await row.click();
        await card.getByRole('radio', { name: 'change this' }).check();
        await page.getByLabel('In your words').fill('Say it in minutes');
        await world.must(['answer', asked?.id ?? '', 'cancel']);
        const unsent = page.getByRole('region', { name: 'What you had typed was not sent.' });
        await unsent.getByText(/^! ?q\d+ Answered by .*: cancel/).waitFor();
        expect(await unsent.getByLabel('In your words').inputValue()).toBe('Say it in minutes');
        expect(await unsent.evaluate((region) => region.matches(':focus'))).toBe(true);
        expect(await barriersOf(page)).toEqual([]);
        await page.reload();
        await unsent.getByRole('button', { name: 'Remove' }).click();
        await unsent.waitFor({ state: 'detached' });
        expect(await page.locator('main h1').evaluate((head) => head.matches(':focus'))).toBe(true);
      },
    );

  rarely(
    'a file that could not be brought is named, holds up its task, and is brought once the daemon is there',
    async () => {
      await page.goto(at('new'));
      await page.getByLabel('What is to be done?').fill('Half typed');
      const letBe = await intercept(page, '**/v1/uploads?*', (sent) => sent.abort('connectionrefused'));
      const log = { name: 'late.log', mimeType: 'text/plain', buffer: Buffer.from('late at once\n') };
      await page.locator('input[type=file]').setInputFiles([log, { ...log, name: 'later.log' }]);
      const waits = page.locator('.uploads li').filter({ hasText: 'The daemon does not answer' });
      await waits.filter({ hasText: 'later.log' }).waitFor();
      expect(await waits.allInnerTexts()).toMatchObject([
        expect.stringMatching(/^late\.log/),
        expect.stringMatching(/^later\.log/),
      ]);
      await page.getByRole('button', { name: 'Start the task' }).click();
      await page.getByRole('alert').filter({ hasText: '2 files still to be brought' }).waitFor();
      expect(await barriersOf(page)).toEqual([]);
      await page.getByRole('button', { name: 'Remove later.log' }).click();
      await letBe();
      process.kill(await world.daemonPid(), 'SIGKILL');
      await stale().waitFor();
      await world.must(['ps']);
      await page
        .locator('.uploads li')
        .filter({ hasText: /^late\.log 13 B/ })
        .waitFor();
      expect(await page.locator('.uploads li').count()).toBe(1);
      expect(await page.getByLabel('What is to be done?').inputValue()).toBe('Half typed');
      await page.getByRole('button', { name: 'Remove late.log' }).click();
      await page.getByLabel('What is to be done?').fill('');
      await page.getByRole('link', { name: 'Board' }).first().click();
    },
  );

  often('a task whose reply was lost is the same one when it is stated again, also after a reload', async () => {
    await page.goto(at('new'));
    await page.getByLabel('What is to be done?').fill('Stated twice');
    await page.getByLabel('Agent').selectOption('scripted');
    const letBe = await intercept(page, '**/v1/task.create', async (sent) => {
      await sent.fetch();
      await sent.abort('connectionreset');
    });
    await page.getByRole('button', { name: 'Start the task' }).click();
    await page.getByRole('alert').filter({ hasText: 'whether it was done is not known' }).waitFor();
    await letBe();
    await page.reload();
    await page.getByRole('button', { name: 'Start the task' }).click();
    await page.getByRole('heading', { level: 1, name: 'Stated twice' }).waitFor();
    const { tasks } = await world.must<TaskList>(['task', 'list', '--all']);
    expect(tasks.filter(({ text }) => text === 'Stated twice')).toHaveLength(1);
    await world.must(['task', 'cancel', tasks.find(({ text }) => text === 'Stated twice')?.id ?? '']);
  });

  often('is whole by keyboard alone', async () => {
    const task = await world.start('By keyboard');
    await page.keyboard.press('b');
    await page.locator('.asks summary').filter({ hasText: task }).waitFor();
    await page.keyboard.press('?');
    await page.getByRole('dialog').getByText('choose an answer').waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('/');
    await page.keyboard.type('By key');
    await page.keyboard.press('Escape');
    await page.keyboard.press('a');
    await page.keyboard.press('7');
    await page.keyboard.press('Control+Enter');
    const row = page.locator('.rows a.what').filter({ hasText: task });
    await page.locator('.rows .row').filter({ hasText: task }).locator('.sign').getByText('cancelled').waitFor();
    await page.keyboard.press('j');
    expect(await row.evaluate((link) => link.matches(':focus'))).toBe(true);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'By keyboard' }).waitFor();
    await page.keyboard.press('l');
    await page.locator('.log').waitFor();
    await page.keyboard.press('n');
    await page.getByRole('heading', { level: 1, name: 'State a task' }).waitFor();
  });

  often('draws what a large task was split into by what needs what, beside the same as a list', async () => {
    const task = await world.start('REWORK all of it', '--yes', 'plan');
    await page.goto(at(`task/${task}`));
    const graph = page.getByRole('region', { name: 'Features, by what needs what' });
    await graph.getByText('Show <b>minutes</b>').waitFor();
    expect(await graph.locator('.box').count()).toBe(2);
    expect(await graph.locator('.arrow').count()).toBe(1);
    const second = page.locator('.criterion').filter({ hasText: 'F-2' });
    await second.getByText('needs F-1').waitFor();
    await graph.getByRole('link', { name: /F-1/ }).press('Enter');
    await page.waitForURL(({ hash }) => /^#\/task\/shop-\d+$/.test(hash) && !hash.endsWith(task));
    await page.locator('.task-head .standing').waitFor();
    await world.must(['task', 'cancel', task]);
  });

  often('draws the nodes of a flow by what needs what, as they stand, beside the same as a list', async () => {
    const folder = join(world.checkout, '.workflow', 'active', 'WFS-drawn');
    mkdirSync(join(folder, '.task'), { recursive: true });
    const put = (path: string, value: object) => writeFileSync(join(folder, path), JSON.stringify(value));
    put('workflow-session.json', { session_id: 'WFS-drawn', description: 'Drawn' });
    const more = { description: 'a number', convergence: { criteria: ['it is tested'] } };
    put('.task/IMPL-001.json', { id: 'IMPL-001', title: 'The <b>first</b>', ...more, depends_on: [] });
    put('.task/IMPL-002.json', { id: 'IMPL-002', title: 'The second', ...more, depends_on: ['IMPL-001'] });
    const begun = await world.drover(['flow', 'run', folder, '--agent', 'scripted', '--yes', 'plan', '-d']);
    const task = begun.out.trim();
    await page.goto(at(`task/${task}`));
    const graph = page.getByRole('region', { name: 'Plan, by what needs what' });
    await graph.getByText('The <b>first</b>').waitFor();
    expect(await graph.locator('.box').count()).toBe(2);
    expect(await graph.locator('.arrow').count()).toBe(1);
    await page.locator('.criterion').filter({ hasText: 'IMPL-002' }).getByText('needs IMPL-001').waitFor();
    await graph.locator('.box').filter({ hasText: 'IMPL-002' }).getByText('waiting', { exact: true }).waitFor();
    await graph.locator('.box').filter({ hasText: 'IMPL-001' }).getByText('at work', { exact: true }).waitFor();
    expect(await barriersOf(page)).toEqual([]);
    await world.must(['task', 'cancel', task]);
    rmSync(join(world.checkout, '.workflow'), { recursive: true });
  });

  rarely('a chain has a page: its plans in their order, also as boxes, and its end', async () => {
    const plans = join(world.checkout, 'plans');
    mkdirSync(plans);
    for (const name of ['1-first.md', '2-second.md']) writeFileSync(join(plans, name), '# Write it\n\nWrite a.txt.\n');
    const start = ['chain', 'plans/1-first.md', 'plans/2-second.md', '--name', 'cx', '--agent', 'scripted', '-d'];
    const { chains } = await world.must<ChainCreated>([...start, '--review-by', 'scripted']);
    await page.goto(at(''));
    await page
      .locator('section')
      .filter({ hasText: 'Chains' })
      .getByRole('link', { name: chains[0] ?? '' })
      .click();
    const graph = page.getByRole('region', { name: /cx/ });
    await graph.locator('.box').nth(1).waitFor();
    expect(await graph.locator('.arrow').count()).toBe(1);
    expect(await page.locator('.criterion .text').allInnerTexts()).toEqual([
      expect.stringContaining('1-first.md'),
      expect.stringContaining('2-second.md'),
    ]);
    expect(await barriersOf(page)).toEqual([]);
    await page.getByRole('button', { name: 'Cancel', exact: true }).click();
    await page.getByRole('button', { name: 'Cancel the chain' }).click();
    await page.locator('.standing .sign').getByText('cancelled').waitFor();
    rmSync(plans, { recursive: true });
  });

  rarely('opens without its daemon, says that it is stale, and keeps what is typed then', async () => {
    await page.goto(at('new'));
    await holds('navigator.serviceWorker.controller !== null');
    await holds(`caches.match('/index.html').then((found) => found !== undefined)`);
    await page.reload();
    await page.locator('[data-live=live]').waitFor();
    const daemon = await world.daemonPid();
    process.kill(daemon, 'SIGKILL');
    await page.reload();
    await stale().waitFor();
    await page.getByLabel('What is to be done?').fill('Typed while nobody was there');
    await page.reload();
    await stale().waitFor();
    expect(await page.getByLabel('What is to be done?').inputValue()).toBe('Typed while nobody was there');
    const kept = await page.evaluate<string[]>(
      `caches.open('drover-shell').then(async (kept) => (await kept.keys()).map(({ url }) => new URL(url).pathname))`,
    );
    expect(kept.filter((path) => !/^\/(index\.html$|assets\/|icon)/.test(path))).toEqual([]);
    await world.must(['ps']);
    await page.locator('[data-live=live]').waitFor();
    await browser.context.setOffline(true);
    await page.reload();
    await stale().waitFor();
    await browser.context.setOffline(false);
    await page.locator('[data-live=live]').waitFor();
    await page.getByLabel('What is to be done?').fill('');
  });

  often('tells ages by the clock of its daemon, whatever the browser’s says', async () => {
    const ahead = await browser.context.newPage();
    await ahead.addInitScript('{ const { now } = Date; Date.now = () => now() + 3_600_000; }');
    await ahead.goto(at(''));
    const ages = ahead.locator('.rows .age');
    await ages.first().waitFor();
    expect((await ages.allInnerTexts()).filter((age) => !/^\d+[sm]$/.test(age))).toEqual([]);
    await ahead.close();
  });

  often('can be installed', async () => {
    const manifest = await page.evaluate<{ icons: { src: string }[]; start_url: string }>(
      `fetch(document.querySelector('link[rel=manifest]').href).then((reply) => reply.json())`,
    );
    expect(manifest.start_url).toBe('/');
    for (const { src } of manifest.icons)
      expect(
        await page.evaluate(
          `fetch(${JSON.stringify(src)}).then(({ status, headers }) => [status, headers.get('content-type')])`,
        ),
      ).toEqual([200, expect.stringMatching(/^image\/(png|svg\+xml)$/)]);
  });

  often('at 200 % nothing stands beyond its edge', async () => {
    await page.setViewportSize({ width: 640, height: 450 });
    for (const place of ['', 'new', 'task/shop-1', 'task/shop-1/change', 'task/shop-1/evidence']) {
      await page.goto(at(place));
      await page.locator('main h1').waitFor();
      await page
        .locator('main')
        .getByText(/^Loading/)
        .waitFor({ state: 'detached' });
      expect(await beyondEdge(page), place).toBe(0);
    }
  });

  it('nothing went wrong in it, and nothing was refused by its policy for content', () => {
    expect(browser.wrong).toEqual([]);
  });
});
