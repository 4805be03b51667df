import { z } from 'zod';
import { recordId } from '../inputs';
import { rest } from '../meta';

export const deleteOrganizationInput = z.object({ id: recordId });

export const deleteOrganizationOutput = z.void();

export const deleteOrganizationMeta = rest({
  method: 'DELETE',
  path: '/organizations/{id}',
  summary: 'Delete an organization',
  description:
    'With everything that it owns, its API keys included, for good. The installation keeps one audit row.',
  tag: 'Organizations',
  errors: [404],
  success: 204,
});
