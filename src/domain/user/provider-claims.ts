import { emailSchema } from './account';

/** What a provider says of a person: claims of the ID token and of its userinfo endpoint. */
export type Claims = Readonly<Record<string, unknown>>;

/** `toLowerCase` turns characters beyond ASCII into ASCII letters, such as the Kelvin sign into a k. */
const PRINTABLE_ASCII = /^[\x21-\x7e]+$/;

/**
 * The address that a provider vouches for, in lower case; null when there is none or it is not verified.
 * `email_verified` must be the boolean true: some providers pass on what people typed, as a text.
 * Source: OpenID Connect Core 1.0, section 5.1.
 */
export function verifiedEmailIn({ email, email_verified: verified }: Claims): string | null {
  if (verified !== true || typeof email !== 'string' || !PRINTABLE_ASCII.test(email)) return null;
  return emailSchema.safeParse(email).data ?? null;
}

/**
 * One set of claims out of both sources. An address and whether it is verified are taken from the same one:
 * that which has it verified, else the ID token.
 */
export function mergedClaims(idToken: Claims, userinfo: Claims): Claims {
  const withAddress =
    verifiedEmailIn(idToken) === null && verifiedEmailIn(userinfo) !== null ? userinfo : idToken;
  const { email, email_verified } = withAddress;
  const { iss, sub } = idToken;
  return { ...userinfo, ...idToken, email, email_verified, iss, sub };
}

/** Whether an address lies in one of these domains itself, not somewhere below it. Both in lower case. */
export function isInDomain(email: string, domains: readonly string[]): boolean {
  return domains.includes(email.slice(email.lastIndexOf('@') + 1));
}

/** The value at a path of names; a name may hold dots of its own, as those that are addresses do. */
function valueAt(value: unknown, path: readonly string[]): unknown {
  if (path.length === 0) return value;
  if (typeof value !== 'object' || value === null) return undefined;
  const own: ReadonlyMap<string, unknown> = new Map(Object.entries(value));
  for (let taken = path.length; taken > 0; taken -= 1) {
    const found = valueAt(own.get(path.slice(0, taken).join('.')), path.slice(taken));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The names that a claim lists: a string, the strings of an array, or the keys of an object. Null: no such claim. */
export function namesIn(claims: Claims, path: readonly string[]): string[] | null {
  const value = valueAt(claims, path);
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.filter((name) => typeof name === 'string');
  return typeof value === 'object' && value !== null ? Object.keys(value) : null;
}
