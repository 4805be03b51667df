import { z } from 'zod';
import { displayNameSchema } from '@/domain/user/account';
import { recordId } from '../inputs';
import { rest } from '../meta';
import { organizationRecord } from './organization.schema';

export const renameOrganizationInput = z.object({
  id: recordId,
  body: z
    .object({ name: displayNameSchema })
    .meta({ id: 'OrganizationsPatchModel', example: { name: 'Acme Corporation' } }),
});

export const renameOrganizationOutput = organizationRecord;

export const renameOrganizationMeta = rest({
  method: 'PATCH',
  path: '/organizations/{id}',
  summary: 'Rename an organization',
  tag: 'Organizations',
  errors: [404],
  body: 'json',
});
