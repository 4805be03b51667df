import { z } from 'zod';
import { rest } from '@/server/platform/trpc/meta';
import { idpId } from '@/server/organization/dto';
import { memberRecord } from './dto';
import { permittedInNamed } from '@/server/platform/trpc/init';

export const listMembersInput = z.object({ idp_org_id: idpId });

export const listMembersOutput = z.array(memberRecord);

export const listMembersMeta = rest({
  method: 'GET',
  path: '/idp/{idp_org_id}/members',
  summary: 'List the members of an organization',
  description: 'By name, then e-mail address.',
  tag: 'Members and invitations',
  errors: [403, 404, 503],
});

export const listMembers = permittedInNamed('organization:read', listMembersInput, {
  organization: (input) => ({ idpId: input.idp_org_id }),
})
  .meta(listMembersMeta)
  .output(listMembersOutput)
  .query(({ ctx: { deps, principal } }) => deps.identityProvider.members(deps, principal));
