'use client';

import { Fragment, type ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Minus, Plus } from 'lucide-react';
import { Loading } from '@/components/feedback/loading';
import { PastTheEnd } from '@/components/feedback/no-results';
import { Stack } from '@/components/layout/stack';
import { DateTime } from '@/components/status/date-time';
import { CopyText } from '@/components/ui/copy-text';
import { Pagination } from '@/components/ui/pagination';
import { TextLink } from '@/components/ui/text-link';
import { CallFailure } from '@/features/frame/call-failure';
import { keepRows } from '@/features/frame/kept-rows';
import { hrefs } from '@/features/hrefs';
import { RetirementHistory } from '@/features/retirement/detail/card';
import { cn } from '@/lib/cn';
import { countOf, formatCount } from '@/lib/numbers';
import { useTRPC } from '@/trpc/client';
import type { ImageScan } from '../../query';
import { PoliciesNotRead, Caller, Commit } from '../card';
import { imageHref, toScansQuery, useImagePageParams } from '../params';

export interface HistoryTabProps {
  imageTagId: string;
  projectName: string;
  /** When it was first scanned, whether that scan is kept or not. */
  firstScanDate: string;
}

/** Lists an image's scans, newest first, with the changes each brought and those of the catalog in between. */
export function HistoryTab({ imageTagId, projectName, firstScanDate }: HistoryTabProps) {
  const { params, setParams } = useImagePageParams();
  const scans = useQuery({
    ...useTRPC().image.scans.queryOptions(toScansQuery(imageTagId, params)),
    placeholderData: keepRows,
  });
  if (scans.error) return <CallFailure title="The scans could not be loaded." query={scans} />;
  if (!scans.data) return <Loading label="Loading scans" columns={3} />;
  const { items, total } = scans.data;
  const page = {
    page: params.page,
    size: params.size,
    total,
    noun: 'scans',
    hrefFor: (number: number, size: number) =>
      imageHref(imageTagId, { tab: 'history', page: number, size }),
    onChange: (number: number, size: number) => setParams({ page: number, size }),
  };
  if (items.length === 0) return <PastTheEnd {...page} />;
  const isLastPage = params.page * params.size >= total;
  const isCutShort = isLastPage && (items.at(-1)?.scanDate ?? '') > firstScanDate;
  return (
    <Stack>
      <RetirementHistory imageTagId={imageTagId} />
      <ol
        aria-busy={scans.isPlaceholderData || undefined}
        className={cn('rounded-md border bg-surface', scans.isPlaceholderData && 'opacity-50')}
      >
        {items.map((scan, index) => (
          <Fragment key={scan.id}>
            {scan.catalogChanges.map((change) => (
              <CatalogChangeEntry key={change.changedAt} change={change} />
            ))}
            <ScanEntry
              scan={scan}
              before={items[index + 1]?.id ?? null}
              isLatest={index === 0 && params.page === 1}
              {...{ imageTagId, projectName }}
            />
          </Fragment>
        ))}
      </ol>
      {isCutShort && <OlderAreGone />}
      <Pagination {...page} />
    </Stack>
  );
}

/** Says why the list does not begin with the first scan. */
function OlderAreGone() {
  return (
    <p className="text-sm text-muted">
      Older scans were removed by the{' '}
      <TextLink href={hrefs.settings.retention}>rules for retention</TextLink>.
    </p>
  );
}

interface ScanEntryProps {
  scan: ImageScan;
  imageTagId: string;
  projectName: string;
  /** The scan before it; null when this page of the list does not have it. */
  before: string | null;
  isLatest: boolean;
}

/** Shows one scan: its date, its changes, its caller. */
function ScanEntry({ scan, imageTagId, projectName, before, isLatest }: ScanEntryProps) {
  return (
    <HistoryEntry at={scan.scanDate} changes={scan}>
      <span className="text-muted">
        {countOf(scan.matchCount, 'match', 'matches')} in {countOf(scan.componentCount, 'package')}
        {scan.policiesRead === false && <PoliciesNotRead />}
        {(before !== null || !isLatest) && (
          <span data-print="hide" className="flex flex-wrap gap-x-1.5 text-xs">
            Compare with
            {before !== null && (
              <TextLink
                aria-label="Compare with the scan before"
                href={hrefs.compareImages({ from: imageTagId, fromScan: before, toScan: scan.id })}
              >
                before
              </TextLink>
            )}
            {!isLatest && (
              <TextLink
                aria-label="Compare with now"
                href={hrefs.compareImages({ from: imageTagId, fromScan: scan.id })}
              >
                now
              </TextLink>
            )}
          </span>
        )}
      </span>
      <Origin scan={scan} projectName={projectName} />
    </HistoryEntry>
  );
}

/** Shows a change of the catalog between two scans, for the packages that the first of them found. */
function CatalogChangeEntry({ change }: { change: ImageScan['catalogChanges'][number] }) {
  return (
    <HistoryEntry at={change.changedAt} changes={change}>
      <span className="text-muted md:col-span-2">The catalog changed, the image did not</span>
    </HistoryEntry>
  );
}

interface HistoryEntryProps {
  at: string;
  changes: Changes;
  children: ReactNode;
}

function HistoryEntry({ at, changes, children }: HistoryEntryProps) {
  return (
    <li className="grid grid-cols-1 gap-x-6 gap-y-1 border-b px-3 py-2 text-sm last:border-b-0 md:grid-cols-2 xl:grid-cols-[9rem_minmax(0,1fr)_11rem_22rem]">
      <DateTime value={at} className="font-medium" />
      <SoftwareChanges {...changes} />
      {children}
    </li>
  );
}

function Origin({ scan, projectName }: Pick<ScanEntryProps, 'scan' | 'projectName'>) {
  return (
    <span className="flex min-w-0 items-center gap-x-3 text-muted max-xl:flex-wrap xl:justify-end">
      <Caller kind={scan.callerKind} name={scan.callerName} />
      {scan.commitHash && <Commit hash={scan.commitHash} projectName={projectName} />}
      {scan.digest && <CopyText value={scan.digest} what="digest" className="max-w-40" />}
    </span>
  );
}

type Changes = Pick<ImageScan, 'opened' | 'openedCount' | 'closed' | 'closedCount'>;

/** Lists the findings that a scan opened and closed. */
function SoftwareChanges({ opened, openedCount, closed, closedCount }: Changes) {
  return (
    <div className="grid min-w-0 content-start gap-0.5">
      {openedCount === 0 && closedCount === 0 && (
        <span className="text-muted">Nothing changed</span>
      )}
      <Change kind="opened" names={opened} count={openedCount} />
      <Change kind="closed" names={closed} count={closedCount} />
    </div>
  );
}

interface ChangeProps {
  kind: 'opened' | 'closed';
  names: Changes['opened'];
  /** May be more than are named. */
  count: number;
}

const CHANGES = {
  opened: { Icon: Plus, word: 'New' },
  closed: { Icon: Minus, word: 'Gone' },
} as const;

function Change({ kind, names, count }: ChangeProps) {
  if (count === 0) return null;
  const { Icon, word } = CHANGES[kind];
  const rest = count - names.length;
  const listed = names.map(({ productName, releaseCycle }) => `${productName} ${releaseCycle}`);
  return (
    <span className="flex min-w-0 gap-1.5">
      <Icon aria-label={word} className="mt-0.5 size-4 shrink-0 text-subtle" />
      <span className="min-w-0 wrap-anywhere">
        {listed.join(', ')}
        {rest > 0 && <span className="text-muted"> and {formatCount(rest)} more</span>}
      </span>
    </span>
  );
}
