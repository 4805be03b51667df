'use client';

import { useState, type SubmitEvent } from 'react';
import { useRouter } from 'next/navigation';
import { useQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { Loading } from '@/components/feedback/loading';
import { Stack } from '@/components/layout/stack';
import { DateTime } from '@/components/status/date-time';
import { Button } from '@/components/ui/button';
import { CopyText } from '@/components/ui/copy-text';
import { FactList } from '@/components/ui/fact-list';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { toast } from '@/components/ui/toast';
import { CallFailure } from '@/features/frame/call-failure';
import { PART_IS_GONE } from '@/features/frame/failed-part';
import { useMay } from '@/features/frame/reader';
import { SettingsPart } from '@/features/frame/section';
import { refusalOf } from '@/features/frame/words';
import { useTRPC } from '@/trpc/client';
import type { Outputs } from '@/trpc/outputs';
import { DeleteOrganization, ExportEverything, LeaveOrganization } from './actions';
import { AnotherOrganization } from './form';

type Organization = Outputs['organization']['get'];

/** Shows the organization's name and ids, and the ways to leave, delete or add one. */
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
      <SettingsPart title="Name" description="Shown to its members and in invitations.">
        {mayManage ? (
          <RenameOrganization organization={organization} />
        ) : (
          <p className="font-medium wrap-anywhere">{organization.name}</p>
        )}
      </SettingsPart>
      <SettingsPart
        title="Ids"
        description="For calls to the API that name an organization; it calls the second one idp_id."
      >
        <FactList
          className="w-full"
          facts={[
            { label: 'Id', value: <CopyText value={organization.id} what="id" /> },
            {
              label: 'Id at the identity provider',
              value: <CopyText value={organization.idp_id} what="id at the identity provider" />,
            },
            { label: 'Created', value: <DateTime value={organization.created_at} show="day" /> },
          ]}
        />
      </SettingsPart>
      {mayManage && (
        <SettingsPart
          title="Export"
          description="All that is stored of the organization in one file: images and scans, findings, policies, decisions, history and the audit log. Without secrets: keys and tokens, and what channels sign in with. Whoever runs another installation can import it there."
        >
          <ExportEverything />
        </SettingsPart>
      )}
      <SettingsPart
        title="Another organization"
        description="Its images, people and keys are separate from those here. You become its admin, and stay in this one."
      >
        <AnotherOrganization />
      </SettingsPart>
      <SettingsPart
        title="Leave"
        description="Your account stays, but you no longer see anything here."
      >
        <LeaveOrganization organization={organization} />
      </SettingsPart>
      {mayManage && (
        <SettingsPart title="Delete" description="For everybody in it, for good.">
          <DeleteOrganization organization={organization} />
        </SettingsPart>
      )}
    </Stack>
  );
}

/** Changes the organization's name. */
function RenameOrganization({ organization }: { organization: Organization }) {
  const [name, setName] = useState(organization.name);
  const [problem, setProblem] = useState<string | null>(null);
  const rename = useRename(setProblem);
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const rules = await import('@/features/auth/schema').catch(() => null);
    if (rules === null) return setProblem(PART_IS_GONE);
    const entered = rules.checkDisplayName(name);
    setProblem(entered.problem);
    if (entered.problem === null) {
      rename.mutate({ id: organization.id, body: { name: entered.name } });
    }
  };
  return (
    <form
      onSubmit={(event) => void submit(event)}
      onChange={() => void import('@/features/auth/schema').catch(() => null)}
      className="flex w-full max-w-md items-start gap-2"
    >
      <Field label={<span className="sr-only">Name</span>} error={problem} className="grow gap-0">
        <Input value={name} onChange={(event) => setName(event.target.value)} autoComplete="off" />
      </Field>
      <Button
        type="submit"
        variant="primary"
        loading={rename.isPending}
        disabled={name === organization.name}
      >
        Rename
      </Button>
    </form>
  );
}

function useRename(setProblem: (problem: string | null) => void) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const router = useRouter();
  return useMutation({
    ...trpc.organization.rename.mutationOptions(),
    onSuccess: async ({ name }) => {
      toast.success(`The organization is called ${name} now`);
      await queryClient.invalidateQueries(trpc.organization.get.pathFilter());
      // The frame shows the name too.
      router.refresh();
    },
    onError: (error) => setProblem(refusalOf(error, 'The organization was not renamed.')),
  });
}
