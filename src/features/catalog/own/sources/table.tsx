import { countOf } from '@/lib/numbers';
import type { SourcePreview } from './types';

export interface ConflictListProps {
  readonly conflicts: SourcePreview['conflicts'];
  /** How many there are, when not all of them are listed. */
  readonly count: number;
}

/** Lists products of a catalog of others that are left out, each with what stands in their place. */
export function ConflictList({ conflicts, count }: ConflictListProps) {
  return (
    <details className="min-w-0 text-sm">
      <summary className="cursor-pointer">
        {countOf(count, 'product')} left out: what is there already wins
      </summary>
      <ul className="list-disc pt-1 pl-5 text-muted">
        {conflicts.map(({ slug, name, why }) => (
          <li key={slug} className="wrap-anywhere">
            {name}: {why}
          </li>
        ))}
        {count > conflicts.length && <li>and {count - conflicts.length} more</li>}
      </ul>
    </details>
  );
}
