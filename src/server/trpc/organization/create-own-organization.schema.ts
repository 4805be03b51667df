import { z } from 'zod';
import { displayNameSchema } from '@/domain/user/account';
import { idpId } from './organization.schema';

export const createOwnOrganizationInput = z.object({
  name: displayNameSchema,
  /** Null: the organization's own id serves. */
  idpId: idpId.nullable(),
});
