// Mails by a server of the person's. What is about one thing is one thread; a mail that was sent stays.
import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { createTransport, type Transporter } from 'nodemailer';
import { fail, ok, type Result } from '../../domain/error.ts';
import type { Channel } from '../../ports/channel.ts';
import type { EmailWords } from '../../ports/config.ts';
import { readSecret, type SecretPorts } from '../read-secret.ts';
import { createTellOnly, type Notification, type TellPorts, wayTo } from '../tell-only.ts';

export type EmailPorts = TellPorts & {
  readonly words: EmailWords;
  readonly secrets: () => SecretPorts;
  /** Address of the page; null: it is not served. */
  readonly page: () => string | null;
  /** For all of one mail; half a minute where absent. */
  readonly wholeMs?: number;
};

/** For each word of the server. */
const patienceMs = 15_000;
const implicitTls = 465;

export function createEmail({ store, clock, words, secrets, page, wholeMs = 2 * patienceMs }: EmailPorts): Channel {
  return createTellOnly(
    { store, clock },
    {
      name: 'email',
      people: async () => words.to,
      as: words.from,
      async tell(to, notification) {
        const transport = await connect(words, secrets());
        return transport.ok ? send(transport.value, words.from, to, notification, page(), wholeMs) : transport;
      },
    },
  );
}

async function connect(words: EmailWords, ports: SecretPorts): Promise<Result<Transporter>> {
  const { host, port = implicitTls, user, password_env: env, password_file: file } = words;
  const password = user === undefined ? ok('') : await readSecret('password of the mail server', { env, file }, ports);
  if (!password.ok) return password;
  const here = /^(localhost|127\.0\.0\.1|::1)$/.test(host);
  return ok(
    createTransport({
      host,
      port,
      secure: port === implicitTls,
      requireTLS: !here,
      ignoreTLS: here,
      connectionTimeout: patienceMs,
      greetingTimeout: patienceMs,
      socketTimeout: patienceMs,
      ...(user === undefined ? {} : { auth: { user, pass: password.value } }),
      // What is written into a mail is text: no file and no address is read for it.
      disableFileAccess: true,
      disableUrlAccess: true,
    }),
  );
}

async function send(
  transport: Transporter,
  from: string,
  to: string,
  { kind, key, title, text, question }: Notification,
  page: string | null,
  wholeMs: number,
): Promise<Result<void>> {
  const over = new AbortController();
  const says = kind === 'over' || kind === 'note' ? `${text}\n\n${wayTo(page, question)}` : wayTo(page, question);
  // Of one thing, so that mails about it stand together.
  const thread = `<${createHash('sha256').update(`${from} ${key}`).digest('hex').slice(0, 32)}@drover>`;
  try {
    const sent = transport.sendMail({
      from,
      to,
      subject: `[drover] ${title}`,
      text: `${says}\n`,
      headers: { 'auto-submitted': 'auto-generated', references: thread, 'in-reply-to': thread },
    });
    // A server that says a word now and then never comes to the end of its own patience.
    await Promise.race([
      sent,
      pause(wholeMs, undefined, over).then(() =>
        Promise.reject(Object.assign(new Error('late'), { code: 'ETIMEDOUT' })),
      ),
    ]);
    return ok(undefined);
  } catch (error) {
    const { code = '', responseCode } = error as { readonly code?: string; readonly responseCode?: number };
    const answered = responseCode === undefined ? code : `${code} ${responseCode}`;
    if (code === 'EAUTH') return fail('CHANNEL_AUTH', `The mail server does not take the login (${answered}).`);
    // 4xx is only for now, as where a server wants to be asked again (RFC 6647).
    if (code === 'EENVELOPE' && !(responseCode !== undefined && responseCode < 500))
      return fail('CHANNEL_REFUSED', `The mail server does not take ${to} (${answered}).`);
    return fail('CHANNEL_UNREACHABLE', `The mail could not be handed over (${answered}).`);
  } finally {
    over.abort();
    transport.close();
  }
}
