import { identityOf } from '@/domain/identifiers/identity';
import { failed, type Outcome } from '@/domain/channel/outcome';
import { renderHtml } from '@/domain/message/html-mail';
import { oneLine } from '@/domain/message/name-in-mail';
import { renderText } from '@/domain/message/plain-text';
import { isMailError, type MailError } from '@/server/platform/mail/mailer';
import type { Attempt, Sender, Sent } from './sender';

/**
 * Sends a message as one mail to each address, so that nobody sees the others. An address that has it is not written to
 * again. Those that the server will not take now are tried again, those that it refuses for good are not; either makes
 * the attempt a failed one, once the others have theirs.
 */
export const sendAsMail: Sender<'mail'> = async ({ mailer, env }, attempt) => {
  if (!mailer) return failed('not_configured', 'No mail server is configured (SMTP_URL)');
  const { addresses } = attempt.channel.settings;
  const faults: MailError[] = [];
  for (const to of addresses.filter((one) => !attempt.done.has(one))) {
    try {
      await mailer.send(mailOf(attempt, to, env.publicUrl));
    } catch (error) {
      if (!isMailError(error)) throw error;
      // It was not about this address: the others would fare the same.
      if (error.status === null && !error.isAddressRefused) return unreachable(error);
      faults.push(error);
      continue;
    }
    await attempt.markDone(to);
  }
  const fault = faults.find((one) => !isForGood(one)) ?? faults[0];
  if (fault) return refused(fault, faults.length, addresses.length);
  return { isDelivered: true, status: null, answer: 'The mail server took it' };
};

function frameOf(channelName: string, origin: string) {
  return { origin, footnote: `This went to the channel “${channelName}” of Eventide.` };
}

/** The plain text; the HTML says the same. */
export function mailBodyOf({ content, channelName, origin }: Sent): string {
  return renderText(content, frameOf(channelName, origin));
}

function mailOf({ channel, message }: Attempt<'mail'>, to: string, origin: string) {
  const frame = frameOf(channel.name, origin);
  return {
    to,
    subject: oneLine(message.content.title),
    text: renderText(message.content, frame),
    html: renderHtml(message.content, frame),
    // The same in every attempt, so that a mail program that gets it twice can tell.
    messageId: `${message.id}.${identityOf(channel.id, to)}@${new URL(origin).hostname}`,
  };
}

function unreachable({ code, message }: MailError): Outcome {
  const failure = /^(?:EABORT|ETIMEDOUT)$/.test(code) ? 'timeout' : 'connection';
  return failed(failure, message, { isReceiversFault: true });
}

/** Whether the server will never take this mail; a wrong password or sender is for the operator to mend. */
function isForGood({ code, status, isAddressRefused }: MailError): boolean {
  return isAddressRefused || (code === 'EMESSAGE' && (status ?? 0) >= 500);
}

function refused(fault: MailError, count: number, all: number): Outcome {
  const { status, message } = fault;
  const answer = all === 1 ? message : `${String(count)} of ${String(all)} not sent: ${message}`;
  const then = isForGood(fault) ? 'give-up' : 'retry';
  return failed('refused', answer, { status, then });
}
