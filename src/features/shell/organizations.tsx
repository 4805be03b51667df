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

/** Organization in which the session acts, when it is not the one that the tab shows; null when unknown. */
export interface Elsewhere {
  readonly organizationId: string | null;
}

interface Organizations {
  /** Organization that the tab shows. */
  readonly active: Membership;
  /** All organizations of the reader, the active one included. */
  readonly memberships: readonly Membership[];
  readonly elsewhere: Elsewhere | null;
  /** Called when the session acts in what the tab shows again. */
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
 * Binds the tab to the organization that it was rendered for: calls name it, and a switch in another tab is
 * noticed. Give it the organization's id as its `key`, so that no state passes from one to another.
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

/** Replaces the page while the notice above asks for a choice. */
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

/** Returns the reader's organizations; throws outside of the provider. */
export function useOrganizations(): Organizations {
  const organizations = use(Context);
  if (!organizations) throw new Error('useOrganizations is called outside of its provider');
  return organizations;
}

/** One organization of the reader, with their role there. */
export interface Membership {
  readonly organizationId: string;
  readonly organizationName: string;
  readonly role: PersonRole;
}

const CHANNEL = 'eventide-organization';

/**
 * Announces to the other tabs of this browser which organization the session acts in now.
 */
export function announceOrganization(organizationId: string): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(organizationId);
  channel.close();
}

/** Announces the organization of a page that has just been loaded, and listens to later announcements. */
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
 * Switches the session to another of the reader's organizations, then calls `onSwitched`. Only a full load may
 * follow to a page of the other organization, so that nothing that was read stays around.
 */
export function useSwitch(onSwitched: (organizationId: string) => void) {
  return useMutation({
    ...useTRPC().session.switchOrganization.mutationOptions(),
    onSuccess: (_done, { organizationId }) => onSwitched(organizationId),
    onError: () => toast.error('The organization could not be changed. Nothing else was.'),
  });
}
