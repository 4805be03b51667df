import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { scannerHosts } from '@/domain/scanner-setup/addresses';
import {
  createAuthority,
  issueLeaf,
  readAuthority,
} from '@/server/listener/scanner-tls/certificates';
import { startMailServer, type MailServer, type MailServerOptions } from '@/test/mail-server';
import { RecordingLogger } from '@/test/recordings';
import { loadEnv } from '@/env';
import { isMailError, type MailMessage } from './mailer';
import { createSmtpMailer, mailerOf } from './smtp-mailer';

const token = 'kP3vXsecretTokenOfALink';
const message: MailMessage = {
  to: 'ada@example.com',
  subject: 'Join Grüne Wiese',
  text: `Open https://eventide.example/invitations/${token}\n`,
  html: `<p>Open <a href="https://eventide.example/invitations/${token}">it</a></p>`,
};
const from = 'Eventide <eol@example.com>';
const auth = { user: 'mailer@example.com', password: 'p@ss:w/örd' };

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  await Promise.all(closing.splice(0).map((close) => close()));
});

async function serverWith(options?: MailServerOptions): Promise<MailServer> {
  const server = await startMailServer(options);
  closing.push(server.close);
  return server;
}

function mailerTo(smtpUrl: string, deadlineMs?: number) {
  const logger = new RecordingLogger();
  const mailer = createSmtpMailer({ smtpUrl, from }, logger, deadlineMs);
  return { mailer, logged: () => JSON.stringify(logger.lines) };
}

/** Returns the error that sending fails with, and checks that it gives no secret away. */
async function failureOf(smtpUrl: string, sent = message, deadlineMs?: number) {
  const { mailer, logged } = mailerTo(smtpUrl, deadlineMs);
  const error: unknown = await mailer.send(sent).then(
    () => null,
    (failure: unknown) => failure,
  );
  if (!isMailError(error))
    throw new Error('The mail was sent, or failed in another way', { cause: error });
  for (const said of [logged(), String(error), JSON.stringify(error)]) {
    expect(said).not.toContain(token);
    expect(said).not.toContain(auth.password);
    expect(said).not.toContain(encodeURIComponent(auth.password));
  }
  return error;
}

