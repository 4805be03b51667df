import { cutFor, cutForTeam } from '@/domain/message/audience';
import { messageContent, type MessageContent } from '@/domain/message/content';
import { digestOf } from '@/domain/message/digest';
import type { MailSetting } from '@/domain/message/mail-setting';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Transaction } from '@/server/platform/db/db';
import type { Deps } from '@/server/platform/deps';
import { findDueReceivers, takeDue } from '../repository/digests';
import { insertLetters } from '../repository/letters';
import { findMember, findTeam } from '../repository/people';
import type { Receiver } from '../repository/settings';
import { mailOfMember, mailOfTeam, readerOf } from './receivers';

/** Receivers whose digests are written in one go; the next look goes on. */
const AT_ONCE = 200;

/**
 * Writes the digests that are due: a letter of what has come together, which is sent like any other. What waits is taken
 * and the letter written in one transaction, so no two processes write the same, and one that is killed loses nothing.
 */
export async function writeDigests(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  signal: AbortSignal,
): Promise<void> {
  const now = clock.now();
  for (const { organizationId, receiver } of await findDueReceivers(db, now, AT_ONCE)) {
    if (signal.aborted) return;
    await db.transaction((tx) => writeDigest(tx, organizationId, receiver, now));
  }
}

async function writeDigest(
  tx: Transaction,
  organizationId: OrganizationId,
  receiver: Receiver,
  now: Date,
): Promise<void> {
  const due = await takeDue(organizationId, tx, receiver, now);
  const reading = await readingOf(tx, organizationId, receiver);
  if (!reading) return;
  const { mail, cut } = reading;
  const messages = due.flatMap(({ content }) => cut(messageContent.parse(content)) ?? []);
  const content = digestFor(mail, messages);
  if (!content) return;
  await insertLetters(organizationId, tx, [{ receiver, brings: { content }, dueAt: now }], now);
}

/** The digest of what was said to somebody; null where nothing is left to say, or it goes out no more. */
export function digestFor(
  { tempo, choiceOf }: MailSetting,
  messages: readonly MessageContent[],
): MessageContent | null {
  if (tempo === 'off' || tempo === 'at_once') return null;
  const wanted = messages.filter(({ kind }) => choiceOf(kind) !== 'off');
  return digestOf(
    wanted.map((content) => ({ content })),
    { tempo },
  );
}

interface Reading {
  readonly mail: MailSetting;
  /** What of a message concerns the receiver, as they are now. */
  readonly cut: (content: MessageContent) => MessageContent | null;
}

async function readingOf(
  tx: Transaction,
  organizationId: OrganizationId,
  receiver: Receiver,
): Promise<Reading | null> {
  if ('teamId' in receiver) {
    const team = await findTeam(organizationId, tx, receiver.teamId);
    return team && { mail: mailOfTeam(team), cut: (content) => cutForTeam(content, team.id) };
  }
  const member = await findMember(organizationId, tx, receiver.userId);
  if (!member || member.emailProvenAt === null) return null;
  const reader = readerOf(member);
  return { mail: mailOfMember(member), cut: (content) => cutFor(content, reader) };
}
