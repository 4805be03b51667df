import type { Env } from '@/env';
import type { CatalogStore } from '@/server/catalog/service/store';
import type { Clock } from './clock';
import type { Database } from './db/db';
import type { IdentityProvider } from '@/server/identity-provider/service/identity-provider';
import type { Logger } from './log';
import type { Mailer } from './mail/mailer';
import type { RegistryEvidence } from '@/server/registry/service/evidence';
import type { BodyBudget } from './http/body-budget';
import type { Ask } from './outbound/guarded-fetch';

/** Everything that services depend on; nothing in the server reaches for a global. */
export interface Deps {
  /** The configuration, with the secret that a first start generates, and without the way to own the database. */
  readonly env: Env & { readonly authSecret: string };
  readonly db: Database;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Where members and invitations are kept. */
  readonly identityProvider: IdentityProvider;
  /** Sends mail; null where no mail server is configured. */
  readonly mailer: Mailer | null;
  /** Evidence of package registries against components; empty unless one is configured. */
  readonly registry: RegistryEvidence;
  /** Asks addresses that people typed in, which may lead to public hosts and to what the operator allows. */
  readonly outgoing: Ask;
  /** Aborted once the process has been asked to end: requests are answered still, and no more are wanted. */
  readonly ending: AbortSignal;
  /** The room for request bodies; one for all that the process serves. */
  readonly bodyBudget: BodyBudget;
  /** The lifecycle catalog, in memory. */
  readonly catalog: CatalogStore;
}
