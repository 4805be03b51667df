'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { VisuallyHidden } from '@/components/ui/visually-hidden';
import { toast } from '@/components/ui/toast';
import { useMay } from '@/features/frame/reader';
import { formatInstantDay } from '@/lib/dates';
import { useTRPC } from '@/trpc/client';

/** Lists the patterns of the organization's own software; nothing where there are none. */
export function OursCard() {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const mayManage = useMay('catalog:manage');
  const patterns = useQuery(trpc.knowledge.ownSoftware.queryOptions());
  const remove = useMutation({
    ...trpc.knowledge.deleteOwnSoftware.mutationOptions(),
    onSuccess: async ({ pattern }) => {
      toast.success(`${pattern} is no longer your own software`);
      await queries.invalidateQueries();
    },
    onError: () => {
      toast.error('It could not be taken back. Nothing was changed.');
    },
  });
  if (!patterns.data || patterns.data.length === 0) return null;
  return (
    <Card
      title="Your own software"
      description="What is called so is counted apart, and never as supported"
      flush
    >
      <ul>
        {patterns.data.map(({ id, pattern, reason, set_by: by, set_at: at }) => (
          <li
            key={id}
            className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b px-4 py-2 text-sm last:border-b-0"
          >
            <span className="font-mono wrap-anywhere">{pattern}</span>
            <span className="min-w-0 flex-1 wrap-anywhere text-muted">
              {reason} · {by}, {formatInstantDay(at)}
            </span>
            {mayManage && (
              <Button
                size="sm"
                variant="ghost"
                disabled={remove.isPending}
                onClick={() => remove.mutate({ id })}
              >
                Take it back
                <VisuallyHidden> for {pattern}</VisuallyHidden>
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}
