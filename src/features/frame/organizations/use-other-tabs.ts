'use client';

import { useEffect } from 'react';

const CHANNEL = 'eventide-organization';

/**
 * Tells the other tabs of this browser which organization its session acts in now, and hears it from them.
 * Called wherever the session has just been used, so that it is true for all of them.
 */
export function announceOrganization(organizationId: string): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(organizationId);
  channel.close();
}

/** Announces the organization of a page that has just been loaded; `onHeard` gets what later pages announce. */
export function useOtherTabs(
  organizationId: string,
  onHeard: (organizationId: string) => void,
): void {
  useEffect(() => {
    announceOrganization(organizationId);
    const channel = new BroadcastChannel(CHANNEL);
    channel.onmessage = ({ data }: MessageEvent<unknown>) => {
      if (typeof data === 'string') onHeard(data);
    };
    return () => channel.close();
  }, [organizationId, onHeard]);
}
