'use client';

import { useEffect, useRef, useState } from 'react';
import type { PaletteGroup, PaletteSearch } from './palette-items';

const PAUSE_MS = 150;
const SHORTEST_SEARCH = 2;

export interface FoundItems {
  readonly state: 'idle' | 'searching' | 'failed';
  readonly groups: readonly PaletteGroup[];
}

const IDLE: FoundItems = { state: 'idle', groups: [] };

/** What a palette's search finds for a text. A newer text ends the search for an older one. */
export function useFoundItems(text: string, search: PaletteSearch | undefined): FoundItems {
  const [found, setFound] = useState<FoundItems & { text: string }>({ ...IDLE, text: '' });
  const latest = useRef(search);
  useEffect(() => {
    latest.current = search;
  });
  const wanted = text.trim();
  const searchable = search !== undefined && wanted.length >= SHORTEST_SEARCH;

  useEffect(() => {
    if (!searchable) return;
    const abort = new AbortController();
    const timer = window.setTimeout(() => {
      latest.current?.(wanted, abort.signal).then(
        (groups) => {
          if (!abort.signal.aborted) setFound({ state: 'idle', groups, text: wanted });
        },
        () => {
          if (!abort.signal.aborted) setFound({ state: 'failed', groups: [], text: wanted });
        },
      );
    }, PAUSE_MS);
    return () => {
      window.clearTimeout(timer);
      abort.abort();
    };
  }, [wanted, searchable]);

  if (!searchable) return IDLE;
  return found.text === wanted ? found : { state: 'searching', groups: found.groups };
}
