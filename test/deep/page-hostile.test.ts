// Text that attacks, in every place where an agent, a repository, an environment or a forge can put some: on the page in a real Chromium, on the terminal, and in what goes out by mail, ntfy and webhook.
import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoScript } from '../../src/local/demo-script.ts';
import { type Browser, beyondEdge, intercept, openBrowser } from '../e2e/browser.ts';
import { type ForgeWorld, openForgeWorld, watched } from '../e2e/forge-world.ts';
import type { World } from '../e2e/world.ts';
import { type Listener, startListener } from '../fakes/listener.ts';
import { type MailServer, startMailServer } from '../fakes/mail-server.ts';
import { needs } from '../needs/needs.ts';

const markup = '</script><script>window.pwned=1</script><img src=x onerror="window.pwned=1">';
/** Elements, a link to a program, a turned direction, a link and a clipboard of a terminal, a moved cursor, in 7 and 8 bits. */
const attack = `${markup} [x](javascript:window.pwned=1) \u202egnp.exe\u202c\u2066 \u001b]8;;http://evil.test/\u0007\u001b]8;;\u0007\u001b]52;c;b3duZWQ=\u0007\u001b[2J\u001b[10;5H\u009b31m`;
const hostile = (place: string) => `${place} ${attack}`;
/** As it must be seen. */
const seen = (place: string) => `${place} ${markup}`;
const obeyed = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;
const longLine = 5_000_000;
const file = '<img src=x onerror=window.pwned=1>\u202egnp.exe\u0007';
const branch = 'fix/<img/src=x/onerror=window.pwned=1>\u202etxet';

const [analysis, change] = demoScript.turns;
const { report } = analysis.do[1];
const [criterion] = report.criteria;
const script = {
  turns: [
    {
      when: { mode: 'analysis' },
      do: [
        {
          report: {
            ...report,
            cause: hostile('the-cause'),
            locations: [{ file: hostile('the-place'), line: 1, what: hostile('the-what') }],
            proposals: [{ title: hostile('the-proposal'), text: hostile('the-way'), recommended: true }],
            impact: hostile('the-impact'),
            criteria: [{ ...criterion, text: hostile('the-criterion') }],
          },
        },
      ],
    },
    {
      when: { mode: 'write' },
      do: [
        ...change.do.slice(0, -1),
        { write: { path: `notes/${file}`, text: `${hostile('the-line')}\n${'x'.repeat(longLine)}\n` } },
        { say: hostile('the-word') },
      ],
    },
  ],
};

