import dynamic from 'next/dynamic';
import { formatDay } from '@/lib/dates';
import type { OwnDate } from '@/features/catalog/types';

const OwnDateEditor = dynamic(() =>
  import('@/features/catalog/product/own-date/actions').then((module) => module.OwnDateEditor),
);

/** Own dates for cycles that the catalog does not have, or no more: for those who may clear them. */
export function LostDates({ dates }: { dates: readonly OwnDate[] }) {
  const lost = dates.filter(({ in_catalog: isThere }) => !isThere);
  if (lost.length === 0) return null;
  return (
    <section aria-labelledby="lost-dates" className="grid gap-2 text-sm">
      <h2 id="lost-dates" className="font-semibold">
        Your own dates for cycles that the catalog does not have
      </h2>
      <p className="text-muted">They count for what scanners say of these cycles.</p>
      <ul className="grid gap-2">
        {lost.map((date) => (
          <li key={date.id} className="flex flex-wrap items-center gap-x-4 gap-y-1">
            <span className="wrap-anywhere">
              {date.product} {date.cycle}: {formatDay(date.ends_on)}
            </span>
            <OwnDateEditor
              product={date.product}
              cycle={{ name: date.cycle, label: date.cycle }}
              current={date}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
