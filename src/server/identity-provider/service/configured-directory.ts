import type { Env } from '@/env';
import type { Clock } from '@/server/platform/clock';
import type { Logger } from '@/server/platform/log';
import { builtInDirectory } from './built-in-directory';
import type { IdentityProvider } from './identity-provider';
import { createAdminClient } from './keycloak/admin-client';
import { keycloakDirectory } from './keycloak/keycloak-directory';
import { keycloakOrganizations } from './keycloak/organizations';

export interface DirectoryOptions {
  readonly env: Pick<Env, 'keycloak' | 'oidc'>;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly fetch: typeof fetch;
}

/** Gives the directory that keeps the members, as configured. */
export function configuredDirectory({ env, ...options }: DirectoryOptions): IdentityProvider {
  const { keycloak: settings, oidc } = env;
  // Keycloak always comes with them: a lack would be a fault of the configuration.
  if (!settings || !oidc) return builtInDirectory;
  const organizations = keycloakOrganizations(createAdminClient({ settings, ...options }));
  // As Keycloak writes it into its tokens.
  return keycloakDirectory({ organizations, issuer: oidc.issuer.replace(/\/$/, '') });
}
