'use client';

import { createContext, use, useCallback, useMemo, useState, type ReactNode } from 'react';
import dynamic from 'next/dynamic';
import { ServerCalls } from '@/trpc/client';
import type { Membership } from './membership';
import { useOtherTabs } from './use-other-tabs';
import { useRenderedFor } from './use-rendered-for';

const CreateOrganization = dynamic(
  () =>
    import('@/features/organization/create-organization').then(
      (module) => module.CreateOrganization,
    ),
  { ssr: false },
);

/** Where the reader's session acts now, when that is not what the tab shows. */
export type Elsewhere =
  | { readonly organizationId: string; readonly isShown: boolean }
  /** Some other organization: a call was refused, and did not say which. */
  | { readonly organizationId: null; readonly isShown: false };

interface Organizations {
  /** The organization that the tab shows. */
  readonly active: Membership;
  /** All of the reader's, the active one among them. */
  readonly memberships: readonly Membership[];
  readonly elsewhere: Elsewhere | null;
  /** The session acts in what the tab shows again. */
  readonly onReturned: () => void;
  readonly openCreate: () => void;
}

const Context = createContext<Organizations | null>(null);

export interface OrganizationsProviderProps {
  active: Membership;
  memberships: readonly Membership[];
  children: ReactNode;
}

/**
 * Holds the tab to the organization that it was rendered for: calls name it, and what other tabs do to the
 * session is noticed. Give it the organization's id as its `key`, so that nothing of one is left in another.
 */
export function OrganizationsProvider({
  active,
  memberships,
  children,
}: OrganizationsProviderProps) {
  const { organizationId } = active;
  const { elsewhere, onHeard, onRefused } = useElsewhere(organizationId);
  const [creating, setCreating] = useState(false);
  const openCreate = useCallback(() => {
    setCreating(true);
  }, []);
  const value = useMemo(
    () => ({
      active,
      memberships,
      elsewhere,
      onReturned: () => onHeard(organizationId),
      openCreate,
    }),
    [active, memberships, elsewhere, onHeard, organizationId, openCreate],
  );
  return (
    <ServerCalls shownOrganizationId={organizationId} onOtherOrganization={onRefused}>
      <Context value={value}>
        {children}
        {creating && <CreateOrganization open onOpenChange={setCreating} />}
      </Context>
    </ServerCalls>
  );
}

/** Heard from a refused call: it is another one, and which is not said. */
const UNNAMED = '';

function useElsewhere(organizationId: string) {
  const [heard, setHeard] = useState<string | null>(null);
  const renderedFor = useRenderedFor();
  const onHeard = useCallback((id: string) => {
    setHeard(id);
  }, []);
  const onRefused = useCallback(() => {
    setHeard((before) => (before === null || before === organizationId ? UNNAMED : before));
  }, [organizationId]);
  useOtherTabs(organizationId, onHeard);
  const elsewhere = useMemo((): Elsewhere | null => {
    if (renderedFor !== null && renderedFor !== organizationId) {
      return { organizationId: renderedFor, isShown: true };
    }
    if (heard === UNNAMED) return { organizationId: null, isShown: false };
    if (heard === null || heard === organizationId) return null;
    return { organizationId: heard, isShown: false };
  }, [renderedFor, heard, organizationId]);
  return { elsewhere, onHeard, onRefused };
}

/** The reader's organizations. Only below the frame. */
export function useOrganizations(): Organizations {
  const organizations = use(Context);
  if (!organizations) throw new Error('useOrganizations is called outside of the frame');
  return organizations;
}
