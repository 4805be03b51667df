'use client';

import {
  createContext,
  use,
  useCallback,
  useMemo,
  useState,
  useEffect,
  type ReactNode,
} from 'react';
import dynamic from 'next/dynamic';
import { useMutation } from '@tanstack/react-query';
import { toast } from '@/components/ui/toast';
import type { PersonRole } from '@/domain/roles/permissions';
import { ServerCalls, useTRPC } from '@/trpc/client';

const CreateOrganization = dynamic(
  () => import('@/features/organization/form').then((module) => module.CreateOrganization),
  { ssr: false },
);

/** Where the session acts, when that is not what the tab shows; null when it is not known where. */
export interface Elsewhere {
  readonly organizationId: string | null;
}

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
  const [elsewhere, setElsewhere] = useState<Elsewhere | null>(null);
  const [creating, setCreating] = useState(false);
  const onHeard = useCallback(
    (heardId: string) => {
      setElsewhere(heardId === organizationId ? null : { organizationId: heardId });
    },
    [organizationId],
  );
  const onElsewhere = useCallback((actsIn: string | null) => {
    // A refused call does not say where: what is known of it stays.
    setElsewhere((before) => (actsIn === null && before ? before : { organizationId: actsIn }));
  }, []);
  useOtherTabs(organizationId, onHeard);
  const shown = useMemo(
    () => ({ organizationId, onElsewhere, instead: <HeldBack /> }),
    [organizationId, onElsewhere],
  );
  const value = useMemo(
    () => ({
      active,
      memberships,
      elsewhere,
      onReturned: () => setElsewhere(null),
      openCreate: () => setCreating(true),
    }),
    [active, memberships, elsewhere],
  );
  return (
    <ServerCalls shown={shown}>
      <Context value={value}>
        {children}
        {creating && <CreateOrganization open onOpenChange={setCreating} />}
      </Context>
    </ServerCalls>
  );
}

/** Below the notice, which has the two ways on. */
function HeldBack() {
  return (
    <div className="grid gap-1 py-6">
      <h1 className="text-xl font-semibold tracking-tight">Choose an organization first</h1>
      <p className="max-w-prose text-muted">
        This page was made for another organization than this tab shows.
      </p>
    </div>
  );
}

/** The reader's organizations. Only below the frame. */
export function useOrganizations(): Organizations {
  const organizations = use(Context);
  if (!organizations) throw new Error('useOrganizations is called outside of the frame');
  return organizations;
}

/** One organization of the reader's, and what they are there. */
export interface Membership {
  readonly organizationId: string;
  readonly organizationName: string;
  readonly role: PersonRole;
}

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
function useOtherTabs(organizationId: string, onHeard: (organizationId: string) => void): void {
  useEffect(() => {
    announceOrganization(organizationId);
    const channel = new BroadcastChannel(CHANNEL);
    channel.onmessage = ({ data }: MessageEvent<unknown>) => {
      if (typeof data === 'string') onHeard(data);
    };
    return () => channel.close();
  }, [organizationId, onHeard]);
}

/**
 * Makes the session act in another of the reader's organizations, then calls `onSwitched`. From a page of one
 * organization to a page of another only a full load may follow: nothing that was read stays around.
 */
export function useSwitch(onSwitched: (organizationId: string) => void) {
  return useMutation({
    ...useTRPC().session.switchOrganization.mutationOptions(),
    onSuccess: (_done, { organizationId }) => onSwitched(organizationId),
    onError: () => toast.error('The organization could not be changed. Nothing else was.'),
  });
}
