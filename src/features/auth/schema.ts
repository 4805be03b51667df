import { z } from 'zod';
import { displayNameSchema, emailSchema } from '@/domain/user/account';

/** Data to send, or the errors of each field. */
type Checked<Data> =
  | { readonly data: Data; readonly errors: null }
  | { readonly data: null; readonly errors: Partial<Record<keyof Data, string[]>> };

const addressChangeSchema = z.object({
  email: emailSchema,
  currentPassword: z.string().min(1, 'Enter your password'),
});

/** Checks a change of one's own address. */
export function checkAddressChange(entered: object) {
  return checked(addressChangeSchema.safeParse(entered));
}

/** Checks an address that somebody signs in with. */
export function checkEmail(entered: unknown) {
  const { data, error } = emailSchema.safeParse(entered);
  return error
    ? { email: null, problem: error.issues[0]?.message ?? 'Enter an e-mail address' }
    : { email: data, problem: null };
}

/** Checks the name of a person or an organization. */
export function checkDisplayName(entered: unknown) {
  const { data, error } = displayNameSchema.safeParse(entered);
  return error
    ? { name: null, problem: error.issues[0]?.message ?? 'Enter a name' }
    : { name: data, problem: null };
}

function checked<Data>(result: z.ZodSafeParseResult<Data>): Checked<Data> {
  if (result.success) return { data: result.data, errors: null };
  return { data: null, errors: z.flattenError(result.error).fieldErrors };
}
