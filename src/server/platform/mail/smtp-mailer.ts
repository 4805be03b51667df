import { setTimeout as sleep } from 'node:timers/promises';
import type { Transporter } from 'nodemailer';
import { oneLine } from '@/domain/message/name-in-mail';
import type { Env } from '@/env';
import type { LogFields } from '@/server/platform/log-fields';
import { inPartSpan, SpanKind } from '@/server/platform/tracing';
import { MailError, type Mailer, type MailMessage } from './mailer';

/** A person waits for the answer of whatever sends the mail. */
const DEADLINE_MS = 20_000;
const STEP_TIMEOUT_MS = 10_000;
/** How long a mail under way may still take once its sender is to end: a server that answers has it by then, and gets it once. */
const LAST_MS = 2_000;
const MAX_REPLY_LENGTH = 300;

interface MailLogger {
  info(fields: LogFields, message: string): void;
  warn(fields: LogFields, message: string): void;
}

/** Sends through the configured mail server; null when none is configured. */
export function mailerOf({ mail }: Pick<Env, 'mail'>, logger: MailLogger): Mailer | null {
  return mail && createSmtpMailer(mail, logger);
}

/**
 * A mailer over SMTP, with a connection for each mail. Encrypts from the start (`smtps:`), or as soon as the
 * server offers STARTTLS; parameters of nodemailer may follow the address, such as `?requireTLS=true`.
 * Failures are logged without what is secret: credentials, links, content.
 * @param deadlineMs how long one mail may take, all in all
 */
export function createSmtpMailer(
  { smtpUrl, from }: NonNullable<Env['mail']>,
  logger: MailLogger,
  deadlineMs = DEADLINE_MS,
): Mailer {
  let transport: Promise<Transporter> | undefined;
  // Of the address its host is told alone: it may hold a password.
  const attributes = { 'server.address': new URL(smtpUrl).hostname };
  return {
    async send({ to, subject, text, html, messageId, unsubscribe }: MailMessage, ending) {
      requireBareAddress(to);
      if (ending?.aborted) throw new MailError('EABORT', ENDED);
      const limits = limitsOf(deadlineMs, ending);
      try {
        transport ??= makeTransport(smtpUrl, from).catch((error: unknown) => {
          transport = undefined;
          throw error;
        });
        const sender = await transport;
        await inPartSpan('SMTP', { kind: SpanKind.CLIENT, attributes }, () =>
          sender.sendMail({
            // As an object, so that it is never read as a list of addresses.
            to: { name: '', address: to },
            subject: oneLine(subject),
            text,
            html,
            ...(messageId === undefined ? {} : { messageId: `<${messageId}>` }),
            ...(unsubscribe && { headers: unsubscribeHeaders(unsubscribe) }),
            signal: limits.signal,
          }),
        );
      } catch (error) {
        const failure = failureOf(error, ending);
        logger.warn({ code: failure.code, reason: failure.message }, 'a mail was not sent');
        throw failure;
      } finally {
        limits.lift();
      }
      logger.info({}, 'a mail was handed to the mail server');
    },
  };
}

/**
 * A signal that is aborted when a mail takes too long. Not by `AbortSignal.any`: what it makes of a signal that lasts as long as
 * the process may stay for as long.
 */
function limitsOf(deadlineMs: number, ending: AbortSignal | undefined) {
  const over = new AbortController();
  const lifted = new AbortController();
  const { signal } = lifted;
  const cutAfter = (ms: number) => {
    sleep(ms, undefined, { signal, ref: false }).then(
      () => {
        over.abort();
      },
      // It was lifted: the mail is sent, or has failed.
      () => undefined,
    );
  };
  cutAfter(deadlineMs);
  ending?.addEventListener('abort', () => cutAfter(LAST_MS), { once: true, signal });
  return {
    signal: over.signal,
    lift: () => {
      lifted.abort();
    },
  };
}

/** What it takes is not loaded where no mail is sent. */
async function makeTransport(smtpUrl: string, from: string): Promise<Transporter> {
  const { createTransport } = await import('nodemailer');
  return createTransport(
    {
      url: withoutLogging(smtpUrl),
      connectionTimeout: STEP_TIMEOUT_MS,
      greetingTimeout: STEP_TIMEOUT_MS,
      dnsTimeout: STEP_TIMEOUT_MS,
      socketTimeout: STEP_TIMEOUT_MS,
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    // Nobody's holiday notice should answer.
    { from, headers: { 'Auto-Submitted': 'auto-generated' } },
  );
}

function unsubscribeHeaders({ url, isOneClick }: NonNullable<MailMessage['unsubscribe']>) {
  return {
    'List-Unsubscribe': `<${url}>`,
    ...(isOneClick && { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
  };
}

/** nodemailer's own log holds whole conversations, links included. */
function withoutLogging(smtpUrl: string): string {
  const url = new URL(smtpUrl);
  for (const name of ['logger', 'debug', 'transactionLog']) url.searchParams.delete(name);
  return url.href;
}

/** Anything else could name further recipients, or further headers. */
function requireBareAddress(to: string): void {
  if (/^[^\s\p{Cc}<>()[\],;:\\"@]+@[^\s\p{Cc}<>()[\],;:\\"@]+$/u.test(to)) return;
  throw new MailError('EENVELOPE', 'The address cannot be written to', true);
}

interface SmtpFailure {
  readonly code?: unknown;
  /** The server's own words. */
  readonly response?: unknown;
  readonly responseCode?: unknown;
  /** The command that it answered to. */
  readonly command?: unknown;
}

/** Why a mail was broken off, or not begun, with which the server has nothing to do. */
const ENDED = 'The process ends';

const WORDS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    EABORT: 'The mail server took too long',
    ETIMEDOUT: 'The mail server took too long',
    EAUTH: 'The mail server refused the user or the password of SMTP_URL',
    ENOAUTH: 'The mail server wants a user and a password in SMTP_URL',
    EDNS: 'The name of the mail server is not known',
    ECONNECTION: 'The mail server cannot be reached, or hung up',
    ESOCKET: 'The mail server cannot be reached, or hung up',
    ETLS: 'No encrypted connection to the mail server',
    EENVELOPE: 'The mail server refused the sender or the recipient',
    EMESSAGE: 'The mail server refused the mail',
  }),
);

function failureOf(error: unknown, ending?: AbortSignal): MailError {
  // nodemailer adds these to the errors it throws; they are checked below.
  const failure = (error instanceof Error ? error : {}) as SmtpFailure;
  const { code, response } = failure;
  const known = typeof code === 'string' ? code : 'EUNKNOWN';
  const isBrokenOff = known === 'EABORT' && ending?.aborted === true;
  const words = isBrokenOff ? ENDED : (WORDS.get(known) ?? 'The mail was not sent');
  // The answer to a failed log-in may quote what was sent.
  const mayQuote = typeof response === 'string' && known !== 'EAUTH';
  const message = mayQuote ? `${words}: ${withoutLinks(response)}` : words;
  const { responseCode } = failure;
  const status = typeof responseCode === 'number' ? responseCode : null;
  return new MailError(known, message, isAddressRefused(failure), status);
}

/** A 4xx may be taken later, and an answer to anything but the recipient is about something else. */
function isAddressRefused({ command, responseCode }: SmtpFailure): boolean {
  return command === 'RCPT TO' && typeof responseCode === 'number' && responseCode >= 550;
}

/** Filters of mail servers quote the link that they object to. */
function withoutLinks(reply: string): string {
  return oneLine(reply)
    .replace(/\bhttps?:\/\/\S+/gi, '[link]')
    .slice(0, MAX_REPLY_LENGTH);
}
