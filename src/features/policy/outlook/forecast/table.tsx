'use client';

import type { PolicyAction } from '@/domain/policy/policy';
import { formatDay } from '@/lib/dates';
import { countOf, formatCount } from '@/lib/numbers';
import { cn } from '@/lib/cn';
import { ACTION_WORDS, COUNTED_AS } from '@/features/policy/words';
import type { PolicyForecast } from '@/features/policy/types';
import type { Selection } from '@/features/policy/outlook/params';
import { addMonths, type Day, parseDay } from '@/domain/eol/calendar';

export interface ForecastTableProps {
  forecast: PolicyForecast;
  actions: readonly PolicyAction[];
  selection: Selection;
  onSelect: (selection: Selection) => void;
}

/** The same as the chart by day: each date on which a number changes. Numbers list what they count. */
export function ForecastTable({ forecast, actions, selection, onSelect }: ForecastTableProps) {
  const { points, today } = forecast;
  const later = points.length - 1;
  if (later === 0) {
    return <p className="text-sm text-muted">Nothing changes within 12 months.</p>;
  }
  return (
    <details className="min-w-0 text-sm">
      <summary className="w-fit cursor-pointer rounded-sm text-muted hover:text-fg">
        {countOf(later, 'date')} on which this changes
      </summary>
      <div
        className="mt-2 max-h-72 overflow-y-auto rounded-md border"
        tabIndex={0}
        role="region"
        aria-label="Coming dates"
      >
        <table className="w-full">
          <thead className="sticky top-0 bg-surface text-left text-xs text-muted">
            <tr>
              <th scope="col" className="border-b px-3 py-1.5 font-normal">
                From
              </th>
              {actions.map((action) => (
                <th
                  key={action}
                  scope="col"
                  className="border-b px-3 py-1.5 text-right font-normal"
                >
                  {ACTION_WORDS[action]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody data-numeric>
            {points.map((point) => (
              <tr key={point.on}>
                <th scope="row" className="px-3 py-1 text-left font-normal whitespace-nowrap">
                  {point.on === today ? 'Today' : formatDay(point.on)}
                </th>
                {actions.map((action) => (
                  <CountCell
                    key={action}
                    point={point}
                    of={{ action, on: point.on === today ? null : point.on }}
                    selection={selection}
                    onSelect={onSelect}
                  />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}

interface CountCellProps {
  point: ForecastPoint;
  /** The images that are counted here. */
  of: Selection;
  selection: Selection;
  onSelect: (selection: Selection) => void;
}

function CountCell({ point, of, selection, onSelect }: CountCellProps) {
  const count = formatCount(point[COUNTED_AS[of.action]]);
  const isChosen = selection.on === of.on && selection.action === of.action;
  return (
    <td className="px-1 py-0.5 text-right">
      <button
        type="button"
        aria-pressed={isChosen}
        aria-label={`${ACTION_WORDS[of.action]} on ${formatDay(point.on)}: ${count}`}
        onClick={() => onSelect(of)}
        className={cn(
          'min-h-6 rounded-sm px-2 hover:bg-hover hover:text-accent-text',
          isChosen && 'bg-active',
        )}
      >
        {count}
      </button>
    </td>
  );
}

export type ForecastPoint = PolicyForecast['points'][number];

const MONTHS = 12;

/** Finds what a forecast says of a day: its last point that is not later. */
export function pointOn({ points }: PolicyForecast, day: string): ForecastPoint | undefined {
  return points.findLast(({ on }) => on <= day) ?? points[0];
}

/** Today and the same day of each of the twelve months that follow, with what holds then. */
export function monthlyPoints(forecast: PolicyForecast): ForecastPoint[] {
  const today = parseDay(forecast.today);
  if (today === null) return [];
  const days = Array.from({ length: MONTHS + 1 }, (_, month): Day => addMonths(today, month));
  return days.flatMap((on) => {
    const point = pointOn(forecast, on);
    return point ? [{ ...point, on }] : [];
  });
}
