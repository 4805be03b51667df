import { permittedInNamed } from '../init';
import {
  createInvitationInput,
  createInvitationMeta,
  createInvitationOutput,
} from './create-invitation.schema';

export const createInvitation = permittedInNamed('organization:manage', createInvitationInput, {
  organization: (input) => ({ idpId: input.idp_org_id }),
})
  .meta(createInvitationMeta)
  .output(createInvitationOutput)
  .mutation(({ ctx: { deps, principal }, input }) =>
    deps.identityProvider.invite(deps, principal, input.body),
  );