describe('U3 X5 hostile text', needs('chromium'), () => {
  let place: ForgeWorld;
  let world: World;
  let browser: Browser;
  let page: Page;
  let origin: string;
  let task: string;
  let listener: Listener;
  let mail: MailServer;
  beforeAll(async () => {
    [listener, mail] = await Promise.all([startListener(), startMailServer()]);
    place = await openForgeWorld('github', { script, env: { HOOK_SECRET: 'a secret of the person' } });
    world = place.world;
    const live = join(world.folder, 'live');
    mkdirSync(join(live, 'logs'), { recursive: true });
    appendFileSync(
      join(live, 'logs/shop.log'),
      `09:46 ERROR ${'y'.repeat(longLine)}\n09:47 ERROR ${hostile('the-finding')}\n`,
    );
    place.configure(`environments: { live: { connect: ${live}, log: logs/shop.log } }
surfaces:
  ntfy: { url: ${listener.url}/drover }
  email: { host: 127.0.0.1, port: ${mail.port}, from: drover@example.com, to: [ada@example.com] }
  webhooks: { board: { url: ${listener.url}/hook, secret_env: HOOK_SECRET } }`);
    await world.must(['config', 'set', 'policy', 'normal']);
    browser = await openBrowser();
    page = await browser.signIn(world);
    origin = page.url().replace(/#.*/, '');
    const words = ['--title', `the-title ${markup}\u202e`, '--branch', branch, '--env', 'live'];
    task = await world.start(hostile('the-task'), ...words);
    await world.asked(task, 'plan');
  }, 240_000);
  afterAll(async () => {
    await browser?.close();
    await place?.world.close();
    listener?.close();
    await mail?.close();
  }, 120_000);

  const open = async (at: string) => {
    await page.goto(`${origin}#/`);
    await page.goto(`${origin}#/${at}`);
    await page.locator('main h1').waitFor();
    await page
      .locator('main')
      .getByText(/^Loading/)
      .first()
      .waitFor({ state: 'detached' });
    for (const folded of [
      page.locator('main details:not([open]) > summary'),
      page.getByRole('button', { name: 'Show all of it' }),
    ])
      for (let left = 50; left > 0 && (await folded.count()) > 0; left -= 1) await folded.first().click();
  };
  /** Nothing of it became an element, an address, a title or a program, and nothing stands outside of its place. */
  const expectHarmless = async (at: string) => {
    const shown = await page.locator('body').innerText();
    expect(shown, at).not.toMatch(obeyed);
    expect(await page.locator('main img, main script, main iframe').count(), at).toBe(0);
    const links = await page.locator('[href]').evaluateAll((all) => all.map((each) => each.getAttribute('href') ?? ''));
    expect(
      links.filter((link) => !/^(#|https?:|\.?\/)/.test(link) || link.includes('evil')),
      at,
    ).toEqual([]);
    expect(await page.title(), at).not.toMatch(obeyed);
    expect(await page.evaluate('window.pwned'), at).toBeUndefined();
    expect(await beyondEdge(page), at).toBe(0);
    return shown;
  };
  const expectOnPage = async (at: string, ...places: readonly string[]) => {
    await open(at);
    for (const each of places) await page.getByText(seen(each)).first().waitFor();
    await expectHarmless(at);
  };
  const expectOnTerminal = async (args: readonly string[], ...places: readonly string[]) => {
    for (const words of [args, [...args, '--json']]) {
      const { out, err } = await world.drover(words);
      expect(out + err, words.join(' ')).not.toMatch(obeyed);
      const told = out.replace(/\s+/g, ' ');
      if (words === args) for (const each of places) expect(told, words.join(' ')).toContain(each);
    }
  };

  it('of a question, its plan, its findings and its task is text on the page and on the terminal', async () => {
    await expectOnPage('', 'the-task');
    await expectOnPage(`task/${task}`, 'the-cause', 'the-proposal', 'the-criterion');
    await page.locator('.findings').getByText('the-finding').first().waitFor();
    const [question] = await world.questions(task);
    await expectOnPage(`question/${question?.id}`, 'the-cause', 'the-criterion');
    await expectOnPage(`task/${task}/log`);
    await expectOnTerminal(['answer'], 'the-cause');
    await expectOnTerminal(['task', 'show', task], 'the-task', 'the-finding');
    await expectOnTerminal(['task', 'list'], 'the-task');
    await expectOnTerminal(['ps']);
    await expectOnTerminal([]);
  });

  it('of a change, of what its agent said and of its pull request is text too', async () => {
    const [plan] = await world.questions(task);
    await world.until(
      async () => listener.at('/').length,
      (count) => count > 0,
    );
    // Whoever is told on one channel hears of it on the next half an hour later.
    await world.must(['config', 'unset', 'surfaces.ntfy']);
    await world.must(['answer', plan?.id ?? '', 'go']);
    await world.asked(task, 'submit');
    await expectOnPage(`task/${task}/change`, 'the-line');
    await page.getByText('notes/<img src=x onerror=window.pwned=1>gnp.exe').first().waitFor();
    await page
      .getByRole('button', { name: /more characters$/ })
      .first()
      .waitFor();
    await open(`task/${task}`);
    await page.getByText('the-word </script><script>window.pwned=1</script>').first().waitFor();
    await expectHarmless('the transcripts');
    await expectOnPage(`task/${task}/evidence`);
    await expectOnTerminal(['task', 'diff', task], 'the-line');
    await expectOnTerminal(['task', 'log', task]);
    const [submit] = await world.questions(task);
    await world.must(['answer', submit?.id ?? '', 'submit']);
    const { branch: made, pull_request: address } = await watched(place, task);
    expect(made).toBe(branch);
    const [pull] = place.forge.hub.pulls;
    expect(`${pull?.title} ${pull?.body}`).not.toMatch(obeyed);
    await expectOnPage(`task/${task}`);
    await page.getByText('fix/<img/src=x/onerror=window.pwned=1>txet').first().waitFor();
    await page.getByRole('link', { name: address ?? '' }).waitFor();
    await expectOnTerminal(['task', 'show', task], 'fix/<img/src=x/onerror=window.pwned=1>txet');
    await expectOnPage('record');
    await expectOnPage('settings');
  });

  it('is text where a daemon would send it that no rule of names holds up, and an address of a program leads nowhere', async () => {
    const named =
      /^(agent|agents|base|branch|check|command|connect|copy|description|driver|environment|hint|label|model|name|path|repository|said|seen|state|text|title|verify|version|why|workspace)$/;
    const attacked = (value: unknown, key = ''): unknown =>
      key === 'pull_request' || key === 'address'
        ? 'javascript:window.pwned=1'
        : Array.isArray(value)
          ? value.map((each) => attacked(each, key))
          : typeof value === 'object' && value !== null
            ? Object.fromEntries(Object.entries(value).map(([name, each]) => [name, attacked(each, name)]))
            : typeof value === 'string' && named.test(key)
              ? hostile(`${key}-${value}`)
              : value;
    const letBe = await intercept(page, '**/v1/*', async (route) => {
      const reply = await route.fetch();
      const text = await reply.text();
      await route.fulfill({
        response: reply,
        body: text.startsWith('{"ok":') ? JSON.stringify(attacked(JSON.parse(text))) : text,
      });
    });
    await world.must(['start', 'sh', '--name', 'shell', '-d']);
    for (const at of [
      '',
      `task/${task}`,
      `task/${task}/log`,
      `task/${task}/evidence`,
      'sessions',
      'session/shell',
      'record',
      'settings',
      'new',
    ]) {
      await open(at);
      const shown = await expectHarmless(at);
      if (at === `task/${task}`) expect(shown).toContain('javascript:window.pwned=1');
    }
    await letBe();
  });

  it('goes out as plain data: by webhook, ntfy and mail', async () => {
    await world.must(['task', 'cancel', task]);
    await world.ended(task);
    await world.until(
      async () => listener.at('/hook').some(({ body }) => (JSON.parse(body) as { type: string }).type === 'task_ended'),
      (told) => told,
    );
    const sent = [...listener.heard.map(({ body }) => JSON.stringify(JSON.parse(body))), ...mail.mails];
    expect(sent.filter((each) => obeyed.test(each.replace(/\r?\n/g, ' ')))).toEqual([]);
    expect(mail.mails.length).toBeGreaterThan(0);
    for (const each of [...listener.at('/').map(({ body }) => body), ...mail.mails])
      expect(each).not.toContain('<script>');
    await expectOnTerminal(['task', 'watch', task]);
    await expectOnTerminal(['history']);
  });

  it.each([
    [['start', 'sh', '-d', '--name']],
    [['workspace', 'add']],
    [['start', '-d']],
    [['do', 'Too early.', '-d', '--agent']],
    [['do', 'Too early.', '-d', '-w']],
    [['task', 'show']],
    [['answer']],
  ])('is refused as the name that %j takes, and the refusal obeys nothing of it', async (args) => {
    await expectOnTerminal([...args, hostile('the-name')]);
    const reply = await world.ask([...args, hostile('the-name')]);
    expect(reply.ok).toBe(false);
  });

  it('nothing went wrong in it, and nothing was refused by its policy for content', () => {
    expect(browser.wrong).toEqual([]);
  });
});
