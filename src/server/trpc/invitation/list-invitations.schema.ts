import { z } from 'zod';
import { rest } from '../meta';
import { idpId } from '../organization/organization.schema';
import { invitationRecord } from './invitation.schema';

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
