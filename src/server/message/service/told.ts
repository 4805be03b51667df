import { identityOf } from '@/domain/identifiers/identity';
import { MAX_ITEMS, type MessageItem, messageItem } from '@/domain/message/content';
import type { MessageKind } from '@/domain/message/kinds';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Transaction } from '@/server/platform/db/db';
import { deleteToldStates, fillToldItems, putToldStates, takeOver } from '../repository/messages';

/** What goes on, and how it is now. */
export interface Told {
  /** Such as the id of an image. */
  readonly subject: string;
  /** All that would be worth saying again if it changed. */
  readonly state: unknown;
  /** What is said of it, for {@link takeSolved}. */
  readonly item?: MessageItem;
}

/** Names a state as it is kept: equal ones alike. */
export function toldStateOf(state: unknown): string {
  return identityOf(JSON.stringify(state));
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
    state: toldStateOf(state),
    item: item ? JSON.stringify(item) : null,
  }));
  return putToldStates(organizationId, tx, kind, states, at);
}

/**
 * Notes items on what an earlier release said without them, so that {@link takeSolved} finds it. Nothing counts as changed.
 */
export function noteItems(
  tx: Transaction,
  organizationId: OrganizationId,
  kind: MessageKind,
  told: readonly { readonly subject: string; readonly item: MessageItem }[],
): Promise<void> {
  const items = told.map(({ subject, item }) => ({ subject, item: JSON.stringify(item) }));
  return fillToldItems(organizationId, tx, kind, items);
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
  return deleteToldStates(organizationId, tx, kind, subjects).then((rows) =>
    rows.map(({ subject }) => subject),
  );
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
  return items.map((item) => asSolved(item, detail));
}

/** Forgets what was said on one subject, because it is over, and gives the item that was noted with it as solved. */
export async function takeSolvedOf(
  tx: Transaction,
  organizationId: OrganizationId,
  kind: MessageKind,
  subject: string,
  detail: string,
): Promise<MessageItem[]> {
  const rows = await deleteToldStates(organizationId, tx, kind, [subject]);
  return rows.flatMap(({ item }) => (item === null ? [] : asSolved(item, detail)));
}

function asSolved(item: unknown, detail: string): MessageItem {
  return {
    ...messageItem.parse(item),
    ...{ isSolved: true, detail, where: null, since: null, until: null, moveTo: null, stage: null },
  };
}
