'use client';

import { useQuery } from '@tanstack/react-query';
import { Stack } from '@/components/layout/stack';
import { Loading } from '@/components/feedback/loading';
import { CopyText } from '@/components/ui/copy-text';
import { FactList } from '@/components/ui/fact-list';
import { DateTime } from '@/components/status/date-time';
import { CallFailure } from '@/features/frame/call-failure';
import { useMay } from '@/features/frame/reader';
import { useTRPC } from '@/trpc/client';
import { AnotherOrganization } from './another-organization';
import { DeleteOrganization } from './delete-organization';
import { LeaveOrganization } from './leave-organization';
import type { Organization } from './organization-types';
import { RenameOrganization } from './rename-organization';
import { SettingsPart } from '@/features/settings/settings-part';

/** What the organization is called and known by, and the ways in and out of it. */
export function OrganizationView({ organizationId }: { organizationId: string }) {
  const organization = useQuery(useTRPC().organization.get.queryOptions({ id: organizationId }));
  if (organization.error) {
    return <CallFailure title="The organization could not be loaded." query={organization} />;
  }
  if (!organization.data) return <Loading label="Loading the organization" rows={4} columns={2} />;
  return <Parts organization={organization.data} />;
}

function Parts({ organization }: { organization: Organization }) {
  const mayManage = useMay('organization:manage');
  return (
    <Stack className="max-w-3xl gap-0 divide-y rounded-md border bg-surface">
      <SettingsPart title="Name" description="Shown to everybody in it, and in invitations.">
        {mayManage ? (
          <RenameOrganization organization={organization} />
        ) : (
          <p className="font-medium wrap-anywhere">{organization.name}</p>
        )}
      </SettingsPart>
      <SettingsPart title="Ids" description="For calls to the API that name an organization.">
        <FactList
          className="w-full"
          facts={[
            { label: 'Id', value: <CopyText value={organization.id} what="id" /> },
            {
              label: 'idp_id',
              value: <CopyText value={organization.idp_id} what="id at the identity provider" />,
            },
            { label: 'Created', value: <DateTime value={organization.created_at} show="day" /> },
          ]}
        />
      </SettingsPart>
      <SettingsPart
        title="Another organization"
        description="Its images, people and keys are apart from those here. You administer it, and can be in both."
      >
        <AnotherOrganization />
      </SettingsPart>
      <SettingsPart title="Leave" description="Your account stays; you see nothing here any more.">
        <LeaveOrganization organization={organization} />
      </SettingsPart>
      {mayManage && (
        <SettingsPart title="Delete" description="For everybody in it, and for good.">
          <DeleteOrganization organization={organization} />
        </SettingsPart>
      )}
    </Stack>
  );
}
