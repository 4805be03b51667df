'use client';

import { useMutation } from '@tanstack/react-query';
import { ChevronsUpDown } from 'lucide-react';
import { toast } from 'sonner';
import { DropdownMenu, MenuLabel, MenuRadio } from '@/components/ui/dropdown-menu';
import { useTRPC } from '@/trpc/client';

interface Membership {
  readonly organizationId: string;
  readonly organizationName: string;
}

export interface OrganizationSwitchProps {
  active: Membership;
  /** All of the reader's organizations, the active one among them. */
  memberships: readonly Membership[];
}

/** Whose data this is; for people of several organizations also the way to another. */
export function OrganizationSwitch({ active, memberships }: OrganizationSwitchProps) {
  const change = useMutation({
    ...useTRPC().session.switchOrganization.mutationOptions(),
    // A full load: nothing that was read for the other organization stays around.
    onSuccess: () => window.location.assign('/'),
    onError: () => toast.error('The organization could not be changed. Nothing else was.'),
  });
  if (memberships.length < 2) return <OrganizationName name={active.organizationName} />;
  return (
    <DropdownMenu
      align="start"
      className="w-56"
      trigger={
        <button
          type="button"
          aria-label={`Organization ${active.organizationName}, change`}
          className="flex max-w-full min-w-0 items-center gap-1 rounded-md px-1 py-1 hover:bg-active"
        >
          <OrganizationName name={active.organizationName} />
          <ChevronsUpDown aria-hidden className="size-3.5 shrink-0 text-subtle max-lg:hidden" />
        </button>
      }
    >
      <MenuLabel>Organizations</MenuLabel>
      <MenuRadio
        value={active.organizationId}
        options={memberships.map(({ organizationId, organizationName }) => ({
          value: organizationId,
          label: organizationName,
        }))}
        onChange={(organizationId) => change.mutate({ organizationId })}
      />
    </DropdownMenu>
  );
}

function OrganizationName({ name }: { name: string }) {
  return (
    <span title={name} className="flex min-w-0 items-center gap-2 px-1 text-sm font-semibold">
      <span
        aria-hidden
        className="grid size-6 shrink-0 place-items-center rounded-md bg-fg text-xs text-canvas"
      >
        {[...name.trim()][0]?.toUpperCase()}
      </span>
      <span className="truncate max-lg:sr-only">{name}</span>
    </span>
  );
}
