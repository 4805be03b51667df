'use client';

import { SearchX } from 'lucide-react';
import { useEffect, type ReactNode } from 'react';
import { Button } from '@/components/ui/button';
import type { PaginationProps } from '@/components/ui/pagination';
import { TextLink } from '@/components/ui/text-link';
import { announceList } from '@/lib/announce';
import { countOf } from '@/lib/numbers';

export interface NoResultsProps {
  /** The search that found nothing: "No image matches "shop" with the label team." */
  title: string;
  /** Takes the filters away. */
  onClear?: () => void;
  /** The same as an address, for a page without scripts. */
  clearLink?: ReactNode;
}

/** Says that the filters leave nothing of a list that is not empty. */
export function NoResults({ title, onClear, clearLink }: NoResultsProps) {
  // By the page's region: one that comes together with its text is not read.
  useEffect(() => announceList('Nothing is listed.'), []);
  return (
    <section className="grid justify-items-center gap-3 rounded-md border bg-surface px-6 py-12 text-center">
      <SearchX aria-hidden className="size-6 text-subtle" />
      <p className="max-w-lg font-medium wrap-anywhere">{title}</p>
      {onClear ? <Button onClick={onClear}>Clear the filters</Button> : clearLink}
    </section>
  );
}

/** Stands in for a page past the end of a list, from an old link or after rows were deleted. */
export function PastTheEnd({ page, size, total, hrefFor, noun = 'rows' }: PaginationProps) {
  const last = Math.max(1, Math.ceil(total / size));
  return (
    <NoResults
      title={`Page ${page} is past the end: there are ${total} ${noun} on ${countOf(last, 'page')}.`}
      clearLink={<TextLink href={hrefFor(last, size)}>Go to the last page</TextLink>}
    />
  );
}
