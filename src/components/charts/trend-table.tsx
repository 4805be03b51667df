import { formatCount } from '@/lib/numbers';
import type { TrendData } from './legend';

const CELL = 'h-8 border-b px-3 text-right tabular-nums first:text-left';

/** Lists a trend as its numbers, latest first, scrolling in the height of its chart. */
export function TrendTable({ data, heightPx }: { data: TrendData; heightPx: number }) {
  const { label, points, series, now } = data;
  const rows = points.map((point, index) => ({ ...point, index })).reverse();
  return (
    <div
      role="region"
      aria-label={`${label}, as a table`}
      tabIndex={0}
      style={{ height: heightPx }}
      className="overflow-auto rounded-md border"
    >
      <table className="w-full text-xs">
        <thead className="sticky top-0 bg-surface text-muted">
          <tr>
            <th scope="col" className={CELL}>
              When
            </th>
            {series.map(({ id, label: name }) => (
              <th key={id} scope="col" className={`${CELL} font-medium whitespace-nowrap`}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ index, label: when }) => (
            <tr key={index}>
              <th scope="row" className={`${CELL} font-normal whitespace-nowrap`}>
                {when}
                {index > now && <span className="text-subtle"> · if nothing changes</span>}
              </th>
              {series.map(({ id, values }) => (
                <td key={id} className={CELL}>
                  {formatCount(values[index] ?? 0)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
