'use client';

import { staleParameters } from '@/domain/saved-view/view';
import { useOpenView } from './query';
import type { ViewedList } from './types';

/** Says what of the view that is open means nothing to its list any more. */
export function StaleView({ list, parsers }: Pick<ViewedList, 'list' | 'parsers'>) {
  const { open } = useOpenView(list, false);
  const stale = open ? staleParameters(open.query, parsers) : [];
  return (
    <div role="status" className="empty:hidden">
      {open && stale.length > 0 && (
        <p className="rounded-md border border-l-2 border-l-accent-text bg-surface px-3 py-2 text-sm">
          Of the view “{open.name}” this is no longer valid and left out:{' '}
          <span className="font-mono text-xs wrap-anywhere">{stale.join(', ')}</span>
        </p>
      )}
    </div>
  );
}
