'use client';

import { useSyncExternalStore } from 'react';
import { SHOWN_ORGANIZATION_META } from '@/domain/shown-organization';

/**
 * The organization that the server rendered the page for that is shown now. Going from page to page keeps the
 * frame, which may have been rendered for another: only the head is made anew each time.
 */
export function useRenderedFor(): string | null {
  return useSyncExternalStore(subscribe, read, () => null);
}

function subscribe(onChange: () => void): () => void {
  const observer = new MutationObserver(onChange);
  observer.observe(document.head, {
    subtree: true,
    childList: true,
    attributeFilter: ['content'],
  });
  return () => observer.disconnect();
}

function read(): string | null {
  // While a page takes the place of another there may be the tags of both; the newer one comes last.
  const tags = document.querySelectorAll<HTMLMetaElement>(
    `meta[name="${SHOWN_ORGANIZATION_META}"]`,
  );
  return tags[tags.length - 1]?.content ?? null;
}
