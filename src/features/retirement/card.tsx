'use client';

import type { ReactNode } from 'react';
import { Archive } from 'lucide-react';
import { useQuery } from '@tanstack/react-query';
import { TextLink } from '@/components/ui/text-link';
import { DateTime } from '@/components/status/date-time';
import { hrefs } from '@/features/hrefs';
import { formatDay } from '@/lib/dates';
import { countOf, formatCount } from '@/lib/numbers';
import { useTRPC } from '@/trpc/client';
import type { RetiredCounts, RetirementRules } from './types';

export interface RetiredNoteProps {
  /** Only images of this project; null: of all. */
  projectId: string | null;
  /** Where retired images are listed, in the place of those that count. */
  retiredHref: string;
  /** The address of those that count; null: they are what is shown. */
  countedHref?: string | null;
}

/** Says how many images are retired, which nothing counts, since when and by what; nothing where there are none. */
export function RetiredNote({ projectId, retiredHref, countedHref = null }: RetiredNoteProps) {
  const { retirement } = useTRPC();
  const counts = useQuery(retirement.counts.queryOptions({ projectId }));
  const rules = useQuery(retirement.rules.queryOptions());
  // A note beside a list: where it cannot be read the list says so itself.
  if (!counts.data || !rules.data) return null;
  const { total } = counts.data;
  if (countedHref !== null) {
    return (
      <Line>
        These images are retired: they count nowhere, until they are scanned or run again.{' '}
        <TextLink href={countedHref}>Images that count</TextLink>
      </Line>
    );
  }
  const { from } = rules.data;
  return (
    <>
      {total > 0 && <Counted {...counts.data} retiredHref={retiredHref} />}
      {from !== null && <ToCome rules={rules.data} from={from} />}
    </>
  );
}

interface CountedProps extends RetiredCounts {
  retiredHref: string;
}

function Counted({ total, byRules, latestByRulesDate, retiredHref }: CountedProps) {
  return (
    <Line>
      <TextLink href={retiredHref}>{countOf(total, 'retired image')}</TextLink>{' '}
      {total === 1 ? 'is' : 'are'} not counted
      {latestByRulesDate !== null && (
        <>
          : {byRules === total ? 'all' : formatCount(byRules)} by the{' '}
          <TextLink href={hrefs.settings.retirement}>rule</TextLink>, last on{' '}
          <DateTime value={latestByRulesDate} show="day" />
        </>
      )}
      .
    </Line>
  );
}

/** Tells before the first time what a rule will do that nobody here has set. */
function ToCome({ rules, from }: { rules: RetirementRules; from: string }) {
  const preview = useQuery(useTRPC().retirement.preview.queryOptions({}));
  if (!preview.data || preview.data.retired === 0) return null;
  return (
    <Line>
      From {formatDay(from)} on, images that were not scanned for{' '}
      {countOf(rules.not_scanned_days, 'day')} will be retired and no longer counted: today that
      would be {countOf(preview.data.retired, 'image')}.{' '}
      <TextLink href={hrefs.settings.retirement}>See the rule</TextLink>
    </Line>
  );
}

function Line({ children }: { children: ReactNode }) {
  return (
    <p className="flex items-start gap-2 text-sm text-muted">
      <Archive aria-hidden className="mt-0.5 size-4 shrink-0 text-subtle" />
      <span className="min-w-0">{children}</span>
    </p>
  );
}
