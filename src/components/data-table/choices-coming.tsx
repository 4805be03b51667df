'use client';

import { Button } from '@/components/ui/button';

/** How far the reading of a filter's choices is, which are asked for when they are first wanted. */
export interface ChoicesRead {
  readonly isError: boolean;
  readonly refetch: () => unknown;
}

/** How far choices are that a query has: null once they are there, also those of a time before. */
export function comingOf(query: ChoicesRead & { readonly data: unknown }): ChoicesRead | null {
  return query.data === undefined ? query : null;
}

/** Stands where the choices of a filter will, or says that they could not be read. */
export function ChoicesComing({ read: { isError, refetch } }: { read: ChoicesRead }) {
  if (!isError) {
    return (
      <p role="status" className="text-muted">
        Loading…
      </p>
    );
  }
  return (
    <div role="alert" className="flex flex-wrap items-center gap-2 text-muted">
      They could not be loaded.
      <Button size="sm" onClick={() => void refetch()}>
        Try again
      </Button>
    </div>
  );
}
