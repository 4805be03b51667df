import { z } from 'zod';
import { recordId } from '../inputs';
import { rest } from '../meta';
import { idpId, organizationRecord } from './organization.schema';

export const getOrganizationInput = z.object({ id: recordId });

export const getOrganizationByIdpInput = z.object({ id: idpId });

export const getOrganizationOutput = organizationRecord;

export const getOrganizationMeta = rest({
  method: 'GET',
  path: '/organizations/{id}',
  summary: 'Read an organization',
  tag: 'Organizations',
  errors: [403, 404],
});

export const getOrganizationByIdpMeta = rest({
  method: 'GET',
  path: '/organizations/idp/{id}',
  summary: 'Read an organization by its id at the identity provider',
  tag: 'Organizations',
  errors: [403, 404],
});
