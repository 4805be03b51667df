import { z } from 'zod';
import { identityOf } from '@/domain/identifiers/identity';
import { cutFor, cutForTeam, standing, stillStands } from '@/domain/message/audience';
import { failed, type Outcome } from '@/domain/channel/outcome';
import { MAX_ATTEMPTS, nextAttemptAt } from '@/domain/channel/schedule';
import { messageContent, type MessageContent } from '@/domain/message/content';
import type { Deps } from '@/server/platform/deps';
import { runJob } from '@/server/platform/jobs/run-job';
import { isMailError, type MailError, type MailMessage } from '@/server/platform/mail/mailer';
import { messages, type MessageEvent } from '@/server/platform/signals';
import {
  beginAttempt,
  claimLetter,
  type ClaimedLetter,
  dropDueLetters,
  endAttempt,
  endOpenAttempts,
  findMessage,
  settleLetter,
} from '../repository/letters';
import { findMember, findOrganizationName, findTeam } from '../repository/people';
import { mailToPerson, mailToTeam } from './mails';
import { mailOfMember, mailOfTeam, readerOf } from './receivers';

export type LetterDeps = Pick<Deps, 'clock' | 'db' | 'env' | 'logger' | 'mailer'>;

/** More than a mail takes, so nobody else begins while it goes on. What a killed process had in hand is taken up after it. */
const LEASE_MS = 90_000;

/** What comes of going through the letters that are due. */
export type Round = 'done' | 'unreachable';

/**
 * Sends the letters that are due, one after the other, until none is left or the mail server cannot be reached: the
 * others would fare the same. Any number may do so at a time, in any number of processes.
 */
export async function sendLetters(deps: LetterDeps, signal: AbortSignal): Promise<Round> {
  if (!deps.mailer) {
    await dropDueLetters(deps.db, deps.clock.now());
    return 'done';
  }
  while (!signal.aborted) {
    const letter = await takeLetter(deps);
    if (letter === null) return 'done';
    if (letter === 'over') {
      messages.send({ way: 'mail', outcome: 'failed' });
      continue;
    }
    const outcome = await runJob('send letters', async () => {
      const result = await sendOne(deps, letter);
      messages.send({ way: 'mail', outcome: await record(deps, letter, result) });
      return result;
    });
    if (outcome !== 'unwanted' && !outcome.isDelivered && outcome.isReceiversFault) {
      return 'unreachable';
    }
  }
  return 'done';
}

/** Takes the next letter, and writes down that an attempt begins; `over`: it had its last one, in a process that died. */
function takeLetter({ db, clock }: LetterDeps): Promise<ClaimedLetter | 'over' | null> {
  return db.transaction(async (tx) => {
    const now = clock.now();
    const until = new Date(now.getTime() + LEASE_MS);
    const letter = await claimLetter(tx, { now, until });
    if (!letter) return null;
    await endOpenAttempts(letter, tx, now);
    if (letter.attempts > MAX_ATTEMPTS) {
      await settleLetter(letter, tx, { state: 'failed', dueAt: null }, now);
      return 'over';
    }
    await beginAttempt(letter, tx, letter.attempts, now);
    return letter;
  });
}

/** Sends a letter, if its receiver may and wants to have it now. */
async function sendOne(deps: LetterDeps, letter: ClaimedLetter): Promise<Outcome | 'unwanted'> {
  const mail = await writeMail(deps, letter);
  if (!mail || !deps.mailer) return 'unwanted';
  try {
    await deps.mailer.send(mail);
    return { isDelivered: true, status: null, answer: 'The mail server took it' };
  } catch (error) {
    if (!isMailError(error)) throw error;
    return outcomeOf(error);
  }
}

