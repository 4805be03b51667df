import { z } from 'zod';
import { storedText } from '@/domain/validation/fields';
import { rest } from '@/server/platform/trpc/meta';
import { idpId } from '@/server/organization/dto';
import { memberRecord } from './dto';
import { permittedInNamed } from '@/server/platform/trpc/init';

export const removeMemberInput = z.object({
  idp_org_id: idpId,
  user_id: storedText(255),
  revoke_keys: z
    .stringbool({ truthy: ['true'], falsy: ['false'] })
    .nullable()
    .meta({
      description:
        'Whether the API keys and feed tokens that they created and the open invitations that they sent are revoked too. Without it they go on',
      enum: ['true', 'false', null],
    })
    .optional(),
});

export const removeMemberOutput = memberRecord;

export const removeMemberMeta = rest({
  method: 'DELETE',
  path: '/idp/{idp_org_id}/members/{user_id}',
  summary: 'Remove a member from an organization',
  description:
    'Answers with the removed member, whose sessions in the organization end at once. An open invitation to their address is revoked. Members may also remove themselves. The last admin cannot be removed: 409.',
  tag: 'Members and invitations',
  errors: [404, 409, 503],
});

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
