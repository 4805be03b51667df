'use client';

import { useQuery } from '@tanstack/react-query';
import { TextLink } from '@/components/ui/text-link';
import { CallFailure } from '@/features/frame/call-failure';
import { hrefs } from '@/features/hrefs';
import { formatDay } from '@/lib/dates';
import { countOf, formatCount } from '@/lib/numbers';
import { useTRPC } from '@/trpc/client';

/** Says on a project's page until when it is supported, and what ends earlier. */
export function ProjectPromise({ projectId }: { readonly projectId: string }) {
  const told = useQuery(useTRPC().supportPromise.outlives.queryOptions({ id: projectId }));
  if (told.error) return <CallFailure title="The promise could not be loaded." query={told} />;
  if (!told.data) return <div className="h-8" />;
  const { promise, counts } = told.data;
  return (
    <section
      aria-label="Promised support"
      className="flex min-w-0 flex-wrap items-center gap-x-4 gap-y-2 text-sm"
    >
      <p className="min-w-0">
        <span className="text-muted">Promised support </span>
        {promise ? `until ${formatDay(promise.promised_until)}` : 'none'}
        {counts && (
          <span className="text-muted">
            {' · '}
            {countOf(counts.earlier, 'release cycle')} known to end earlier,{' '}
            {formatCount(counts.unknown)} with no known end
          </span>
        )}
      </p>
      <TextLink href={hrefs.outlives(projectId)}>
        {promise ? 'What ends earlier' : 'Promise support'}
      </TextLink>
    </section>
  );
}
