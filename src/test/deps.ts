import { loadEnv } from '@/env';
import { createCatalogStore } from '@/server/catalog/service/store';
import { manualClock, type ManualClock } from '@/server/platform/clock';
import type { Deps } from '@/server/platform/deps';
import { builtInDirectory } from '@/server/identity-provider/service/built-in-directory';
import { createLogger } from '@/server/platform/log';
import type { Mailer, MailMessage } from '@/server/platform/mail/mailer';
import { outgoingClient } from '@/server/platform/outbound/outgoing-client';
import { noRegistryEvidence } from '@/server/registry/service/evidence';
import { bodyBudgetOf } from '@/server/platform/http/body-budget';
import type { TestDatabase } from './with-query';

export interface TestDeps extends Deps {
  readonly clock: ManualClock;
  readonly db: TestDatabase;
  /** Everything that was logged, as text. */
  logged(): string;
  /** Every mail that the default mailer was given, in order. */
  mails(): readonly MailMessage[];
}

const AUTH_SECRET = 'a secret for tests, and for tests alone';

/**
 * Makes the dependencies of services around a test's own database: a clock that stands still, a log and mails that are
 * kept.
 */
export function testDeps(
  db: TestDatabase,
  environment: Readonly<Record<string, string>> = {},
  given: { readonly mailer?: Mailer | null; readonly ending?: AbortSignal } = {},
): TestDeps {
  let text = '';
  const mails: MailMessage[] = [];
  const recordingMailer: Mailer = { send: async (message) => void mails.push(message) };
  const logger = createLogger('trace', { write: (line) => (text += line) });
  const clock = manualClock('2026-11-21T12:00:00Z');
  const env = { ...loadEnv({ NODE_ENV: 'test', ...environment }), authSecret: AUTH_SECRET };
  return {
    env,
    db,
    clock,
    logger,
    identityProvider: builtInDirectory,
    mailer: given.mailer === undefined ? recordingMailer : given.mailer,
    registry: noRegistryEvidence,
    outgoing: outgoingClient(env.outgoingAllowed),
    catalog: createCatalogStore(db, logger, clock),
    ending: given.ending ?? new AbortController().signal,
    bodyBudget: bodyBudgetOf(env),
    logged: () => text,
    mails: () => mails,
  };
}
