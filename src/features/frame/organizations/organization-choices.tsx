'use client';

import { Plus } from 'lucide-react';
import { MenuItem, MenuLabel, MenuRadio, MenuSeparator } from '@/components/ui/dropdown-menu';
import { ROLE_NAMES } from '../role-words';
import type { Membership } from './membership';
import { useOrganizations } from './organizations-provider';
import { useSwitch } from './use-switch';

/** The reader's organizations and the way to a new one, inside a menu. */
export function OrganizationChoices() {
  const { active, memberships, openCreate } = useOrganizations();
  const change = useSwitch(() => window.location.assign('/'));
  return (
    <>
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
    </>
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
