import { z } from 'zod';
import { notFound } from '@/domain/errors';
import type { OrganizationId } from '@/server/auth/organization-id';
import type { Deps } from '@/server/deps';
import { findOrganization } from '@/server/organization/service';
import { KeycloakFailure, providerUnavailable } from './keycloak-failure';
import type { KeycloakOrganizations } from './organizations';

/** What the parts of the directory work with. */
export interface KeycloakContext {
  readonly organizations: KeycloakOrganizations;
  /** Under which people's subjects are kept. */
  readonly issuer: string;
}

/**
 * An id that can be asked for at Keycloak; null for everything else, which nothing there has. Keycloak's ids
 * are UUIDs in lower case, and a path below `organizations` must not be led elsewhere.
 */
export function keycloakId(id: string): string | null {
  return id === id.toLowerCase() ? (z.guid().safeParse(id).data ?? null) : null;
}

/**
 * What an organization is called at Keycloak; null for one that can have no like there.
 * @throws DomainError 404 when it has been deleted meanwhile
 */
export async function idAtKeycloak(
  { db }: Pick<Deps, 'db'>,
  organizationId: OrganizationId,
): Promise<string | null> {
  const row = await findOrganization(organizationId, db);
  if (!row) throw notFound('Organization');
  return keycloakId(row.idpId);
}

/** What `ask` gives. @throws DomainError 503 with this message when Keycloak gives no usable answer */
export async function answered<T>(ask: () => Promise<T>, message?: string): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof KeycloakFailure) throw providerUnavailable(error, message);
    throw error;
  }
}
