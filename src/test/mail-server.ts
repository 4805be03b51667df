import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerAddress } from 'smtp-server';
import type { Gate } from './gate';

export interface ReceivedMail {
  /** Who the server was told to deliver to. */
  readonly to: readonly string[];
  /** Who the server was told it comes from. */
  readonly from: string;
  /** Whether it came over an encrypted connection. */
  readonly encrypted: boolean;
  /** Headers and bodies, as a mail program reads them. */
  readonly mail: Email;
  /** As it was sent. */
  readonly raw: string;
}

export interface MailServer {
  readonly port: number;
  /** For `SMTP_URL`, with the credentials the server wants. */
  readonly url: string;
  /** Every mail it took, in order. */
  readonly mails: readonly ReceivedMail[];
  /** Those of them that went to one of some addresses: a server may have other mail to send as well. */
  to(...addresses: readonly string[]): readonly ReceivedMail[];
  /** Addresses that it refuses from now on. */
  readonly refused: Set<string>;
  /** Addresses that it takes nothing for just now (450). */
  readonly deferred: Set<string>;
  /** The newest mail to an address; waits for it, and throws when none comes in time. */
  waitFor(address: string, timeoutMs?: number): Promise<ReceivedMail>;
  close(): Promise<void>;
}

export interface MailServerOptions {
  /** Nobody else may send. */
  readonly auth?: { readonly user: string; readonly password: string };
  /** Offers STARTTLS, with a certificate that nobody has signed unless there is one here. */
  readonly offersTls?: boolean | { readonly key: string; readonly cert: string };
  /** A free one when absent. */
  readonly port?: number;
  /** The refusal, with 554, of the content of every mail; takes mail when absent. */
  readonly objection?: string;
  /** Holds each mail that came whole until it is let through, under the name that its sender greets with. */
  readonly gate?: Gate;
}

/** A mail server on loopback, which keeps what it gets. */
export async function startMailServer(options: MailServerOptions = {}): Promise<MailServer> {
  const mails: ReceivedMail[] = [];
  const refused = new Set<string>();
  const deferred = new Set<string>();
  const { auth } = options;
  const server = new SMTPServer({
    disabledCommands: [...(options.offersTls ? [] : ['STARTTLS']), ...(auth ? [] : ['AUTH'])],
    ...(typeof options.offersTls === 'object' ? options.offersTls : {}),
    authOptional: !auth,
    allowInsecureAuth: true,
    disableReverseLookup: true,
    onAuth: ({ username, password }, _session, done) => {
      if (username === auth?.user && password === auth?.password) done(null, { user: username });
      else done(new Error(`no ${username ?? ''} with ${password ?? ''}`));
    },
    onRcptTo: ({ address }, _session, done) => {
      if (refused.has(address)) done(answer(550, '5.1.1 No such mailbox'));
      else if (deferred.has(address)) done(answer(450, '4.2.0 Try again later'));
      else done();
    },
    onData: (stream, session, done) => {
      const { rcptTo, mailFrom } = session.envelope;
      void (async () => {
        const raw = Buffer.concat(await stream.toArray()).toString();
        if (options.objection !== undefined) return done(answer(554, options.objection));
        await options.gate?.pass(session.hostNameAppearsAs, rcptTo.map(addressOf).join());
        const mail = await PostalMime.parse(raw);
        const from = mailFrom === false ? '' : mailFrom.address;
        mails.push({ to: rcptTo.map(addressOf), from, encrypted: session.secure, mail, raw });
        done();
      })().catch(done);
    },
  });
  // A peer that hangs up is no reason to end the tests.
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, '127.0.0.1', resolve));
  // A server that listens on a port has an address of this kind.
  const { port } = server.server.address() as AddressInfo;
  const credentials = auth
    ? `${encodeURIComponent(auth.user)}:${encodeURIComponent(auth.password)}@`
    : '';
  return {
    port,
    url: `smtp://${credentials}127.0.0.1:${String(port)}`,
    mails,
    to: (...addresses) => mails.filter(({ to }) => to.some((one) => addresses.includes(one))),
    refused,
    deferred,
    waitFor: (address, timeoutMs = 10_000) => waitForMail(mails, address, timeoutMs),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

const addressOf = ({ address }: SMTPServerAddress): string => address;

function answer(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode });
}

async function waitForMail(
  mails: readonly ReceivedMail[],
  address: string,
  timeoutMs: number,
): Promise<ReceivedMail> {
  const until = Date.now() + timeoutMs;
  for (;;) {
    const found = mails.findLast(({ to }) => to.includes(address));
    if (found) return found;
    if (Date.now() > until) throw new Error(`No mail to ${address} has come`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
