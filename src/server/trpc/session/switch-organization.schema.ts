import { z } from 'zod';

export const switchOrganizationInput = z.object({ organizationId: z.uuid() });
