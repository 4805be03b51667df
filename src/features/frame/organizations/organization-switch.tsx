'use client';

import { ChevronsUpDown, Plus } from 'lucide-react';
import {
  DropdownMenu,
  MenuItem,
  MenuLabel,
  MenuRadio,
  MenuSeparator,
} from '@/components/ui/dropdown-menu';
import { ROLE_NAMES } from '../role-words';
import type { Membership } from './membership';
import { useOrganizations } from './organizations-provider';
import { useSwitch } from './use-switch';

/** Whose data this is, the way to the reader's other organizations, and to a new one. */
export function OrganizationSwitch() {
  const { active, memberships, openCreate } = useOrganizations();
  const change = useSwitch(() => window.location.assign('/'));
  return (
    <DropdownMenu
      align="start"
      className="w-72 max-w-[calc(100vw-1.5rem)]"
      trigger={
        <button
          type="button"
          aria-label={`Organization ${active.organizationName}, change`}
          title={active.organizationName}
          className="flex max-w-full min-w-0 items-center gap-1 rounded-md px-1 py-1 hover:bg-active pointer-coarse:min-h-10"
        >
          <OrganizationName name={active.organizationName} />
          <ChevronsUpDown aria-hidden className="size-3.5 shrink-0 text-subtle" />
        </button>
      }
    >
      <MenuLabel>Your organizations</MenuLabel>
      <MenuRadio
        value={active.organizationId}
        options={memberships.map((membership) => ({
          value: membership.organizationId,
          label: <Choice {...membership} />,
        }))}
        onChange={(organizationId) => {
          if (organizationId !== active.organizationId) change.mutate({ organizationId });
        }}
      />
      <MenuSeparator />
      <MenuItem onSelect={openCreate}>
        <Plus aria-hidden />
        Create an organization
      </MenuItem>
    </DropdownMenu>
  );
}

function Choice({ organizationName, role }: Membership) {
  return (
    <>
      <span className="min-w-0 grow truncate" title={organizationName}>
        {organizationName}
      </span>{' '}
      <span className="shrink-0 text-xs text-subtle">{ROLE_NAMES[role]}</span>
    </>
  );
}

function OrganizationName({ name }: { name: string }) {
  return (
    <span className="flex min-w-0 items-center gap-2 px-1 text-sm font-semibold">
      <span
        aria-hidden
        className="grid size-6 shrink-0 place-items-center rounded-md bg-fg text-xs text-canvas"
      >
        {[...name.trim()][0]?.toUpperCase()}
      </span>
      <span className="truncate">{name}</span>
    </span>
  );
}
