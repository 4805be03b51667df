import type { PersonRole, Role } from '@/domain/roles/permissions';
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

export type Caller = PersonCaller | KeyCaller;

/** A caller acting in one organization, as handlers and services see it. */
export interface Principal {
  readonly kind: Caller['kind'];
  readonly id: string;
  readonly name: string;
  readonly organizationId: OrganizationId;
  readonly role: Role;
}

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

/** A principal with where it calls from, for services that leave an audit row. */
export interface Actor extends Principal {
  readonly origin: CallOrigin;
}

/** Returns the principal of a caller; null when the caller acts in no organization. */
export function principalOf(caller: Caller): Principal | null {
  if (!caller.active) return null;
  const { kind, id, name } = caller;
  return { kind, id, name, ...caller.active };
}
