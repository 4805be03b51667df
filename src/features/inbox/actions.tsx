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

/** Marks messages as read, and has the lists and the count follow. */
export function useMarkRead() {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  return useMutation({
    ...trpc.inbox.markRead.mutationOptions(),
    onSuccess: async (_, { ids }) => {
      // What somebody reads stays where it is, also in the list of what is unread.
      queryClient.setQueriesData<Outputs['inbox']['list']>(
        trpc.inbox.list.pathFilter(),
        (page) =>
          page && {
            ...page,
            items: page.items.map((entry) =>
              ids === null || ids.includes(entry.id) ? { ...entry, is_read: true } : entry,
            ),
          },
      );
      await queryClient.invalidateQueries(trpc.inbox.summary.pathFilter());
    },
    onError: (error) => toast.error(refusalOf(error, 'Nothing was marked as read.')),
  });
}

/** Marks all that is in the inbox as read. */
export function MarkAllRead() {
  const mark = useMarkRead();
  return (
    <Button loading={mark.isPending} onClick={() => mark.mutate({ ids: null })}>
      <CheckCheck aria-hidden />
      Mark all as read
    </Button>
  );
}
