import { permittedInNamed } from '../init';
import { listMembersInput, listMembersMeta, listMembersOutput } from './list-members.schema';

export const listMembers = permittedInNamed('organization:read', listMembersInput, {
  organization: (input) => ({ idpId: input.idp_org_id }),
})
  .meta(listMembersMeta)
  .output(listMembersOutput)
  .query(({ ctx: { deps, principal } }) => deps.identityProvider.members(deps, principal));
