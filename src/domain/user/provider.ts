import { PERSON_ROLES, type PersonRole } from '@/domain/roles/permissions';
import { emailSchema } from './account';

/** A provider's claims about a person: of the ID token and of its userinfo endpoint. */
export type Claims = Readonly<Record<string, unknown>>;

/** `toLowerCase` turns characters beyond ASCII into ASCII letters, such as the Kelvin sign into a k. */
const PRINTABLE_ASCII = /^[\x21-\x7e]+$/;

/**
 * The address that a provider vouches for, in lower case; null when there is none or it is not verified.
 * `email_verified` must be the boolean true: some providers pass on what people typed, as a text.
 * Source: OpenID Connect Core 1.0, section 5.1. Microsoft Entra ID says it otherwise: {@link isOfOwnedDomain}.
 */
export function verifiedEmailIn(claims: Claims): string | null {
  const { email, email_verified: verified } = claims;
  const isVerified = verified === true || (verified === undefined && isOfOwnedDomain(claims));
  if (!isVerified || typeof email !== 'string' || !PRINTABLE_ASCII.test(email)) return null;
  return emailSchema.safeParse(email).data ?? null;
}

/**
 * The issuers that are one tenant of Microsoft Entra ID, in its public and its national clouds. Those of all tenants (`common`,
 * `organizations`) name none: there anybody's tenant would be asked.
 */
const ENTRA_TENANT =
  /^https:\/\/login\.(?:microsoftonline\.(?:com|us)|partner\.microsoftonline\.cn)\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/v2\.0$/;
/** Everybody's personal account is of this tenant, which is nobody's. */
const PERSONAL_ACCOUNTS = '9188040d-6c67-4c5b-b112-36a304b66dad';
/** A boolean by its documentation, and in some tokens a text. It is Microsoft's own word: nobody types it in. */
const OWNED: ReadonlySet<unknown> = new Set([true, 1, '1', 'true']);

/**
 * Whether a tenant of Microsoft Entra ID says that it has proven to own the domain of the address, by `xms_edov` ("email domain
 * owner verified"): it sends no `email_verified`, and its `email` alone is whatever somebody entered there. Of guests it says so
 * where either their own tenant owns the domain or this one does, so the address may be what the admin of another tenant
 * entered: they are told by `idp`, which is absent where the account is of the tenant itself, or names it.
 * Source: Microsoft, "Optional claims reference", "ID token claims reference" and "Migrate away from using email claims".
 */
function isOfOwnedDomain({ iss, idp, xms_edov: owned }: Claims): boolean {
  const [, tenant] = typeof iss === 'string' ? (ENTRA_TENANT.exec(iss) ?? []) : [];
  if (tenant === undefined || tenant === PERSONAL_ACCOUNTS) return false;
  const isGuest = idp !== undefined && idp !== iss && idp !== `https://sts.windows.net/${tenant}/`;
  return !isGuest && OWNED.has(owned);
}

/**
 * One set of claims out of both sources. An address and whether it is verified are taken from the same one:
 * that which has it verified, else the ID token.
 */
export function mergedClaims(idToken: Claims, userinfo: Claims): Claims {
  const withAddress =
    verifiedEmailIn(idToken) === null && verifiedEmailIn(userinfo) !== null ? userinfo : idToken;
  const { email, email_verified } = withAddress;
  // Of the ID token alone, as the address that it is about: the other source does not say whose word it is.
  const { iss, sub, idp, xms_edov } = idToken;
  return { ...userinfo, ...idToken, email, email_verified, iss, sub, idp, xms_edov };
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

const OWN_PREFIX = 'eventide-';

/** A claim about somebody's role. `silent`: there is no such claim. `none`: it names no role of ours. */
export type ClaimedRole = PersonRole | 'none' | 'silent';

/**
 * The strongest role that a claim names: `admin`, `member` or `viewer`, or the same after `eventide-`; a slash
 * before it is that of a Keycloak group. Where any name begins with `eventide-`, only those count: a provider's
 * own `admin` may mean something else.
 */
export function roleIn(claims: Claims, path: readonly string[]): ClaimedRole {
  const names = namesIn(claims, path)?.map((name) => name.toLowerCase().replace(/^\//, ''));
  if (!names) return 'silent';
  const own = names.filter((name) => name.startsWith(OWN_PREFIX));
  const counted = own.length > 0 ? own.map((name) => name.slice(OWN_PREFIX.length)) : names;
  return PERSON_ROLES.findLast((role) => counted.includes(role)) ?? 'none';
}

/** The facts when somebody comes back from the provider. */
export interface ProviderSignInFacts {
  /** The person who has signed in as this subject of this issuer before. */
  readonly known: {
    readonly userId: string;
    /** Whether what others may still have of the account would have to end: see {@link ProviderSignInDecision}. */
    readonly isUnprovenWithPassword: boolean;
  } | null;
  /** The address that the provider vouches for. */
  readonly verifiedEmail: string | null;
  /** The account with that address. */
  readonly account: {
    readonly userId: string;
    /** It is linked to another subject of the same issuer. */
    readonly isSomebodyElse: boolean;
    /** It was shown before that whoever has the account also has the address. */
    readonly isProven: boolean;
  } | null;
  /** An invitation to that address is open. */
  readonly isInvited: boolean;
  /** That address is of a domain whose people join by themselves. */
  readonly mayJoin: boolean;
}

/** Why a provider's word is not enough. */
export type ProviderRefusal = 'unverified' | 'no_account' | 'other_identity';

export type ProviderSignInDecision =
  | {
      readonly do: 'sign_in' | 'link';
      readonly userId: string;
      /**
       * Nobody has shown yet that the address of the account is theirs: whoever set it up may be somebody else,
       * and loses it with this sign-in.
       */
      readonly takesOver: boolean;
    }
  | { readonly do: 'create' }
  | { readonly do: 'refuse'; readonly why: ProviderRefusal };

/**
 * Whom somebody who signed in at the provider is here. An address alone never makes two subjects of one issuer
 * the same person: providers give a freed address to the next one who asks.
 */
export function decideProviderSignIn(facts: ProviderSignInFacts): ProviderSignInDecision {
  const { known, verifiedEmail, account, isInvited, mayJoin } = facts;
  if (known) {
    return { do: 'sign_in', userId: known.userId, takesOver: known.isUnprovenWithPassword };
  }
  if (verifiedEmail === null) return { do: 'refuse', why: 'unverified' };
  if (account?.isSomebodyElse) return { do: 'refuse', why: 'other_identity' };
  if (account) return { do: 'link', userId: account.userId, takesOver: !account.isProven };
  return isInvited || mayJoin ? { do: 'create' } : { do: 'refuse', why: 'no_account' };
}

/** Where members are kept: in this service's own database, or at a Keycloak server. */
export type DirectoryKind = 'built-in' | 'keycloak';
