import { useId } from 'react';
import { formatCount } from '@/lib/numbers';
import { ChartSwatch } from './chart-fill';
import type { TrendData } from './trend-types';

/** What the fills mean, topmost first as in the drawing, with the numbers of one point. */
export function TrendLegend({ data, index }: { data: TrendData; index: number }) {
  const id = useId();
  return (
    <figcaption className="flex min-h-20 flex-wrap content-start items-center gap-x-3 gap-y-1 text-xs sm:min-h-9">
      <span data-numeric className="basis-full font-medium">
        {data.points[index]?.label}
      </span>
      {data.series.map(({ id: name, label, values, fill, mark }) => (
        <span key={name} className="inline-flex items-center gap-1.5 text-muted">
          <ChartSwatch id={`${id}${name}`} fill={fill} />
          {mark}
          {label}
          <span data-numeric className="min-w-7 font-medium text-fg">
            {formatCount(values[index] ?? 0)}
          </span>
        </span>
      ))}
    </figcaption>
  );
}
