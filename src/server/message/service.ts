import { v7 as uuidv7 } from 'uuid';
import {
  MAX_ITEMS,
  type MessageContent,
  messageContent,
  type MessageItem,
  messageItem,
  type MessageKind,
} from '@/domain/message/content';
import { identityOf } from '@/domain/identifiers/identity';
import { isForPeople } from '@/domain/message/audience';
import { findAudience, tellPeople } from '@/server/inbox/service/tell';
import { hasReaders } from '@/server/inbox/service/entries';
import { mintOrganizationId, type OrganizationId } from '@/server/platform/auth/organization-id';
import type { Transaction } from '@/server/platform/db/db';
import {
  announce,
  deleteToldStates,
  findHeardKinds,
  findOrganizationsThatHear,
  insertDeliveries,
  insertMessage,
  type NewMessage,
  putToldStates,
  takeOver,
} from './repository';

/** Who gets a message: the channels that hear its kind and the people whom it concerns, or the channels that are named. */
export type Addressees = 'listeners' | { readonly channelIds: readonly string[] };

/**
 * Says something, in the transaction that causes it: it is said if that is committed, and not else. Writes the message,
 * one delivery for each channel, and what each person gets of it; the delivery itself is the job of whichever process
 * gets to it first.
 * @param causedBy the person who did what is said, and needs not be told
 * @returns the message's id; null when there is nobody to tell, and nothing was written
 */
export async function sendMessage(
  tx: Transaction,
  organizationId: OrganizationId,
  message: MessageContent,
  to: Addressees,
  at: Date,
  causedBy: string | null = null,
): Promise<string | null> {
  if (to !== 'listeners') {
    const row = await storeMessage(tx, organizationId, message, at);
    await insertDeliveries(organizationId, tx, row, to.channelIds);
    await announce(tx);
    return row.id;
  }
  const audience = await findAudience(tx, organizationId, message, causedBy);
  const isHeardByChannels = (await findHeardKinds(organizationId, tx)).has(message.kind);
  const isForNobody = audience.people.length + audience.teams.length === 0;
  if (isForNobody && !isHeardByChannels) return null;
  const row = await storeMessage(tx, organizationId, message, at);
  await tellPeople(tx, organizationId, row, audience);
  if (isHeardByChannels) {
    await insertDeliveries(organizationId, tx, row, null);
    await announce(tx);
  }
  return row.id;
}

/** Writes a message that nobody gets yet, for whoever delivers it by hand. */
export async function storeMessage(
  tx: Transaction,
  organizationId: OrganizationId,
  message: MessageContent,
  at: Date,
): Promise<NewMessage> {
  // A message that could not be read back would never be delivered.
  const row = { id: uuidv7(), content: messageContent.parse(message), at };
  await insertMessage(organizationId, tx, row);
  return row;
}

/** Whether anybody hears messages of a kind: where nobody does, a cause need not find out what it would say. */
export async function isHeard(
  db: Transaction,
  organizationId: OrganizationId,
  kind: MessageKind,
): Promise<boolean> {
  if (isForPeople(kind) && (await hasReaders(db, organizationId))) return true;
  return (await findHeardKinds(organizationId, db)).has(kind);
}

/** What goes on, and how it is now. */
export interface Told {
  /** Such as the id of an image. */
  readonly subject: string;
  /** All that would be worth saying again if it changed. */
  readonly state: unknown;
  /** What is said of it, for {@link takeSolved}. */
  readonly item?: MessageItem;
}

/**
 * Notes how things are, and lists the subjects of those that are not as they were when they were last noted. A cause
 * says something on these alone: nothing unchanged is said again.
 */
export function noteStates(
  tx: Transaction,
  organizationId: OrganizationId,
  kind: MessageKind,
  told: readonly Told[],
  at: Date,
): Promise<string[]> {
  const states = told.map(({ subject, state, item }) => ({
    subject,
    state: identityOf(JSON.stringify(state)),
    item: item ? JSON.stringify(item) : null,
  }));
  return putToldStates(organizationId, tx, kind, states, at);
}

/**
 * Forgets how things were, because they are over: should they come back, that is said.
 * @returns the subjects that were not forgotten before: of two that forget at once, one gets them
 */
export function forgetStates(
  tx: Transaction,
  organizationId: OrganizationId,
  kind: MessageKind,
  subjects: readonly string[],
): Promise<string[]> {
  return deleteToldStates(organizationId, tx, kind, subjects);
}

/**
 * Forgets what of a kind was noted with its item and does not hold any more, and gives the items as solved. No more at a
 * time than a message is sure to list.
 * @param holding the subjects that hold
 * @param detail why it is solved, in a line
 */
export async function takeSolved(
  tx: Transaction,
  organizationId: OrganizationId,
  kind: MessageKind,
  holding: readonly string[],
  detail: string,
): Promise<MessageItem[]> {
  const over = { holding, most: MAX_ITEMS / 2 };
  const items = await takeOver(organizationId, tx, kind, over);
  return items.map((item) => ({
    ...messageItem.parse(item),
    ...{ isSolved: true, detail, where: null, since: null, until: null, moveTo: null },
  }));
}

/** Lists the organizations in which messages of any of some kinds are heard: what need be looked at. */
export async function organizationsThatHear(
  db: Transaction,
  kinds: readonly MessageKind[],
): Promise<OrganizationId[]> {
  const withMembers = kinds.some(isForPeople);
  return (await findOrganizationsThatHear(db, kinds, { withMembers })).map(mintOrganizationId);
}

export { announce, lockToldStates, MESSAGE_CHANNEL } from './repository';
