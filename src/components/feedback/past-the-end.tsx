import { TextLink } from '@/components/ui/text-link';
import { NoResults } from '@/components/feedback/no-results';
import type { PaginationProps } from '@/components/ui/pagination';
import { countOf } from '@/lib/numbers';

/** A page that a list does not reach, from an old link or after rows went away. */
export function PastTheEnd({ page, size, total, hrefFor, noun = 'rows' }: PaginationProps) {
  const last = Math.max(1, Math.ceil(total / size));
  return (
    <NoResults
      title={`Page ${page} is past the end: there are ${total} ${noun} on ${countOf(last, 'page')}.`}
      clearLink={<TextLink href={hrefFor(last, size)}>Go to the last page</TextLink>}
    />
  );
}
