import { PERSON_ROLES, type PersonRole } from '@/domain/roles/permissions';
import { namesIn, type Claims } from './provider-claims';

const OWN_PREFIX = 'eventide-';

/** What a claim says of somebody's role. `silent`: there is no such claim. `none`: it names no role of ours. */
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
