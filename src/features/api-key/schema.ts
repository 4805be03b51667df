import { z } from 'zod';
import { ROLES } from '@/domain/roles/permissions';
import { displayNameSchema } from '@/domain/user/account';
import { EXPIRY_CHOICES } from '@/features/frame/expiry';

/** Fields of the form. `day` counts only where the term is a day of the reader's choice. */
export const newKeySchema = z
  .object({
    name: displayNameSchema,
    role: z.enum(ROLES),
    expires: z.enum(EXPIRY_CHOICES.map(({ value }) => value)),
    day: z.string(),
  })
  .refine(({ expires, day }) => expires !== 'day' || day !== '', {
    path: ['day'],
    error: 'Choose a day',
    // Also where the name is wrong: both are said at once.
    when: () => true,
  });
