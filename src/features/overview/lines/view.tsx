'use client';

import { useState } from 'react';
import { Link } from '@/components/ui/link';
import { Loading } from '@/components/feedback/loading';
import { SectionHead } from '@/components/layout/section-head';
import { CallFailure } from '@/features/frame/call-failure';
import { hrefs } from '@/features/hrefs';
import { cn } from '@/lib/cn';
import {
  type EndingGroup,
  isForAll,
  type OverviewScope,
  useOverviewScope,
  useToMove,
} from '../params';
import {
  FirstEnd,
  GroupAdvice,
  GroupEvidence,
  GroupImages,
  MoveTargets,
  OpenGroup,
  SoftwareEnd,
} from '../card';
import { cyclesOf, isOneCycle, moveLabel, targetsOf, typesOf } from '../words';

/** Lists the product lines to move first, one row each, which opens to its cycles and package types. */
export function MoveFirst() {
  const toMove = useToMove();
  const [scope] = useOverviewScope();
  return (
    <section aria-labelledby="move-first" className="grid min-w-0 grid-cols-1 content-start gap-2">
      <SectionHead
        id="move-first"
        title="Move first"
        description="Ended or ending within 6 months, most images first"
        href={hrefs.softwareList({ state: 'ended', sort: 'images', dir: 'desc', ...scope })}
        linkText="All ended software"
      />
      {toMove.error && (
        <CallFailure title="What to move first could not be loaded." query={toMove} />
      )}
      {toMove.isPending && <Loading label="Loading what to move first" columns={4} />}
      {toMove.data?.lines.length === 0 && (
        <p className="rounded-md border bg-surface px-4 py-6 text-sm text-muted">
          Nothing in {isForAll(scope) ? 'your' : 'these'} images has ended or ends within 6 months,
          as far as is known.
        </p>
      )}
      {toMove.data && toMove.data.lines.length > 0 && (
        <ul className="min-w-0 divide-y rounded-md border bg-surface text-sm">
          {toMove.data.lines.map((line) => (
            <Line key={line.software[0]?.id} line={line} scope={scope} today={toMove.data.today} />
          ))}
        </ul>
      )}
    </section>
  );
}

interface LineProps {
  line: EndingGroup;
  scope: OverviewScope;
  /** A UTC day. */
  today: string;
}

const ROW =
  'grid min-w-0 grid-cols-[minmax(0,1fr)_auto] items-start gap-x-4 gap-y-1 py-1.5 pr-3 md:grid-cols-[minmax(0,1fr)_13.25rem_4.5rem_12.5rem] min-[110rem]:grid-cols-[minmax(0,1fr)_19rem_4.5rem_19rem]';

function Line({ line, scope, today }: LineProps) {
  const [open, setOpen] = useState(false);
  const [first] = line.software;
  if (!first) return null;
  const isOne = line.software.length === 1;
  const panelId = `line-${first.id}`;
  return (
    <li className="min-w-0">
      <div className={cn(ROW, 'relative pl-8')}>
        {/* Where there is one software and nowhere to move it, the row says why, and that is all. */}
        {(!isOne || targetsOf(line).length > 0) && (
          <OpenGroup
            label={
              isOne ? moveLabel(first) : `${first.productName}, all ${String(line.software.length)}`
            }
            panelId={panelId}
            open={open}
            onChange={setOpen}
          />
        )}
        <LineName line={line} scope={scope} />
        <span className="max-md:order-last max-md:col-span-2">
          {isOneCycle(line) ? (
            <SoftwareEnd software={first} today={today} />
          ) : (
            <FirstEnd group={line} today={today} />
          )}
          <GroupEvidence group={line} />
        </span>
        <GroupImages group={line} scope={scope} />
        <span className="min-w-0 max-md:order-last max-md:col-span-2">
          <MoveTargets group={line} />
        </span>
      </div>
      {open && (
        <div id={panelId} className="divide-y border-t bg-sunken">
          {!isOne && <Parts line={line} scope={scope} today={today} />}
          <GroupAdvice group={line} className="py-2 pr-3 pl-8" />
        </div>
      )}
    </li>
  );
}

/** Names a line: its one software, or the product with its cycles. */
function LineName({ line, scope }: Omit<LineProps, 'today'>) {
  const [first] = line.software;
  if (!first) return null;
  const cycles = cyclesOf(line);
  const isOne = line.software.length === 1;
  const href = isOne
    ? hrefs.software(first.id)
    : hrefs.softwareList({ product: first.productName, ...scope });
  return (
    <span className="min-w-0 wrap-anywhere">
      <Link href={href} prefetch={false} className="rounded-sm font-medium hover:text-accent-text">
        {first.productName}
        {cycles.length === 1 && ` ${cycles[0] ?? ''}`}
      </Link>{' '}
      <span className="text-xs text-muted">
        {cycles.length > 1 ? cycles.join(', ') : typesOf(line).join(', ')}
      </span>
    </span>
  );
}

/** Lists the software of a line: each release cycle by package type. */
function Parts({ line, scope, today }: LineProps) {
  return (
    <ul className="min-w-0 divide-y">
      {line.software.map((software) => (
        <li key={software.id} className={cn(ROW, 'pl-8')}>
          <span className="min-w-0 wrap-anywhere">
            <Link
              href={hrefs.software(software.id)}
              prefetch={false}
              className="rounded-sm hover:text-accent-text"
            >
              {software.productName} {software.cycle}
            </Link>{' '}
            <span className="text-xs text-muted">{software.artifactType}</span>
          </span>
          <span className="max-md:order-last max-md:col-span-2">
            <SoftwareEnd software={software} today={today} />
            <GroupEvidence group={{ images: software.images, software: [software] }} />
          </span>
          <GroupImages group={{ images: software.images, software: [software] }} scope={scope} />
          <span className="min-w-0 max-md:order-last max-md:col-span-2">
            <MoveTargets group={{ images: software.images, software: [software] }} />
          </span>
        </li>
      ))}
    </ul>
  );
}