async function writeMail(deps: LetterDeps, letter: ClaimedLetter): Promise<MailMessage | null> {
  const { organizationId, id, userId, teamId } = letter;
  const organizationName = await findOrganizationName(organizationId, deps.db);
  const said = await contentOf(deps, letter);
  if (!said || organizationName === null) return null;
  const { publicUrl } = deps.env;
  const messageId = `${id}.${identityOf(userId ?? teamId ?? '')}@${new URL(publicUrl).hostname}`;
  const about = { env: deps.env, organizationId, organizationName, messageId };
  const isDigest = letter.messageId === null;
  if (userId !== null) {
    const member = await findMember(organizationId, deps.db, userId);
    // Nobody is written to whose address is somebody's word alone, nor who belongs to the organization no longer.
    if (!member || member.emailProvenAt === null) return null;
    const [mail, reader] = [mailOfMember(member), readerOf(member)];
    const content = isDigest ? said : cutFor(said, reader);
    if (!content || mail.choiceOf(content.kind) === 'off') return null;
    if (content.kind === 'digest') {
      // Why each part concerned them cannot be told from it any more: it goes out whole or not at all, and the inbox has
      // what still does.
      const as = standingIn(letter);
      if (mail.tempo === 'off' || (as && !stillStands(as, reader))) return null;
    }
    return mailToPerson(about, { to: member.email, userId, content, isDigest });
  }
  const team = teamId === null ? null : await findTeam(organizationId, deps.db, teamId);
  if (!team?.email || mailOfTeam(team).tempo === 'off') return null;
  const content = isDigest ? said : cutForTeam(said, team.id);
  return content && mailToTeam(about, { to: team.email, team, content });
}

async function contentOf(
  { db }: LetterDeps,
  { organizationId, messageId, content }: ClaimedLetter,
): Promise<MessageContent | null> {
  if (messageId === null) return messageContent.parse(content);
  const message = await findMessage(organizationId, db, messageId);
  return message && messageContent.parse(message.content);
}

const kept = z.object({ standing: standing.optional() });

/** What counted of its receiver when a digest was written; null: a release wrote it that did not note that. */
function standingIn({ content }: ClaimedLetter) {
  return kept.parse(content).standing ?? null;
}

function outcomeOf(error: MailError): Outcome {
  const { code, status, message, isAddressRefused } = error;
  // It was not about this letter.
  if (status === null && !isAddressRefused) {
    const failure = /^(?:EABORT|ETIMEDOUT)$/.test(code) ? 'timeout' : 'connection';
    return failed(failure, message, { isReceiversFault: true });
  }
  const isForGood = isAddressRefused || (code === 'EMESSAGE' && (status ?? 0) >= 500);
  return failed('refused', message, { status, then: isForGood ? 'give-up' : 'retry' });
}

/**
 * Writes down what came of an attempt, and what follows.
 * @returns what is counted of it
 */
function record(
  { db, clock }: LetterDeps,
  letter: ClaimedLetter,
  outcome: Outcome | 'unwanted',
): Promise<MessageEvent['outcome']> {
  const now = clock.now();
  const { attempts } = letter;
  return db.transaction(async (tx) => {
    if (outcome === 'unwanted') {
      const answer = 'Its receiver may not have it, or does not want it, any more';
      const failure = 'refused';
      await endAttempt(letter, tx, attempts, { endedAt: now, failure, status: null, answer });
      await settleLetter(letter, tx, { state: 'dropped', dueAt: null }, now);
      return 'dropped';
    }
    const { status, answer } = outcome;
    const failure = outcome.isDelivered ? null : outcome.failure;
    await endAttempt(letter, tx, attempts, { endedAt: now, failure, status, answer });
    if (outcome.isDelivered) {
      await settleLetter(letter, tx, { state: 'delivered', dueAt: null }, now);
      return 'delivered';
    }
    const dueAt = outcome.then === 'retry' ? nextAttemptAt(attempts, now, Math.random()) : null;
    await settleLetter(letter, tx, { state: dueAt ? 'pending' : 'failed', dueAt }, now);
    return dueAt ? 'retried' : 'failed';
  });
}
