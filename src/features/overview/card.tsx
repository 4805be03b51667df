'use client';

import { Fragment, useState } from 'react';
import { Link } from '@/components/ui/link';
import { useQuery } from '@tanstack/react-query';
import { ChevronRight } from 'lucide-react';
import { Loading } from '@/components/feedback/loading';
import { SectionHead, type SectionHeadProps } from '@/components/layout/section-head';
import { RelativeDate } from '@/components/status/relative-date';
import { StatusBadge } from '@/components/status/status-badge';
import { Card } from '@/components/ui/card';
import { CountLink } from '@/components/ui/count-link';
import { TextLink } from '@/components/ui/text-link';
import type { Day } from '@/domain/eol/calendar';
import { stateOf } from '@/domain/eol/proximity';
import { MoveAdvice, MoveLine } from '@/features/advice/card';
import { EndBadge } from '@/features/advice/table';
import { CallFailure } from '@/features/frame/call-failure';
import { hrefs } from '@/features/hrefs';
import { ContractMark } from '@/features/names/contract';
import { EvidenceWord, isNoteworthy } from '@/features/names/evidence';
import { cn } from '@/lib/cn';
import { formatDay } from '@/lib/dates';
import { formatCount } from '@/lib/numbers';
import { useTRPC } from '@/trpc/client';
import {
  type EndingGroup,
  type OverviewScope,
  type SoftwareToMove,
  useOverviewScope,
  useToMove,
} from './params';
import {
  degreesOf,
  FIRST_END_WORDS,
  firstToEnd,
  imagesOfGroup,
  moveLabel,
  movesOf,
  targetsOf,
  typesOf,
} from './words';

/** Says how well the ends of a group are known, but where it is the catalog alone. */
export function GroupEvidence({ group }: { group: EndingGroup }) {
  const degrees = degreesOf(group);
  if (!isNoteworthy(degrees)) return null;
  return (
    // Below the words of the end, which stand after their mark.
    <span className="block py-0.5 pl-4.5 text-xs text-muted">
      Evidence:{' '}
      {degrees.map((degree, index) => (
        <Fragment key={degree}>
          {index > 0 && ', '}
          <EvidenceWord degree={degree} />
        </Fragment>
      ))}
    </span>
  );
}

/** Shows when software ends, and the contracts that move it. */
export function SoftwareEnd({ software, today }: { software: SoftwareToMove; today: string }) {
  return (
    <>
      <EndBadge
        day={software.eolDate}
        known={software.eolDateKnown}
        estimatedFrom={software.estimatedFrom}
        today={today}
      />
      <ContractMark
        contract={software.contract}
        elsewhere={software.contractElsewhere}
        today={today}
      />
    </>
  );
}

/** Shows when the first software of a group ends. */
export function FirstEnd({ group, today }: { group: EndingGroup; today: string }) {
  const first = firstToEnd(group, today);
  if (!first) return null;
  // Both come from the server, whose schemas admit calendar days alone.
  const state = stateOf(first.eolDate as Day, today as Day);
  return (
    <StatusBadge status={state} variant="plain">
      <RelativeDate
        day={first.eolDate}
        today={today}
        known={first.eolDateKnown}
        estimatedFrom={first.estimatedFrom}
        words={FIRST_END_WORDS}
      />
    </StatusBadge>
  );
}

export interface GroupImagesProps {
  group: EndingGroup;
  scope: OverviewScope;
}

/** Counts the images that hold any of a group, and links to them where an address can name them. */
export function GroupImages({ group, scope }: GroupImagesProps) {
  const { images } = group;
  return (
    <span className="shrink-0 text-right text-xs whitespace-nowrap text-muted">
      <CountLink value={images} noun="image" href={imagesOfGroup(group, scope)} />{' '}
      <span aria-hidden>{images === 1 ? 'image' : 'images'}</span>
    </span>
  );
}

/** Shows each place that a group is moved to. */
export function MoveTargets({ group }: { group: EndingGroup }) {
  return movesOf(group).map(({ id, advice, productName }) => (
    <MoveLine key={id} advice={advice} product={productName} />
  ));
}

export interface OpenGroupProps {
  /** What it opens, for screen readers. */
  label: string;
  /** Of what it opens. */
  panelId: string;
  open: boolean;
  onChange: (open: boolean) => void;
}

/** Opens a group, from the room on its left. */
export function OpenGroup({ label, panelId, open, onChange }: OpenGroupProps) {
  return (
    <button
      type="button"
      aria-expanded={open}
      aria-controls={panelId}
      aria-label={label}
      onClick={() => onChange(!open)}
      className="absolute top-1 left-1 grid size-6.5 place-items-center rounded-md text-subtle hover:bg-active hover:text-fg"
    >
      <ChevronRight
        aria-hidden
        className={cn('size-4 transition-transform', open && 'rotate-90')}
      />
    </button>
  );
}

/** Says in full where a group is moved to, once for each place. */
export function GroupAdvice({ group, className }: { group: EndingGroup; className?: string }) {
  const moves = targetsOf(group);
  if (moves.length === 0) return null;
  return (
    <div className={cn('flex gap-x-1.5', className)}>
      <span className="shrink-0 text-muted">Move to</span>
      <div className="grid gap-1.5">
        {moves.map(({ id, advice, productName }) => (
          <MoveAdvice key={id} advice={advice} product={productName} />
        ))}
      </div>
    </div>
  );
}

