'use client';

import { useEffect } from 'react';
import { useRouter } from 'next/navigation';
import { useQueryClient } from '@tanstack/react-query';
import { Plus, TriangleAlert } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { MenuItem, MenuLabel, MenuRadio, MenuSeparator } from '@/components/ui/dropdown-menu';
import { toast } from '@/components/ui/toast';
import { ROLE_NAMES } from '@/features/frame/words';
import { hrefs } from '@/features/hrefs';
import {
  useOrganizations,
  useSwitch,
  announceOrganization,
  type Membership,
  type Elsewhere,
} from './organizations';

/** Lists the reader's organizations in a menu, to switch or to create one. */
export function OrganizationChoices() {
  const { active, memberships, openCreate } = useOrganizations();
  const change = useSwitch(() => window.location.assign(hrefs.start));
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

/**
 * Keeps files from being fetched: they would be of the organization in which the session acts, under the name of the one that
 * the page shows. Calls name theirs, and are refused; links and forms cannot.
 * @returns what ends that
 */
function keepDownloads(): () => void {
  const stop = (event: Event) => {
    const fetches = event.type === 'click' ? 'a[download]' : 'form[action^="/export/"]';
    if (!(event.target instanceof Element) || !event.target.closest(fetches)) return;
    event.preventDefault();
    event.stopPropagation();
    toast.error('No file was fetched: choose an organization first.');
  };
  document.addEventListener('click', stop, { capture: true });
  document.addEventListener('submit', stop, { capture: true });
  return () => {
    document.removeEventListener('click', stop, { capture: true });
    document.removeEventListener('submit', stop, { capture: true });
  };
}

/** Says where the session acts instead, and offers to follow or to switch back. */
export function NoticeBar({ elsewhere }: { elsewhere: Elsewhere }) {
  const { active, memberships, onReturned } = useOrganizations();
  const queryClient = useQueryClient();
  const router = useRouter();
  const back = useSwitch((organizationId) => {
    // The screen stays, since somebody may be filling a form; parts that were held back are rendered again.
    onReturned();
    announceOrganization(organizationId);
    router.refresh();
    void queryClient.invalidateQueries();
  });
  useEffect(keepDownloads, []);
  const other = memberships.find((one) => one.organizationId === elsewhere.organizationId);
  const otherName = other?.organizationName ?? 'another organization';
  return (
    <div
      role="alert"
      data-print="hide"
      className="sticky top-(--header-height) z-20 flex flex-wrap items-center gap-x-4 gap-y-2 border-b bg-raised px-4 py-2 text-sm sm:px-6"
    >
      <TriangleAlert aria-hidden className="size-4 shrink-0" />
      <p className="min-w-56 grow basis-0 text-pretty wrap-anywhere">
        This tab shows <strong className="font-medium">{active.organizationName}</strong>; you are
        now in <strong className="font-medium">{otherName}</strong>. Nothing can be changed here
        until you choose.
      </p>
      <span className="flex flex-wrap gap-2">
        <Button onClick={() => window.location.reload()}>{other ? 'Go on there' : 'Reload'}</Button>
        <Button
          variant="primary"
          loading={back.isPending}
          onClick={() => back.mutate({ organizationId: active.organizationId })}
        >
          Switch back
        </Button>
      </span>
    </div>
  );
}
