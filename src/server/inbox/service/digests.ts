import {
  concernOf,
  cutFor,
  cutForTeam,
  type Standing,
  standingFor,
} from '@/domain/message/audience';
import { messageContent, type MessageContent } from '@/domain/message/content';
import { digestOf } from '@/domain/message/digest';
import type { MailSetting } from '@/domain/message/mail-setting';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Transaction } from '@/server/platform/db/db';
import type { Deps } from '@/server/platform/deps';
import { giveTurns, type Turns } from '@/server/platform/jobs/turns';
import { findDueReceivers, postponeDue, takeDue } from '../repository/digests';
import { areDue, insertLetters } from '../repository/letters';
import { findMember, findTeam } from '../repository/people';
import type { Receiver } from '../repository/settings';
import { mailOfMember, mailOfTeam, readerOf } from './receivers';

/** Receivers whose digests are written in one go, before it is looked which come next. */
const AT_ONCE = 200;
/**
 * Letters that are due at which no more digests are written: letters are sent in the order in which they are due, and what is
 * said at once would come behind all of the digests of an hour. As many as are sent within some minutes.
 */
const MOST_DUE = 1_000;
/** Milliseconds after which a digest that could not be written is tried again. */
const RETRY_MS = 5 * 60_000;

/**
 * Writes the digests that are due: a letter of what has come together, which is sent like any other. What waits is taken
 * and the letter written in one transaction, so no two processes write the same, and one that is killed loses nothing. One that
 * fails keeps no other from its turn: it is tried again later, behind those that are due by then. Most are due at the same hours,
 * and they are written as fast as letters are sent, one of each organization after the other.
 * @returns null where none was due, or those that were written before have yet to be sent
 */
export async function writeDigests(
  deps: Pick<Deps, 'db' | 'clock' | 'logger'>,
  signal: AbortSignal,
): Promise<Turns | null> {
  const { db, clock } = deps;
  let failed = 0;
  for (let hasAny = false; ; hasAny = true) {
    const now = clock.now();
    const isToWait = await areDue(db, now, MOST_DUE);
    const due = isToWait ? [] : await findDueReceivers(db, now, AT_ONCE);
    if (due.length === 0) return hasAny ? { failed } : null;
    const turns = await writeEach(deps, due, now, signal);
    failed += turns.failed;
    // Those that failed are due later, unless that could not be said either: then the next look tries again.
    if (due.length < AT_ONCE || turns.failed === due.length) return { failed };
  }
}

type DueReceiver = Awaited<ReturnType<typeof findDueReceivers>>[number];

function writeEach(
  { db, logger }: Pick<Deps, 'db' | 'logger'>,
  due: readonly DueReceiver[],
  now: Date,
  signal: AbortSignal,
): Promise<Turns> {
  const write = async (organizationId: OrganizationId, { receiver }: DueReceiver) => {
    try {
      await db.transaction((tx) => writeDigest(tx, organizationId, receiver, now));
    } catch (error) {
      const to = new Date(+now + RETRY_MS);
      await postponeDue(organizationId, db, receiver, { due: now, to });
      throw error;
    }
  };
  const failure = 'a digest could not be written';
  return giveTurns({ logger }, due, write, { failure, signal });
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
  const { mail, cut, standingIn } = reading;
  const messages = due.flatMap(({ content }) => cut(messageContent.parse(content)) ?? []);
  const content = digestFor(mail, messages);
  if (!content) return;
  const brings = { content, standing: standingIn(messages) };
  await insertLetters(organizationId, tx, [{ receiver, brings, dueAt: now }], now);
}

/** The digest of what was said to somebody; null where nothing is left to say, or it goes out no more. */
export function digestFor(
  { tempo, choiceOf }: MailSetting,
  messages: readonly MessageContent[],
): MessageContent | null {
  if (tempo === 'off') return null;
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
  /** What of the receiver counted for what was cut; null: a team does not cease to be what it is. */
  readonly standingIn: (cut: readonly MessageContent[]) => Standing | null;
}

async function readingOf(
  tx: Transaction,
  organizationId: OrganizationId,
  receiver: Receiver,
): Promise<Reading | null> {
  if ('teamId' in receiver) {
    const team = await findTeam(organizationId, tx, receiver.teamId);
    if (!team) return null;
    const cut = (content: MessageContent) => cutForTeam(content, team.id);
    return { mail: mailOfTeam(team), cut, standingIn: () => null };
  }
  const member = await findMember(organizationId, tx, receiver.userId);
  if (!member || member.emailProvenAt === null) return null;
  const reader = readerOf(member);
  return {
    mail: mailOfMember(member),
    cut: (content) => cutFor(content, reader),
    standingIn: (cut) => standingFor(cut.flatMap((content) => concernOf(content, reader) ?? [])),
  };
}
