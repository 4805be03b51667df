'use client';

import { useState } from 'react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { TextLink } from '@/components/ui/text-link';
import { toast } from '@/components/ui/toast';
import { refusalOf } from '@/features/frame/words';
import { hrefs } from '@/features/hrefs';
import { isOnlyAdmin } from '@/features/member/table';
import { countOf } from '@/lib/numbers';
import { useTRPC } from '@/trpc/client';
import type { Outputs } from '@/trpc/outputs';

type Organization = Outputs['organization']['get'];

/** Gives everything of the organization as a file. A form, so that the browser keeps it on the way instead of the page. */
export function ExportEverything() {
  return (
    <form method="post" action={hrefs.exports.organization}>
      <Button type="submit">Export everything</Button>
    </form>
  );
}

/** Leaves the organization; the only admin cannot. */
export function LeaveOrganization({ organization }: { organization: Organization }) {
  const trpc = useTRPC();
  const idpOrgId = organization.idp_id;
  const session = useQuery(trpc.session.current.queryOptions());
  const members = useQuery(trpc.member.list.queryOptions({ idp_org_id: idpOrgId }));
  const [open, setOpen] = useState(false);
  const leave = useMutation({
    ...trpc.member.remove.mutationOptions(),
    onSuccess: () => window.location.assign(hrefs.start),
    onError: (error) => {
      setOpen(false);
      toast.error(refusalOf(error, 'You are still in the organization.'));
    },
  });
  const personId = session.data?.person.id;
  if (personId !== undefined && members.data && isOnlyAdmin(members.data, personId)) {
    return (
      <p className="text-sm text-muted">
        You are the only admin, so you cannot leave: nobody could manage the organization any more.
        Make somebody else an admin under <TextLink href={hrefs.settings.members}>Members</TextLink>{' '}
        first, or delete the organization below.
      </p>
    );
  }
  return (
    <ConfirmDialog
      title={`Leave ${organization.name}?`}
      description={`You lose what you can see and do here at once. To come back you need a new invitation. API keys that you created go on working. ${wordsOnNext(session.data)}`}
      confirmLabel="Leave"
      open={open}
      onOpenChange={setOpen}
      pending={leave.isPending || leave.isSuccess}
      onConfirm={() => {
        if (personId !== undefined) leave.mutate({ idp_org_id: idpOrgId, user_id: personId });
      }}
      trigger={<Button disabled={personId === undefined}>Leave the organization</Button>}
    />
  );
}

/** Says where the reader goes on; with several other organizations the server chooses. */
function wordsOnNext(session: Outputs['session']['current'] | undefined): string {
  const [other, ...more] = (session?.memberships ?? []).filter(
    ({ organizationId }) => organizationId !== session?.active?.organizationId,
  );
  if (!other) return 'You belong to no other organization.';
  return more.length > 0
    ? 'You go on in another of your organizations.'
    : `You go on in ${other.organizationName}.`;
}

/** Deletes the organization and all that it owns, once its name was typed. */
export function DeleteOrganization({ organization }: { organization: Organization }) {
  const trpc = useTRPC();
  const [open, setOpen] = useState(false);
  const goes = useWhatGoes(organization, open);
  const remove = useMutation({
    ...trpc.organization.delete.mutationOptions(),
    // A full load: nothing that was read here stays around.
    onSuccess: () => window.location.assign(hrefs.start),
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

/** Counts what is deleted, as far as the numbers are known. */
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
