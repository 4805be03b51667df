'use client';

import { useState } from 'react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { toast } from '@/components/ui/toast';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { refusalOf } from '@/features/frame/refusal';
import { countOf } from '@/lib/numbers';
import { useTRPC } from '@/trpc/client';
import type { Organization } from './organization-types';

/** Takes away everything that the organization owns, once its name was typed. */
export function DeleteOrganization({ organization }: { organization: Organization }) {
  const trpc = useTRPC();
  const [open, setOpen] = useState(false);
  const goes = useWhatGoes(organization, open);
  const remove = useMutation({
    ...trpc.organization.delete.mutationOptions(),
    // A full load: nothing that was read here stays around.
    onSuccess: () => window.location.assign('/'),
    onError: (error) => {
      setOpen(false);
      toast.error(refusalOf(error, 'The organization was not deleted.'));
    },
  });
  return (
    <ConfirmDialog
      title={`Delete ${organization.name}?`}
      description={
        <>
          This takes away {goes}, with all scans, history, notes, policies, invitations, the
          certificate and the audit log. Scanners with one of its keys are refused from then on.
          Accounts of people stay. It cannot be undone.
        </>
      }
      confirmLabel="Delete the organization"
      typeToConfirm={organization.name}
      open={open}
      onOpenChange={setOpen}
      pending={remove.isPending || remove.isSuccess}
      onConfirm={() => remove.mutate({ id: organization.id })}
      trigger={<Button variant="danger-quiet">Delete the organization…</Button>}
    />
  );
}

/** What there is, in numbers as far as they are known. */
function useWhatGoes({ idp_id: idpOrgId }: Organization, enabled: boolean): string {
  const trpc = useTRPC();
  const projects = useQuery({ ...trpc.scanner.projects.queryOptions(), enabled });
  const keys = useQuery({ ...trpc.apiKey.list.queryOptions(), enabled });
  const members = useQuery({
    ...trpc.member.list.queryOptions({ idp_org_id: idpOrgId }),
    enabled,
  });
  if (!projects.data || !keys.data || !members.data) return 'every project, image and API key';
  const images = projects.data.reduce((sum, project) => sum + project.images, 0);
  return [
    countOf(projects.data.length, 'project'),
    countOf(images, 'image'),
    countOf(keys.data.length, 'API key'),
    `the access of ${countOf(members.data.length, 'person', 'people')}`,
  ].join(', ');
}
