import { z } from 'zod';
import { rest } from '../meta';
import { idpId } from '../organization/organization.schema';
import { memberRecord } from './member.schema';

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
