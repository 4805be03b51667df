'use client';

import { Link } from '@/components/ui/link';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Bell, CheckCheck } from 'lucide-react';
import { Button, buttonClass } from '@/components/ui/button';
import { toast } from '@/components/ui/toast';
import { refusalOf } from '@/features/frame/words';
import { hrefs } from '@/features/hrefs';
import { useTRPC } from '@/trpc/client';
import type { Outputs } from '@/trpc/outputs';
import { unreadInWords, unreadMark } from './words';

/** For how long the count is not asked for again by itself; open pages do when something has come. */
const FRESH_FOR_MS = 60_000;

/** Leads to the inbox from every page, and says how much in it is unread. */
export function InboxBell({ unread: known }: { readonly unread: number }) {
  const { data } = useQuery({
    ...useTRPC().inbox.summary.queryOptions(),
    initialData: { unread: known },
    staleTime: FRESH_FOR_MS,
  });
  const { unread } = data;
  return (
    <Link
      href={hrefs.inbox()}
      prefetch={false}
      aria-label={`Inbox, ${unreadInWords(unread)}`}
      title={`Inbox, ${unreadInWords(unread)}`}
      className={buttonClass('ghost', 'md', 'relative min-w-8 px-1.5')}
    >
      <Bell aria-hidden />
      {unread > 0 && (
        <span
          aria-hidden
          data-numeric
          className="rounded-full bg-accent px-1.5 text-xs leading-4 font-medium text-accent-fg"
        >
          {unreadMark(unread)}
        </span>
      )}
    </Link>
  );
}

type InboxEntry = Outputs['inbox']['list']['items'][number];

/** Marks messages as read, and has the lists and the count follow. */
export function useMarkRead() {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  return useMutation({
    ...trpc.inbox.markRead.mutationOptions(),
    onSuccess: async (_, { ids, kind = null, until = null }) => {
      const isMeant = ({ id, content }: InboxEntry) =>
        ids?.includes(id) ??
        ((kind === null || content.kind === kind) && (until === null || id <= until));
      // What somebody reads stays where it is, also in the list of what is unread.
      queryClient.setQueriesData<Outputs['inbox']['list']>(
        trpc.inbox.list.pathFilter(),
        (page) =>
          page && {
            ...page,
            items: page.items.map((entry) =>
              isMeant(entry) ? { ...entry, is_read: true } : entry,
            ),
          },
      );
      await queryClient.invalidateQueries(trpc.inbox.summary.pathFilter());
    },
    onError: (error) => toast.error(refusalOf(error, 'Nothing was marked as read.')),
  });
}

export interface MarkAllReadProps {
  /** Of the messages that are listed; null: of any. */
  readonly kind: InboxEntry['content']['kind'] | null;
  /** The newest that is listed: the reader has seen nothing of what came after it. Null where that is not known. */
  readonly until: string | null;
  /** Whether they are listed: while others show, or none yet, the reader has seen nothing of them. */
  readonly isListed: boolean;
}

/** Marks all that the inbox lists as read, on this page and on others. */
export function MarkAllRead({ kind, until, isListed }: MarkAllReadProps) {
  const mark = useMarkRead();
  return (
    <Button
      disabled={!isListed}
      loading={mark.isPending}
      onClick={() => mark.mutate({ ids: null, kind, until })}
    >
      <CheckCheck aria-hidden />
      Mark all as read
    </Button>
  );
}
