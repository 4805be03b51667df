'use client';

import { useState } from 'react';
import { Link } from '@/components/ui/link';
import { ChevronRight } from 'lucide-react';
import { Loading } from '@/components/feedback/loading';
import { SectionHead } from '@/components/layout/section-head';
import { MoveAdvice } from '@/features/advice/card';
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
import { FirstEnd, GroupEvidence, GroupImages, MoveTargets, SoftwareEnd } from '../card';
import { cyclesOf, isOneCycle, movesOf, typesOf } from '../words';

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
  const partsId = `line-${first.id}`;
  return (
    <li className="min-w-0">
      <div className={cn(ROW, 'relative pl-8')}>
        {!isOne && (
          <button
            type="button"
            aria-expanded={open}
            aria-controls={partsId}
            aria-label={`${first.productName}, all ${String(line.software.length)}`}
            onClick={() => setOpen(!open)}
            className="absolute top-1 left-1 grid size-6.5 place-items-center rounded-md text-subtle hover:bg-active hover:text-fg"
          >
            <ChevronRight
              aria-hidden
              className={cn('size-4 transition-transform', open && 'rotate-90')}
            />
          </button>
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
        <div id={partsId} className="border-t bg-sunken">
          <Parts line={line} scope={scope} today={today} />
          <Advice line={line} />
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

/** Says in full where the software of a line is moved to, once for each place. */
function Advice({ line }: Pick<LineProps, 'line'>) {
  const moves = movesOf(line).filter(({ advice }) => advice?.target);
  if (moves.length === 0) return null;
  return (
    <div className="flex gap-x-1.5 border-t py-2 pr-3 pl-8">
      <span className="shrink-0 text-muted">Move to</span>
      <div className="grid gap-1.5">
        {moves.map(({ id, advice, productName }) => (
          <MoveAdvice key={id} advice={advice} product={productName} />
        ))}
      </div>
    </div>
  );
}
