import { z } from 'zod';
import { emailSchema } from '@/domain/user/account';
import { handleSchema, linkSchema, MAX_HANDLES, teamFields } from '@/domain/team/team';

const empty = (text: string) => text.trim() === '';
const handlesIn = (text: string) => text.split(/[\s,]+/).filter((word) => word !== '');

/** Fields of the form; an address or a link that is left empty is not known. */
export const teamSchema = z.object({
  name: z
    .string()
    .refine((text) => teamFields.name.safeParse(text).success, 'A name of at most 255 characters'),
  email: z
    .string()
    .refine((text) => empty(text) || emailSchema.safeParse(text).success, 'An e-mail address'),
  link: z
    .string()
    .refine(
      (text) => empty(text) || linkSchema.safeParse(text).success,
      'An address that begins with https://',
    ),
  handles: z
    .string()
    .refine((text) => handlesIn(text).length <= MAX_HANDLES, `At most ${String(MAX_HANDLES)}`)
    .refine(
      (text) => handlesIn(text).every((word) => handleSchema.safeParse(word).success),
      'Names such as @acme/payments, or e-mail addresses',
    ),
});

export type EnteredTeam = z.output<typeof teamSchema>;

/** Makes the body of a request. */
export function bodyOf({ name, email, link, handles }: EnteredTeam) {
  return {
    name: name.trim(),
    email: empty(email) ? null : email.trim(),
    link: empty(link) ? null : link.trim(),
    handles: handlesIn(handles),
  };
}
