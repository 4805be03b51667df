'use client';

import dynamic from 'next/dynamic';
import { ChevronsUpDown } from 'lucide-react';
import { DropdownMenu } from '@/components/ui/dropdown-menu';
import { useOrganizations } from './organizations-provider';

const OrganizationChoices = dynamic(
  () => import('./organization-choices').then((module) => module.OrganizationChoices),
  { ssr: false },
);

/** Whose data this is, the way to the reader's other organizations, and to a new one. */
export function OrganizationSwitch() {
  const { active } = useOrganizations();
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
      <OrganizationChoices />
    </DropdownMenu>
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
