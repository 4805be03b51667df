import { z } from 'zod';
import { INVITATION_MAILS } from '@/domain/invitation/invitation';
import { PERSON_ROLES } from '@/domain/roles/permissions';
import { emailSchema } from '@/domain/user/account';
import { rest } from '@/server/platform/trpc/meta';
import { idpId } from '@/server/organization/dto';
import { invitationExample, invitationRecord } from './dto';
import { permittedInNamed } from '@/server/platform/trpc/init';

export const createInvitationInput = z.object({
  idp_org_id: idpId,
  body: z
    .object({
      // It is trimmed before it is checked, so that its own schema speaks of any text.
      email: emailSchema,
      role: z.enum(PERSON_ROLES),
    })
    .meta({ id: 'UsersModel', example: { email: 'grace@example.com', role: 'member' } }),
});

export const createInvitationOutput = invitationRecord
  .extend({
    accept_url: z
      .string()
      .nullable()
      .describe(
        'The link to accept with, shown this once; null where an external identity provider mails a link of its own',
      ),
    mail: z
      .enum(INVITATION_MAILS)
      .describe(
        'Whether the link was mailed: sent (the mail server took it), refused (it will not deliver to this address), failed (it took nothing), not_configured (no mail is sent here). The invitation holds in any case.',
      ),
  })
  .meta({
    id: 'ShownInvitation',
    example: {
      ...invitationExample,
      accept_url:
        'https://eventide.example.com/invitations/3q2-7wEjRWeJq83vASNFZ4mrze8BI0VniavN7wEjRWc',
      mail: 'sent',
    },
  });

export const createInvitationMeta = rest({
  method: 'POST',
  path: '/idp/{idp_org_id}/invitations',
  summary: 'Invite somebody to an organization',
  description:
    'Holds for 7 days, for this address, once. Inviting an address that has not answered yet renews its invitation and voids the earlier link; inviting a member is a 409. Where mail is configured the link is mailed; an organization that causes too many mails, or sends an address too many, gets a 429.',
  tag: 'Members and invitations',
  errors: [404, 409, 503],
  success: 201,
  body: 'json',
});

export const createInvitation = permittedInNamed('organization:manage', createInvitationInput, {
  organization: (input) => ({ idpId: input.idp_org_id }),
})
  .meta(createInvitationMeta)
  .output(createInvitationOutput)
  .mutation(({ ctx: { deps, principal }, input }) =>
    deps.identityProvider.invite(deps, principal, input.body),
  );
