import { asLine, type MessageContent, type MessageItem } from '@/domain/message/content';
import type { MessageKind } from '@/domain/message/kinds';
import { inPieces, type Piece } from '@/domain/message/pieces';
import {
  isHeard,
  lockToldStates,
  noteStates,
  sendMessage,
  takeSolved,
  type Told,
} from '@/server/message/service';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Transaction } from '@/server/platform/db/db';
import type { Deps } from '@/server/platform/deps';

export type NoticeDeps = Pick<Deps, 'catalog' | 'clock' | 'db' | 'env' | 'logger'>;

/** Something that holds now, and is worth saying once. */
export interface Standing extends Told {
  readonly item: MessageItem;
  /** Whether it is too old to be said when it is first found. */
  readonly isOld?: boolean;
}

type Words = Pick<MessageContent, 'severity' | 'title' | 'summary' | 'links'>;

/** What goes on by itself until somebody does something about it. */
export interface Cause {
  readonly kind: MessageKind;
  /** Finds what holds now; no other process does meanwhile. */
  readonly find: (
    deps: NoticeDeps,
    organizationId: OrganizationId,
    tx: Transaction,
  ) => Promise<Standing[]>;
  /** Says what is new, of which there is something. */
  readonly say: (news: readonly MessageItem[], at: Date) => Words;
  /** Says that some of it is over, and nothing new. */
  readonly sayOver: (solved: readonly MessageItem[]) => Omit<Words, 'severity'>;
  /** Why an item is solved. */
  readonly over: string;
}

/**
 * Says what of a cause holds, and was not said or is not as it was said, and what is over. It is noted in the transaction of
 * the message, so that it is said once, whoever does this and however often.
 */
export function tellOf(
  cause: Cause,
  deps: NoticeDeps,
  organizationId: OrganizationId,
): Promise<void> {
  const { kind } = cause;
  return deps.db.transaction(async (tx) => {
    if (!(await isHeard(tx, organizationId, kind))) return;
    await lockToldStates(organizationId, tx, kind);
    const at = deps.clock.now();
    const standing = await cause.find(deps, organizationId, tx);
    const changed = new Set(await noteStates(tx, organizationId, kind, standing, at));
    const news = standing
      .filter(({ subject, isOld = false }) => changed.has(subject) && !isOld)
      .map(({ item }) => item);
    const holding = standing.map(({ subject }) => subject);
    const solved = await takeSolved(tx, organizationId, kind, holding, cause.over);
    for (const piece of inPieces(news, solved)) {
      await sendMessage(tx, organizationId, contentOf(cause, piece, at), 'listeners', at);
    }
  });
}

function contentOf(
  { kind, say, sayOver }: Cause,
  { news, solved }: Piece<MessageItem, MessageItem>,
  at: Date,
): MessageContent {
  const words = news.length > 0 ? say(news, at) : { severity: 'info' as const, ...sayOver(solved) };
  const items = [...news, ...solved];
  return { kind, ...words, title: asLine(words.title), items, total: items.length };
}
