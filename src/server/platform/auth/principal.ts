import {
  can,
  canBuild,
  type Permission,
  type PersonRole,
  type Role,
} from '@/domain/roles/permissions';
import type { OrganizationId } from './organization-id';

/** A signed-in person. `active` is null while the person belongs to no organization. */
export interface PersonCaller {
  readonly kind: 'person';
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly sessionId: string;
  readonly active: { readonly organizationId: OrganizationId; readonly role: PersonRole } | null;
}

/** An API key; it acts in the organization it belongs to and no other. */
export interface KeyCaller {
  readonly kind: 'api_key';
  readonly id: string;
  readonly name: string;
  /** The person who created it, when that is known. */
  readonly createdByUserId: string | null;
  readonly active: { readonly organizationId: OrganizationId; readonly role: Role };
}

/** What a build's token is good for, within its role. */
export interface BuildScope {
  /** The only project that it may upload to. */
  readonly projectName: string;
  /** False for one that builds what somebody proposes: it may check. */
  readonly mayUpload: boolean;
}

/** A build of a trusted repository, by the token that its platform has signed. */
export interface BuildCaller {
  readonly kind: 'build_token';
  /** Of the trusted repository. */
  readonly id: string;
  /** The repository, its run and who started it. */
  readonly name: string;
  readonly build: BuildScope;
  readonly active: { readonly organizationId: OrganizationId; readonly role: 'scanner' };
}

export type Caller = PersonCaller | KeyCaller | BuildCaller;

interface Acting {
  readonly id: string;
  readonly name: string;
  readonly organizationId: OrganizationId;
  readonly role: Role;
}

/** A caller acting in one organization, as handlers and services see it. */
export type Principal =
  | (Acting & { readonly kind: Exclude<Caller['kind'], 'build_token'> })
  | (Acting & { readonly kind: 'build_token'; readonly build: BuildScope });

/** Gives the id of the person who acts; null for a key. */
export function readerIdOf({ kind, id }: Pick<Principal, 'kind' | 'id'>): string | null {
  return kind === 'person' ? id : null;
}

/** Where a call came in, for the audit trail. */
export interface CallOrigin {
  readonly requestId: string;
  /** The caller's address as far as it is known; "" inside the server itself. */
  readonly remoteAddress: string;
}

/** Whoever brings an inventory: a caller, or what the server itself fetches for an organization. */
export type Uploader = (Principal | (Omit<Acting, 'role'> & { readonly kind: 'companion' })) & {
  /** Left out inside the server itself. */
  readonly origin?: CallOrigin;
};

/** A principal with where it calls from, for services that leave an audit row. */
export type Actor = Principal & {
  readonly origin: CallOrigin;
  /** That a person calls by; left out where there is none. */
  readonly sessionId?: string;
};

/** Returns the principal of a caller; null when the caller acts in no organization. */
export function principalOf(caller: Caller): Principal | null {
  return caller.active && actingAs(caller, caller.active);
}

/** Makes the principal of a caller in an organization. */
export function actingAs(
  caller: Caller,
  acting: Pick<Acting, 'organizationId' | 'role'>,
): Principal {
  const { id, name } = caller;
  return caller.kind === 'build_token'
    ? { kind: caller.kind, id, name, build: caller.build, ...acting }
    : { kind: caller.kind, id, name, ...acting };
}

/** Tells whether a principal may do something: its role may, and a build's token is good for it. */
export function isPermitted(principal: Principal, permission: Permission): boolean {
  if (!can(principal.role, permission)) return false;
  return principal.kind !== 'build_token' || canBuild(permission, principal.build);
}

/** Says why a principal may not do something, where that is for it to know. */
export function refusalFor(principal: Principal | null, permission: Permission | null): string {
  const isProposal = principal?.kind === 'build_token' && !principal.build.mayUpload;
  return isProposal && (permission === 'scan:upload' || permission === 'owner:upload')
    ? 'A build of a pull request may check, not upload'
    : 'Forbidden';
}
