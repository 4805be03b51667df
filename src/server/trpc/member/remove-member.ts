import { permittedInNamed } from '../init';
import { removeMemberInput, removeMemberMeta, removeMemberOutput } from './remove-member.schema';

export const removeMember = permittedInNamed('organization:manage', removeMemberInput, {
  organization: (input) => ({ idpId: input.idp_org_id }),
  // Everybody may leave.
  unless: (caller, input) => caller.kind === 'person' && caller.id === input.user_id.toLowerCase(),
})
  .meta(removeMemberMeta)
  .output(removeMemberOutput)
  .mutation(({ ctx: { deps, principal }, input }) =>
    deps.identityProvider.removeMember(deps, principal, input.user_id, {
      revokeKeys: input.revoke_keys ?? false,
    }),
  );
