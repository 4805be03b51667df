import { useEffect, useEffectEvent } from 'react';
import { parseAsStringLiteral, useQueryState } from 'nuqs';

const parser = parseAsStringLiteral(['1']);

/** The address of a page with its dialog for something new open. */
export function openedHref(href: string): string {
  return `${href}?new=1`;
}

/**
 * Opens a page's dialog for something new where the address asks for it, which then no longer does: neither reloading nor
 * going back opens it again.
 */
export function useAskedOpen(open: () => void): void {
  const [asked, setAsked] = useQueryState('new', parser);
  const onAsked = useEffectEvent(() => {
    open();
    void setAsked(null);
  });
  useEffect(() => {
    if (asked !== null) onAsked();
  }, [asked]);
}
