'use client';

import { createContext, use, useEffect, type ReactNode } from 'react';

/** The organization whose pages are shown. */
export interface ShownOrganization {
  readonly organizationId: string;
  /** The session acts elsewhere: in which organization, or null when that is not known. */
  readonly onElsewhere: (organizationId: string | null) => void;
  /** Shown in place of another organization's page. */
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
 * Shows a page rendered for one organization inside the frame of the same. Going from page to page keeps
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
