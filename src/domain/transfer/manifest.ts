import { z } from 'zod';
import { emailSchema } from '@/domain/user/account';
import { holdsNoNul } from '@/domain/validation/fields';

/** Raised when a reader of today could not read what is written from then on. */
export const TRANSFER_FORMAT = 1;

const sha256 = z.string().regex(/^[\da-f]{64}$/);
/** As PostgreSQL names what this program makes: nothing that would have to be quoted. */
const identifier = z.string().regex(/^[a-z][a-z0-9_]{0,62}$/);

/** A text that is noted, or looked for, before any row is read: one that the database could not hold would end the import. */
const text = z.string().refine((given) => holdsNoNul(given) && given.isWellFormed());

/** The first entry of an export: what is known before its rows are read. */
export const transferHead = z.object({
  format: z.literal(TRANSFER_FORMAT),
  /** The version of the program that made it. */
  release: text,
  exportedAt: z.iso.datetime(),
  /** The newest migration of its database: whoever does not know it is older. */
  migration: text,
  organization: z.object({ id: z.guid(), name: text }),
  /** In the order in which they are written, so that what a row refers to comes before it. */
  tables: z.array(z.object({ name: identifier, columns: z.array(identifier).min(1) })).min(1),
});
export type TransferHead = z.infer<typeof transferHead>;

/** The last entry of an export: what its other entries have to come to. */
export const transferContents = z.object({
  headSha256: sha256,
  people: z.object({ rows: z.int().min(0), sha256 }),
  tables: z.array(z.object({ name: identifier, rows: z.int().min(0), sha256 })),
});
export type TransferContents = z.infer<typeof transferContents>;

/** A member of the organization: their account is the installation's, so that only who they are comes along. */
export const transferPerson = z.object({
  id: z.guid(),
  email: emailSchema,
  name: text.min(1).max(255),
});
export type TransferPerson = z.infer<typeof transferPerson>;

const anyFormat = z.object({ format: z.int(), release: z.string() });

/** Whether a first entry is one of a later format than this version reads; its release when so. */
export function laterTransferOf(head: unknown): string | null {
  const parsed = anyFormat.safeParse(head).data;
  return parsed && parsed.format > TRANSFER_FORMAT ? parsed.release : null;
}

/** The name of an export that is made at a time. */
export function transferName(organization: string, at: Date): string {
  const stem = organization
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 60);
  const stamp = `${at.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;
  return `eventide-organization-${stem || 'export'}-${stamp}.tar.gz`;
}
