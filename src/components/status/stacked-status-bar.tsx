import { Link } from '@/components/ui/link';
import type { ReactNode } from 'react';
import { STATUS_FILL, STATUS_LABELS, STATUSES, type Status } from './states';
import { StatusMark } from './status-mark';
import { countOf, formatCount } from '@/lib/numbers';
import { cn } from '@/lib/cn';

export interface StackedStatusBarProps {
  counts: Readonly<Partial<Record<Status, number>>>;
  /** The noun counted, as in "3 findings": `['finding', 'findings']`. */
  noun: readonly [one: string, many: string];
  /** The list that a count opens. */
  hrefFor?: (status: Status) => string;
  /** `figures` puts every number below; `compact` fits a table row, with the numbers that matter next to it. */
  variant?: 'figures' | 'compact';
  className?: string;
}

/** Draws counts by state as one bar with numbers. Every number can be a link. */
export function StackedStatusBar(props: StackedStatusBarProps) {
  return props.variant === 'compact' ? <CompactBar {...props} /> : <FiguresBar {...props} />;
}

function CompactBar({ counts, noun, hrefFor, className }: StackedStatusBarProps) {
  const isShown = (status: Status) => (counts[status] ?? 0) > 0;
  if (!STATUSES.some(isShown)) return <span className="text-xs text-subtle">0 {noun[1]}</span>;
  return (
    <div className={cn('flex min-w-0 items-center gap-2.5', className)}>
      <Segments counts={counts} className="h-2 w-20 min-w-8 print:w-8 print:min-w-0" />
      {/* Each state keeps its place, so that a column of bars can be read down as numbers. */}
      <ul
        className="grid shrink-0 grid-cols-[repeat(5,minmax(2rem,auto))] gap-x-1.5 text-xs print:grid-cols-[repeat(5,minmax(1.5rem,auto))] print:gap-x-1"
        data-numeric
      >
        {STATUSES.filter(isShown).map((status) => (
          <li key={status} style={{ gridColumn: STATUSES.indexOf(status) + 1 }}>
            <Door href={hrefFor?.(status)} label={describe(status, counts, noun)}>
              <span aria-hidden className="inline-flex items-center gap-1">
                <StatusMark status={status} className="size-2.5" />
                {formatCount(counts[status] ?? 0)}
              </span>
            </Door>
          </li>
        ))}
      </ul>
    </div>
  );
}

function FiguresBar({ counts, noun, hrefFor, className }: StackedStatusBarProps) {
  return (
    <div className={cn('@container grid grid-cols-1 gap-3', className)}>
      <Segments counts={counts} hrefFor={hrefFor} className="h-3" />
      <ul className="grid grid-cols-2 gap-x-2 gap-y-1 @lg:grid-cols-5">
        {STATUSES.map((status) => (
          <li key={status}>
            <Door href={hrefFor?.(status)} label={describe(status, counts, noun)} block>
              <span aria-hidden className="flex items-center gap-1.5 text-xs text-muted">
                <StatusMark status={status} />
                {STATUS_LABELS[status]}
              </span>
              <span aria-hidden data-numeric className="block text-xl font-semibold tracking-tight">
                {formatCount(counts[status] ?? 0)}
              </span>
            </Door>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The bar itself repeats what the numbers say, so it is silent and out of the tab order. */
function Segments({
  counts,
  hrefFor,
  className,
}: Pick<StackedStatusBarProps, 'counts' | 'hrefFor' | 'className'>) {
  return (
    <div
      aria-hidden
      data-print="exact"
      className={cn('flex gap-0.5 overflow-hidden rounded-sm bg-active', className)}
    >
      {STATUSES.map((status) => {
        const count = counts[status] ?? 0;
        if (count === 0) return null;
        const shared = {
          title: `${STATUS_LABELS[status]}: ${formatCount(count)}`,
          className: cn('h-full min-w-1 basis-0', STATUS_FILL[status]),
          style: { flexGrow: count },
        };
        return hrefFor ? (
          <Link key={status} href={hrefFor(status)} tabIndex={-1} prefetch={false} {...shared} />
        ) : (
          <span key={status} {...shared} />
        );
      })}
    </div>
  );
}

interface DoorProps {
  href: string | undefined;
  label: string;
  block?: boolean;
  children: ReactNode;
}

function Door({ href, label, block = false, children }: DoorProps) {
  const className = block ? '-mx-2 block rounded-md px-2 py-1' : 'rounded-sm';
  const content = (
    <>
      {children}
      <span className="sr-only">{label}</span>
    </>
  );
  if (href === undefined) return <span className={className}>{content}</span>;
  return (
    <Link href={href} prefetch={false} className={cn(className, 'hover:bg-hover')}>
      {content}
    </Link>
  );
}

function describe(
  status: Status,
  counts: StackedStatusBarProps['counts'],
  [one, many]: StackedStatusBarProps['noun'],
): string {
  return `${STATUS_LABELS[status]}: ${countOf(counts[status] ?? 0, one, many)}`;
}
