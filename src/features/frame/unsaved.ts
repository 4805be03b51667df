'use client';

import { useEffect } from 'react';

/**
 * Has the browser ask before the page is closed, loaded anew or left by an address, while it holds what was written and not
 * sent. The pages of the dashboard lead to each other without that.
 */
export function useUnsaved(isUnsaved: boolean): void {
  useEffect(() => {
    if (!isUnsaved) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isUnsaved]);
}