/** Lists release cycles that ended within the last month. */
export function EndedLately() {
  const toMove = useToMove();
  const [scope] = useOverviewScope();
  if (toMove.error) {
    return <CallFailure title="What has ended could not be loaded." query={toMove} />;
  }
  if (!toMove.data) return <Loading label="Loading what has ended" columns={2} />;
  const { today, since, ended } = toMove.data;
  return (
    <EndingList
      id="ended-lately"
      title="Ended this month"
      description={`since ${formatDay(since)}`}
      href={hrefs.softwareList({ state: 'ended', dir: 'desc', ...scope })}
      linkText="All ended"
      groups={ended}
      scope={scope}
      today={today}
      empty={`Nothing in these images has ended since ${formatDay(since)}.`}
    />
  );
}

/** Lists release cycles that end next. */
export function EndsNext() {
  const toMove = useToMove();
  const [scope] = useOverviewScope();
  // The list above says what failed.
  if (!toMove.data) return null;
  const { today, next } = toMove.data;
  return (
    <EndingList
      id="ends-next"
      title="Ends next"
      href={hrefs.softwareList({ state: 'soon', ...scope })}
      linkText="All within 6 months"
      groups={next}
      scope={scope}
      today={today}
      empty="Nothing in these images ends within 12 months, as far as is known."
    />
  );
}

interface EndingListProps extends SectionHeadProps {
  groups: readonly EndingGroup[];
  scope: OverviewScope;
  /** A UTC day. */
  today: string;
  /** Shown in place of an empty list. */
  empty: string;
}

/** Lists release cycles by their end: name and images, end and advised move. */
function EndingList({ groups, scope, today, empty, ...head }: EndingListProps) {
  return (
    <section aria-labelledby={head.id} className="grid min-w-0 content-start gap-2">
      <SectionHead {...head} />
      {groups.length === 0 ? (
        <p className="rounded-md border bg-surface px-3 py-3 text-sm text-muted">{empty}</p>
      ) : (
        <ul className="min-w-0 divide-y rounded-md border bg-surface text-sm">
          {groups.map((group) => (
            <Ending key={group.software[0]?.id} group={group} scope={scope} today={today} />
          ))}
        </ul>
      )}
    </section>
  );
}

function Ending({
  group,
  scope,
  today,
}: Pick<EndingListProps, 'scope' | 'today'> & { group: EndingGroup }) {
  const [open, setOpen] = useState(false);
  const [first] = group.software;
  if (!first) return null;
  const panelId = `ending-${first.id}`;
  return (
    <li className="relative py-1.5 pr-3 pl-8">
      {/* Where there is nowhere to move to, the row says why, and that is all. */}
      {targetsOf(group).length > 0 && (
        <OpenGroup label={moveLabel(first)} panelId={panelId} open={open} onChange={setOpen} />
      )}
      <div className="flex min-w-0 items-baseline justify-between gap-3">
        <span className="min-w-0 wrap-anywhere">
          <Link
            href={hrefs.software(first.id)}
            prefetch={false}
            className="rounded-sm font-medium hover:text-accent-text"
          >
            {first.productName} {first.cycle}
          </Link>
          {group.software.length > 1 && (
            <span className="text-xs text-muted"> {typesOf(group).join(', ')}</span>
          )}
        </span>
        <GroupImages group={group} scope={scope} />
      </div>
      <SoftwareEnd software={first} today={today} />
      <GroupEvidence group={group} />
      <div id={panelId} className="text-xs">
        {/* What it opens to begins with the same place. */}
        {open ? <GroupAdvice group={group} className="py-0.5" /> : <MoveTargets group={group} />}
      </div>
    </li>
  );
}

const SHOWN = 10;

/** Counts software by package type. */
export function PackageTypes() {
  const overview = useQuery(useTRPC().analytics.eolOverview.queryOptions());
  if (overview.error) {
    return <CallFailure title="The package types could not be loaded." query={overview} />;
  }
  if (!overview.data) return <Loading label="Loading package types" columns={2} rows={5} />;
  const types = overview.data.pkgTypes;
  const most = types[0]?.value ?? 1;
  return (
    <Card
      title="Package types"
      description="Software in use"
      actions={
        types.length > SHOWN && (
          <TextLink href={hrefs.softwareList()} className="text-xs">
            All software
          </TextLink>
        )
      }
    >
      {types.length === 0 && (
        <p className="text-sm text-muted">No scan has found software with a known life cycle.</p>
      )}
      <ul className="-mx-2 text-sm">
        {types.slice(0, SHOWN).map(({ name, value }) => (
          <li key={name}>
            <Link
              href={hrefs.softwareList({ type: name })}
              prefetch={false}
              className="grid h-7 grid-cols-[minmax(0,7rem)_minmax(0,1fr)_3rem] items-center gap-3 rounded-md px-2 hover:bg-hover"
            >
              <span className="truncate" title={name}>
                {name}
              </span>
              <span aria-hidden data-print="exact" className="h-2 rounded-sm bg-active">
                <span
                  className="block h-full min-w-1 rounded-sm bg-border-control"
                  style={{ width: `${String((value / most) * 100)}%` }}
                />
              </span>
              <span className="text-right tabular-nums">{formatCount(value)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}
