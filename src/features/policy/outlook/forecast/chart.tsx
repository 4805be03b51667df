'use client';

import { formatDay, formatMonthName } from '@/lib/dates';
import { countOf, formatCount } from '@/lib/numbers';
import { cn } from '@/lib/cn';
import { ActionMark } from '@/features/policy/words';
import type { PolicyForecast } from '@/features/policy/types';
import { type ForecastPoint, monthlyPoints } from './table';
import { type Selection, worstOf } from '@/features/policy/outlook/params';

export interface ForecastChartProps {
  forecast: PolicyForecast;
  selection: Selection;
  onSelect: (selection: Selection) => void;
}

/** Denied and warned images today and in each of the coming months. A bar lists the images of its day. */
export function ForecastChart({ forecast, selection, onSelect }: ForecastChartProps) {
  const months = monthlyPoints(forecast);
  const highest = Math.max(1, ...months.map(({ denied, warned }) => denied + warned));
  return (
    <figure data-print="exact" className="grid min-w-0 gap-2">
      <figcaption className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 text-xs text-muted">
        <span>The coming 12 months, at most {countOf(highest, 'image')}</span>
        <span className="flex gap-3">
          <Key action="DENY">Denied</Key>
          <Key action="WARN">Warned</Key>
        </span>
      </figcaption>
      <div className="grid h-28 auto-cols-fr grid-flow-col gap-1 border-b">
        {months.map((point, month) => {
          const on = month === 0 ? null : point.on;
          return (
            <Bar
              key={point.on}
              point={point}
              highest={highest}
              chosen={selection.on === on}
              onChoose={() => onSelect({ action: worstOf(point), on })}
            />
          );
        })}
      </div>
      <div aria-hidden className="grid auto-cols-fr grid-flow-col gap-1 text-xs text-subtle">
        {months.map(({ on }, month) => (
          <span
            key={on}
            className={cn(
              'text-center',
              month % 2 === 1 && 'invisible',
              selection.on === (month === 0 ? null : on) && 'visible font-medium text-fg',
            )}
          >
            {month === 0 ? 'Today' : formatMonthName(on)}
          </span>
        ))}
      </div>
    </figure>
  );
}

interface BarProps {
  point: ForecastPoint;
  highest: number;
  chosen: boolean;
  onChoose: () => void;
}

function Bar({ point, highest, chosen, onChoose }: BarProps) {
  return (
    <button
      type="button"
      aria-label={barWords(point)}
      title={barWords(point)}
      aria-pressed={chosen}
      onClick={onChoose}
      className={cn(
        'flex min-w-0 flex-col justify-end gap-px rounded-t-sm -outline-offset-2 hover:bg-hover',
        chosen && 'bg-active hover:bg-active',
      )}
    >
      <Segment of={point.warned} highest={highest} className="bg-border-control" />
      <Segment of={point.denied} highest={highest} className="bg-danger" />
    </button>
  );
}

function Segment({ of, highest, className }: { of: number; highest: number; className: string }) {
  if (of === 0) return null;
  // Proportions cannot be written as classes. A single image of many still shows.
  const height = `${String(Math.max(2, (of / highest) * 100))}%`;
  return (
    <span
      className={cn('mx-auto block w-full max-w-7 shrink-0 rounded-[1px]', className)}
      style={{ height }}
    />
  );
}

function Key({ action, children }: { action: 'DENY' | 'WARN'; children: string }) {
  const fill = action === 'DENY' ? 'bg-danger' : 'bg-border-control';
  return (
    <span className="inline-flex items-center gap-1">
      <span aria-hidden className={cn('size-2 rounded-[1px]', fill)} />
      <ActionMark action={action} />
      {children}
    </span>
  );
}

function barWords({ on, denied, warned }: ForecastPoint): string {
  return `${formatDay(on)}: ${formatCount(denied)} denied, ${formatCount(warned)} warned`;
}
