import { z } from 'zod';
import { cutFor, type Reader } from '@/domain/message/audience';
import { asListed, messageContent } from '@/domain/message/content';
import { pageOf } from '@/domain/pagination';
import { instant } from '@/server/platform/trpc/outputs';
import type { entryPage } from './repository/entries';

/** One message in a person's inbox: what of it concerns them. */
export const inboxEntry = z.object({
  id: z.guid(),
  content: messageContent,
  said_at: instant,
  is_read: z.boolean(),
});
export type InboxEntry = z.output<typeof inboxEntry>;

export const inboxPage = pageOf(inboxEntry);

type EntryRow = Awaited<ReturnType<typeof entryPage>>['items'][number];

/** What a reader sees of an entry; null when nothing in it concerns them any more. */
export function toInboxEntry(row: EntryRow, reader: Reader): InboxEntry | null {
  const content = cutFor(messageContent.parse(row.content), reader);
  if (!content) return null;
  return {
    id: row.messageId,
    content: asListed(content),
    said_at: row.createdAt.toISOString(),
    is_read: row.readAt !== null,
  };
}
