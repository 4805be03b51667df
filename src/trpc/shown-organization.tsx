'use client';

import { createContext, use, useEffect, type ReactNode } from 'react';

/** What the pages of one organization are held to. */
export interface ShownOrganization {
  readonly organizationId: string;
  /** The session acts elsewhere: in which organization, or null when that is not known. */
  readonly onElsewhere: (organizationId: string | null) => void;
  /** What stands where another organization's page is held back. */
  readonly instead: ReactNode;
}

/** Null outside of the dashboard. */
export const ShownOrganizationContext = createContext<ShownOrganization | null>(null);

export interface RenderedForProps {
  /** The organization that the server rendered the children for; null: for none. */
  readonly organizationId: string | null;
  readonly children: ReactNode;
}

/**
 * What a page rendered for one organization shows inside the frame of the same. Going from page to page keeps
 * the frame: when the session has gone elsewhere meanwhile, the new page is another organization's, and nothing
 * of it is shown under this one's name, nor read into its cache.
 */
export function RenderedFor({ organizationId, children }: RenderedForProps) {
  const shown = use(ShownOrganizationContext);
  const isForeign =
    shown !== null && organizationId !== null && organizationId !== shown.organizationId;
  useEffect(() => {
    if (isForeign) shown.onElsewhere(organizationId);
  }, [isForeign, shown, organizationId]);
  return isForeign ? shown.instead : children;
}
