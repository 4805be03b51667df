import { formatCount } from '@/lib/numbers';

/** How many there are in all, beside a page's title; nothing while that is not known. */
export function TotalCount({ count }: { count: number | undefined }) {
  if (count === undefined) return null;
  return (
    <span data-numeric className="text-sm text-muted">
      {formatCount(count)}
    </span>
  );
}