describe('createSmtpMailer', () => {
  it('sends both bodies to the address, from the configured sender', async () => {
    const server = await serverWith();
    const { mailer, logged } = mailerTo(server.url);
    await mailer.send(message);
    expect(server.mails).toHaveLength(1);
    const { to, from: sender, mail } = await server.waitFor('ada@example.com');
    expect({ to, sender }).toEqual({ to: ['ada@example.com'], sender: 'eol@example.com' });
    expect(mail.from).toMatchObject({ name: 'Eventide', address: 'eol@example.com' });
    expect(mail.subject).toBe(message.subject);
    expect(mail.text?.trimEnd()).toBe(message.text.trimEnd());
    expect(mail.html).toContain(message.html);
    expect(mail.headers.find(({ key }) => key === 'auto-submitted')?.value).toBe('auto-generated');
    expect(logged()).not.toContain(token);
  });

  it('signs in where the server wants it', async () => {
    const server = await serverWith({ auth });
    await mailerTo(server.url).mailer.send(message);
    expect(server.mails).toHaveLength(1);
    const wrong = server.url.replace(/:[^:@/]+@/, ':wrong@');
    expect(await failureOf(wrong)).toMatchObject({ code: 'EAUTH' });
    expect(await failureOf(`smtp://127.0.0.1:${String(server.port)}`)).toMatchObject({
      code: 'EENVELOPE',
    });
    expect(server.mails).toHaveLength(1);
  });

  it('encrypts where the server offers it, and trusts only a certificate that it knows', async () => {
    const pair = await createAuthority(new Date());
    const leaf = await issueLeaf(await readAuthority(pair), new Date());
    const server = await serverWith({
      offersTls: { key: leaf.keyPem, cert: leaf.certPem },
      auth,
    });
    const known = new URLSearchParams({
      'tls.ca': pair.certPem,
      'tls.servername': scannerHosts[0],
    });
    await mailerTo(`${server.url}?${known.toString()}`).mailer.send(message);
    expect(server.mails.map(({ encrypted }) => encrypted)).toEqual([true]);
    const nobodys = await serverWith({ offersTls: true, auth });
    for (const url of [server.url, `${nobodys.url}?${known.toString()}`]) {
      expect(await failureOf(url)).toMatchObject({
        code: expect.stringMatching(/^E(TLS|SOCKET)$/),
      });
    }
    expect([server.mails.length, nobodys.mails.length]).toEqual([1, 0]);
  });

  it('says that a recipient was refused, and why', async () => {
    const server = await serverWith();
    server.refused.add(message.to);
    const error = await failureOf(server.url);
    expect(error).toMatchObject({ code: 'EENVELOPE', isAddressRefused: true });
    expect(error.message).toContain('No such mailbox');
  });

  it('does not repeat a link that a filter objects to', async () => {
    const server = await serverWith({
      objection: `Blocked: https://eventide.example/invitations/${token} is on a list`,
    });
    const error = await failureOf(server.url);
    expect(error.message).toContain('Blocked: [link] is on a list');
  });

  it('fails when nobody listens', async () => {
    const { url, close } = await startMailServer();
    await close();
    expect(await failureOf(url)).toMatchObject({ code: 'ESOCKET', isAddressRefused: false });
  });

  it('gives up on a server that never answers', async () => {
    const { url } = await silentServer();
    const begun = performance.now();
    expect(await failureOf(url, message, 200)).toMatchObject({ code: 'EABORT' });
    expect(performance.now() - begun).toBeLessThan(5000);
  });

  it('gives a mail little time once its sender is to end, and begins none after', async () => {
    const { url } = await silentServer();
    const { mailer, logged } = mailerTo(url);
    const ending = new AbortController();
    const sending = mailer.send(message, ending.signal);
    ending.abort();
    const begun = performance.now();
    await expect(sending).rejects.toMatchObject({ code: 'EABORT', message: 'The process ends' });
    expect(performance.now() - begun).toBeLessThan(8_000);
    expect(logged()).toContain('The process ends');
    const server = await serverWith();
    const late = mailerTo(server.url).mailer.send(message, ending.signal);
    await expect(late).rejects.toMatchObject({ code: 'EABORT' });
    expect(server.mails).toHaveLength(0);
  });

  it('lets a server that answers have the mail that is under way when its sender is to end', async () => {
    const server = await serverWith();
    const ending = new AbortController();
    const sending = mailerTo(server.url).mailer.send(message, ending.signal);
    ending.abort();
    await sending;
    expect(server.mails).toHaveLength(1);
  });

  it.each([
    'ada@example.com, eve@example.com',
    'ada@example.com\r\nBcc: eve@example.com',
    'Ada <ada@example.com>',
    'ada@example.com>\r\nRCPT TO:<eve@example.com',
    'ada',
    '',
  ])('writes to one bare address only, not to %j', async (to) => {
    const server = await serverWith();
    expect(await failureOf(server.url, { ...message, to })).toMatchObject({ code: 'EENVELOPE' });
    expect(server.mails).toHaveLength(0);
  });

  it('adds no header that hides in a subject', async () => {
    const server = await serverWith();
    await mailerTo(server.url).mailer.send({
      ...message,
      subject: 'Join Acme\r\nBcc: eve@example.com\r\n\r\nNew body',
    });
    const { mail, to } = await server.waitFor(message.to);
    expect(to).toEqual([message.to]);
    expect(mail.bcc ?? []).toEqual([]);
    expect(mail.subject).toBe('Join Acme Bcc: eve@example.com New body');
    expect(mail.text?.trimEnd()).toBe(message.text.trimEnd());
  });
});

describe('mailerOf', () => {
  it('is none without SMTP_URL', async () => {
    const server = await serverWith();
    const logger = new RecordingLogger();
    expect(mailerOf(loadEnv({ NODE_ENV: 'test' }), logger)).toBeNull();
    const env = loadEnv({ NODE_ENV: 'test', SMTP_URL: server.url, MAIL_FROM: 'eol@example.com' });
    await mailerOf(env, logger)?.send(message);
    expect(server.mails).toHaveLength(1);
  });
});

/** Takes connections and says nothing. */
async function silentServer(): Promise<{ url: string }> {
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => void sockets.add(socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  // A server that listens on a port has an address of this kind.
  const { port } = server.address() as AddressInfo;
  return { url: `smtp://127.0.0.1:${String(port)}` };
}
