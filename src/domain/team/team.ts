import { z } from 'zod';
import { holdsNoNul } from '@/domain/validation/fields';
import { displayNameSchema, emailSchema } from '@/domain/user/account';

/** Each list of projects may name any of them. */
export const MAX_TEAMS = 1_000;
export const MAX_TEAM_MEMBERS = 500;
export const MAX_HANDLES = 20;
const MAX_HANDLE_LENGTH = 255;
const MAX_LINK_LENGTH = 1_000;

/** `@acme/payments`, a group of GitLab with its subgroups, one person, or an address of e-mail. */
const HANDLE = /^(?:@[^\s@#,]+|[^\s@#,]+@[^\s@#,]+)$/;

/** A handle as it is kept: hosts of code take any case for the same. */
export function handleOf(text: string): string {
  return text.toLowerCase();
}

/** How CODEOWNERS files name a team, or one of its people. */
export const handleSchema = z
  .string()
  .trim()
  .max(MAX_HANDLE_LENGTH)
  .refine((text) => HANDLE.test(text) && holdsNoNul(text), {
    error: 'must be a name such as @acme/payments, or an e-mail address',
  })
  .overwrite((text) => handleOf(text).toWellFormed())
  .meta({ pattern: HANDLE.source, example: '@acme/payments' });

/** Where people are met, such as a room of a chat: what is shown as a link must lead to a page. */
export const linkSchema = z
  .string()
  .trim()
  .max(MAX_LINK_LENGTH)
  .refine(isWebAddress, { error: 'must be an address that begins with https://' })
  .overwrite((text) => text.toWellFormed())
  .meta({
    format: 'uri',
    pattern: '^[Hh][Tt][Tt][Pp][Ss]:',
    example: 'https://chat.example.com/payments',
  });

function isWebAddress(text: string): boolean {
  return holdsNoNul(text) && URL.canParse(text) && new URL(text).protocol === 'https:';
}

/** What is written of a team. */
export const teamFields = {
  name: displayNameSchema.describe('Unlike that of every other team, in any case'),
  email: emailSchema.nullable().describe('Where to write to'),
  link: linkSchema.nullable().describe('Where else to ask: a chat room or a page, https alone'),
  handles: z
    .array(handleSchema)
    .max(MAX_HANDLES)
    .describe(
      'How CODEOWNERS files name the team: `@acme/payments`, or an e-mail address. In lower case; each is one team’s alone',
    ),
};

export interface TeamFields {
  readonly name: string;
  readonly email: string | null;
  readonly link: string | null;
  readonly handles: readonly string[];
}

/** Whom to ask of something. */
export interface Owner {
  readonly teamId: string;
  readonly name: string;
  readonly email: string | null;
  readonly link: string | null;
}
