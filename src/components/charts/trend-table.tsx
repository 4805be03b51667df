import { Link } from '@/components/ui/link';
import { formatCount } from '@/lib/numbers';
import type { TrendData } from './legend';

const CELL = 'h-8 border-b px-3 text-right tabular-nums first:text-left';

/** Lists a trend as its numbers, each the way to what it counts, latest first, scrolling in the height of its chart. */
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
              {series.map(({ id, label: name, values, hrefAt }) => (
                <td key={id} className={CELL}>
                  <Count value={values[index] ?? 0} of={`${name}, ${when}`} href={hrefAt(index)} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface CountProps {
  value: number;
  /** What is counted, and when. */
  of: string;
  href: string | null;
}

function Count({ value, of, href }: CountProps) {
  const number = formatCount(value);
  if (value === 0 || href === null) return number;
  return (
    <Link
      href={href}
      prefetch={false}
      aria-label={`${number} ${of}`}
      className="rounded-sm underline decoration-border-strong underline-offset-2 hover:text-accent-text"
    >
      {number}
    </Link>
  );
}
