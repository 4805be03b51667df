import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { MESSAGE_KINDS } from '@/domain/message/kinds';

/** What a link in a mail stops: mails of one kind, or the digest. */
export const stoppable = z.enum([...MESSAGE_KINDS, 'digest']);
export type Stoppable = z.output<typeof stoppable>;

/** Whose mails a link stops, and which. */
const claims = z.tuple([z.guid(), z.guid(), stoppable]);
export interface Stop {
  readonly organizationId: string;
  readonly userId: string;
  readonly what: Stoppable;
}

/** A token as it is shown: longer than any that this server makes is none. */
export const stopTokenText = z.string().min(1).max(400);

const KEY_BYTES = 32;

/**
 * Makes the end of the link that stops mails of a kind for one person. It is signed, is good for this alone, and does not
 * expire: mails are kept for years, and whoever has one may want no more of them.
 */
export function stopToken(authSecret: string, { organizationId, userId, what }: Stop): string {
  const said = Buffer.from(JSON.stringify([organizationId, userId, what])).toString('base64url');
  return `${said}.${signatureOf(authSecret, said).toString('base64url')}`;
}

/** Reads such a token; null for anything that this installation has not signed. */
export function readStopToken(authSecret: string, token: string): Stop | null {
  const [said = '', signature = '', ...rest] = token.split('.');
  if (rest.length > 0) return null;
  const given = Buffer.from(signature, 'base64url');
  const own = signatureOf(authSecret, said);
  if (given.length !== own.length || !timingSafeEqual(given, own)) return null;
  const parsed = claims.safeParse(JSON.parse(Buffer.from(said, 'base64url').toString()));
  if (!parsed.success) return null;
  const [organizationId, userId, what] = parsed.data;
  return { organizationId, userId, what };
}

function signatureOf(authSecret: string, said: string): Buffer {
  const key = hkdfSync('sha256', authSecret, '', 'eventide link that stops mail', KEY_BYTES);
  return createHmac('sha256', Buffer.from(key)).update(said).digest();
}
