import Link from 'next/link';
import { RelativeDate } from '@/components/status/relative-date';
import { StatusMark } from '@/components/status/status-mark';
import { Card } from '@/components/ui/card';
import type { Day } from '@/domain/eol/calendar';
import { stateOf } from '@/domain/eol/proximity';
import { imagesHref } from '@/features/image/search-params';
import { cn } from '@/lib/cn';
import { formatDay } from '@/lib/dates';
import { countOf } from '@/lib/numbers';
import { softwareHref } from '../software-page-params';
import type { LifecycleCycle, SoftwareDetail } from '../software-types';
import { scaleOf, segmentsOf, type Scale, type Segment } from './lifecycle-scale';

export interface LifecycleSectionProps {
  software: SoftwareDetail;
  /** A UTC day. */
  today: string;
}

/**
 * The product's cycles from release to end, with today's line. It is a table whose bars are drawn into one of
 * its columns, so that who cannot see the picture reads the same dates.
 */
export function LifecycleSection({ software, today }: LifecycleSectionProps) {
  const { lifecycle, productName } = software;
  const scale = scaleOf(lifecycle, today);
  return (
    <Card title={`Life cycle of ${productName}`} actions={<PhaseLegend cycles={lifecycle} />}>
      <table className="w-full table-fixed border-separate border-spacing-0 text-sm">
        <caption className="sr-only">Release cycles of {productName}, newest first</caption>
        <colgroup>
          <col className="w-22 sm:w-36" />
          <col />
          <col className="w-30 sm:w-68" />
        </colgroup>
        <thead>
          <tr className="text-xs text-muted">
            <th scope="col" className="pb-1 text-left font-medium">
              Cycle
            </th>
            <th scope="col" className="relative pb-1 text-left font-medium">
              <span className="sr-only">Released</span>
              <Years scale={scale} />
            </th>
            <th scope="col" className="pb-1 pl-4 text-left font-medium">
              End of life
            </th>
          </tr>
        </thead>
        <tbody>
          {lifecycle.map((cycle) => (
            <CycleRow key={cycle.name} cycle={cycle} scale={scale} today={today} />
          ))}
        </tbody>
      </table>
    </Card>
  );
}

interface CycleRowProps {
  cycle: LifecycleCycle;
  scale: Scale;
  today: string;
}

function CycleRow({ cycle, scale, today }: CycleRowProps) {
  // The server sends calendar days.
  const state = stateOf(cycle.endsOn as Day | null, today as Day);
  return (
    <tr aria-current={cycle.isThis ? 'true' : undefined} className="aria-[current]:font-medium">
      <th
        scope="row"
        className={cn('h-9 border-t pr-2 text-left font-normal', cycle.isThis && 'font-medium')}
      >
        <CycleName cycle={cycle} />
      </th>
      <td className="relative h-9 border-t">
        <span className="sr-only">
          {cycle.releasedOn === null ? 'Unknown' : formatDay(cycle.releasedOn)}
        </span>
        <Bar cycle={cycle} scale={scale} />
      </td>
      <td className="h-9 truncate border-t pl-4 text-xs">
        <span className="inline-flex max-w-full items-center gap-1.5">
          <StatusMark status={state} />
          <RelativeDate
            day={cycle.endsOn}
            today={today}
            known={cycle.endsOnKnown}
            show="date"
            className="sm:hidden"
          />
          <RelativeDate
            day={cycle.endsOn}
            today={today}
            known={cycle.endsOnKnown}
            className="truncate max-sm:hidden"
          />
        </span>
      </td>
    </tr>
  );
}

/** The cycle, a link when images hold it, with how many do. */
function CycleName({ cycle }: { cycle: LifecycleCycle }) {
  const [held] = cycle.held;
  if (!held) return <span className="block truncate text-muted">{cycle.label}</span>;
  const images = cycle.held.reduce((sum, as) => sum + as.images, 0);
  return (
    <span className="flex min-w-0 items-baseline gap-2">
      {cycle.isThis ? (
        <span className="truncate">{cycle.label}</span>
      ) : (
        <Link
          href={softwareHref(held.softwareId)}
          className="truncate rounded-sm hover:text-accent-text"
        >
          {cycle.label}
        </Link>
      )}
      {cycle.held.length === 1 && (
        <Link
          href={imagesHref({ software: held.softwareId })}
          className="shrink-0 rounded-sm text-xs font-normal text-muted hover:text-accent-text max-sm:hidden"
        >
          {countOf(images, 'image')}
        </Link>
      )}
    </span>
  );
}

const FILL: Record<Segment['kind'], string> = {
  active: 'bg-fg/70',
  standard: 'bg-fg/40',
  extended: 'border border-fg/40 bg-fg/10',
  open: 'bg-linear-to-r from-fg/40 to-transparent',
};

function Bar({ cycle, scale }: { cycle: LifecycleCycle; scale: Scale }) {
  return (
    <span aria-hidden data-print="exact" className="absolute inset-0">
      {scale.ticks.map(({ year, percent }) => (
        <span
          key={year}
          className="absolute inset-y-0 w-px bg-border"
          style={{ left: `${percent}%` }}
        />
      ))}
      {segmentsOf(cycle, scale).map(({ kind, startPercent, widthPercent }) => (
        <span
          key={kind}
          className={cn(
            'absolute top-1/2 h-2.5 -translate-y-1/2 rounded-[1px]',
            FILL[kind],
            cycle.held.length === 0 && !cycle.isThis && 'opacity-50',
          )}
          style={{ left: `${startPercent}%`, width: `${widthPercent}%` }}
        />
      ))}
      <span
        className="absolute inset-y-0 w-0.5 bg-accent"
        style={{ left: `${scale.todayPercent}%` }}
      />
    </span>
  );
}

function Years({ scale }: { scale: Scale }) {
  return (
    <span aria-hidden className="absolute inset-0 text-subtle max-sm:hidden">
      {scale.ticks.map(({ year, percent }) => (
        <span key={year} className="absolute" style={{ left: `${percent}%` }}>
          {year}
        </span>
      ))}
    </span>
  );
}

const PHASES = [
  ['active', 'ACTIVE_SUPPORT', 'Active support'],
  ['standard', 'STANDARD_SUPPORT', 'Until end of life'],
  ['extended', 'EXTENDED_SUPPORT', 'Extended support'],
] as const;

/** What the steps of the bars mean, as far as they occur. */
function PhaseLegend({ cycles }: { cycles: readonly LifecycleCycle[] }) {
  const occurs = (level: (typeof PHASES)[number][1]) =>
    level === 'STANDARD_SUPPORT' ||
    cycles.some(({ support }) => support.some((phase) => phase.level === level && phase.endsOn));
  return (
    <ul aria-label="Legend" className="flex flex-wrap justify-end gap-x-4 text-xs text-muted">
      {PHASES.filter(([, level]) => occurs(level)).map(([kind, level, label]) => (
        <li key={level} className="inline-flex items-center gap-1.5">
          <span data-print="exact" className={cn('h-2.5 w-4 rounded-[1px]', FILL[kind])} />
          {label}
        </li>
      ))}
      <li className="inline-flex items-center gap-1.5">
        <span data-print="exact" className="h-3 w-0.5 bg-accent" />
        Today
      </li>
    </ul>
  );
}
