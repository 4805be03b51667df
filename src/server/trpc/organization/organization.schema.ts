import { z } from 'zod';
import { storedText } from '@/domain/validation/stored-text';
import { instant } from '../outputs';

const MAX_IDP_ID_LENGTH = 255;

/** An organization's id at the identity provider: any text. */
export const idpId = storedText(MAX_IDP_ID_LENGTH)
  .min(1)
  .describe('Id of the organization at the identity provider');

export const organizationRecord = z
  .object({
    id: z.guid(),
    name: z.string(),
    idp_id: z.string(),
    created_at: instant,
    updated_at: instant,
  })
  .meta({ id: 'Organization' });
