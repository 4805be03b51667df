import { permittedInNamed } from '../init';
import {
  listInvitationsInput,
  listInvitationsMeta,
  listInvitationsOutput,
} from './list-invitations.schema';

export const listInvitations = permittedInNamed('organization:read', listInvitationsInput, {
  organization: (input) => ({ idpId: input.idp_org_id }),
})
  .meta(listInvitationsMeta)
  .output(listInvitationsOutput)
  .query(({ ctx: { deps, principal } }) => deps.identityProvider.invitations(deps, principal));
