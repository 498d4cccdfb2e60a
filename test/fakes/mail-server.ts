// A real server of mails on loopback, which keeps what it is given; it takes one login.
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

export type MailServer = Awaited<ReturnType<typeof startMailServer>>;

export async function startMailServer({
  host = '127.0.0.1',
  ...options
}: SMTPServerOptions & { readonly host?: string } = {}) {
  const mails: string[] = [];
  const server = new SMTPServer({
    ...{ authOptional: true, disabledCommands: ['STARTTLS'], logger: false },
    onData: (stream, _session, done) => {
      text(stream).then(
        (mail) => {
          mails.push(mail.replace(/=\r\n/g, ''));
          done();
        },
        (why: Error) => done(why),
      );
    },
    ...options,
  });
  // Who is killed while it hands a mail over is no fault of the server.
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  return {
    ...{ mails, port: (server.server.address() as AddressInfo).port },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
