import { z } from 'zod';
import { rest } from '@/server/platform/trpc/meta';
import { idpId } from '@/server/organization/dto';
import { invitationRecord } from './dto';
import { permittedInNamed } from '@/server/platform/trpc/init';

export const listInvitationsInput = z.object({ idp_org_id: idpId });

export const listInvitationsOutput = z.array(invitationRecord);

export const listInvitationsMeta = rest({
  method: 'GET',
  path: '/idp/{idp_org_id}/invitations',
  summary: 'List the invitations of an organization',
  description: 'Newest first, whatever became of them.',
  tag: 'Members and invitations',
  errors: [403, 404],
});

export const listInvitations = permittedInNamed('organization:read', listInvitationsInput, {
  organization: (input) => ({ idpId: input.idp_org_id }),
})
  .meta(listInvitationsMeta)
  .output(listInvitationsOutput)
  .query(({ ctx: { deps, principal } }) => deps.identityProvider.invitations(deps, principal));
