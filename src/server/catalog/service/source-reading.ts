import { invalid, isDomainError } from '@/domain/errors';
import { lineOfOthers } from '@/domain/validation/foreign-text';
import { authorizationOf } from '@/domain/own-catalog/authorization';
import { msToNextReading, NO_PAUSE_MS } from '@/domain/own-catalog/source';
import { MAX_FILE_BYTES } from '@/domain/policy-file/text';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Transaction } from '@/server/platform/db/db';
import type { Deps } from '@/server/platform/deps';
import { hasCome } from '@/server/platform/jobs/due';
import type { Secret } from '@/server/platform/secrets/secret';
import { isUnreadableSecret } from '@/server/platform/secrets/sealed-secret';
import { lockOverlay } from '../repository/locks';
import { findOwnProducts } from '../repository/overlay';
import {
  findSource,
  forgetTags,
  holdSource,
  noteReading,
  type ReadingResult,
  type SourceRow,
} from '../repository/sources';
import { MAX_CONFLICTS } from './source-record';
import { changeOverlay } from './change-overlay';
import { CatalogFetchError, fetchDocument } from './fetch-document';
import { sideOf, writeSteps } from './own-entries';
import { planShared, type SharedPlan } from './shared-catalog';
import { sourceKey } from './sources';

/** Milliseconds for a whole answer. */
const TIMEOUT_MS = 20_000;
const MAX_ETAG_LENGTH = 1_024;
/** As many faults as help anybody. */
const MAX_FAULTS = 3;
/** Characters of them together. */
const MAX_FAULT_LENGTH = 4_000;

/** A catalog was changed or removed while it was read. */
class SourceChanged extends Error {
  override readonly name = 'SourceChanged';
}

/** Where a catalog of others is, and what lets one in. */
export interface SourceAddress {
  readonly url: string;
  readonly key: Secret | null;
  /** Of the document that is known; null: it is read in full. */
  readonly etag: string | null;
}

/**
 * Fetches a catalog of others; null when it is the one that is known.
 * @throws CatalogFetchError, DomainError 422 for what is no text
 */
export async function fetchShared(
  { outgoing }: Pick<Deps, 'outgoing'>,
  { url, key, etag }: SourceAddress,
  signal: AbortSignal,
): Promise<{ readonly text: string; readonly etag: string | null } | null> {
  const document = await fetchDocument(url, {
    ...{ etag, signal, fetch: outgoing },
    asking: {
      accept: 'application/yaml, application/json;q=0.9, */*;q=0.1',
      authorization: key && authorizationOf(key.reveal()),
      ...{ maxBytes: MAX_FILE_BYTES, timeoutMs: TIMEOUT_MS },
    },
  });
  if (!document) return null;
  const tag = document.etag;
  return {
    text: textOf(document.bytes),
    etag: tag !== null && tag.length <= MAX_ETAG_LENGTH ? tag : null,
  };
}

function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw invalid([{ loc: ['body'], msg: 'Value error, it is not UTF-8', type: 'value_error' }]);
  }
}

/**
 * Says why a catalog of others was not read; null where it is a fault of this service. It is fit to be kept, whatever it quotes:
 * a fault that could not be noted would have the document fetched again at once, for ever.
 */
export function sourceFault(error: unknown): string | null {
  const words = faultWords(error);
  return words === null ? null : lineOfOthers(words, MAX_FAULT_LENGTH);
}

function faultWords(error: unknown): string | null {
  if (error instanceof CatalogFetchError) return error.message;
  if (isUnreadableSecret(error)) return 'The key cannot be read any more: enter it again';
  if (!isDomainError(error)) return null;
  const faults = error.faults ?? [];
  if (faults.length === 0) return `The document is refused: ${error.message}`;
  const told = faults.slice(0, MAX_FAULTS).map(({ msg }) => msg.replace(/^Value error, /, ''));
  const more = faults.length - told.length;
  const rest = more > 0 ? `, and ${String(more)} more` : '';
  return `The document is refused: ${told.join('; ')}${rest}`;
}

/**
 * Reads a catalog of others that is due, and makes its products what it says: all of it or nothing. What became of it is
 * kept with it. One process at a time does so.
 * @throws what is a fault of this service, once that is noted
 */
export async function readSourceWhenDue(
  deps: Deps,
  organizationId: OrganizationId,
  id: string,
  signal: AbortSignal,
): Promise<void> {
  const source = await findSource(organizationId, deps.db, id);
  const { clock, db } = deps;
  if (!source?.nextReadAt || !hasCome(source.nextReadAt, clock.now(), NO_PAUSE_MS)) return;
  try {
    await readSource(deps, organizationId, source, signal);
  } catch (err) {
    signal.throwIfAborted();
    if (err instanceof SourceChanged) return;
    const fault = sourceFault(err);
    const lastFault = fault ?? 'This service failed; its log says more';
    const failures = source.failures + 1;
    const failed = { lastFailureAt: clock.now(), lastFault, failures };
    const nextReadAt = nextReading(source, failures, failed.lastFailureAt);
    await noteReading(organizationId, db, source, { ...failed, nextReadAt });
    if (fault === null) throw err;
  }
}

async function readSource(
  deps: Deps,
  organizationId: OrganizationId,
  source: SourceRow,
  signal: AbortSignal,
): Promise<void> {
  const { clock, db } = deps;
  const { url, etag } = source;
  const key = await sourceKey(deps, organizationId, source);
  const document = await fetchShared(deps, { url, key, etag }, signal);
  const success = (at: Date) => ({
    ...{ lastSuccessAt: at, failures: 0, nextReadAt: nextReading(source, 0, at) },
  });
  if (!document) {
    await noteReading(organizationId, db, source, success(clock.now()));
    return;
  }
  const { text } = document;
  const resultOf = ({ conflicts }: SharedPlan, at: Date): ReadingResult => ({
    ...{ ...success(at), etag: document.etag },
    ...{ conflicts: conflicts.slice(0, MAX_CONFLICTS), conflictCount: conflicts.length },
  });
  const plan = planShared(text, await findOwnProducts(organizationId, db), source.id);
  if (plan.steps.length === 0) {
    const isNoted = await db.transaction(async (tx) => {
      // Who deletes what stands in the place of a product has it read again: that is to be seen here, or to come after this.
      await lockOverlay(organizationId, tx);
      const now = planShared(text, await findOwnProducts(organizationId, tx), source.id);
      if (now.steps.length > 0) return false;
      await noteReading(organizationId, tx, source, resultOf(now, clock.now()));
      return true;
    });
    if (isNoted) return;
  }
  const actor = { kind: 'server', name: source.name, organizationId } as const;
  await changeOverlay(deps, actor, async (tx, setAt) => {
    if (!(await holdSource(organizationId, tx, source))) throw new SourceChanged();
    // Again, on what nobody else changes any more.
    const rows = await findOwnProducts(organizationId, tx);
    const now = planShared(text, rows, source.id);
    await apply(organizationId, tx, { rows, plan: now, source, setAt });
    await noteReading(organizationId, tx, source, resultOf(now, setAt));
    return {
      result: null,
      audit: {
        action: 'catalog_source.apply',
        ...{ subjectKind: 'catalog_source', subjectId: source.id },
        before: sideOf(now.steps, 'before'),
        after: { source: source.name, ...sideOf(now.steps, 'after') },
      },
    };
  });
}

interface Application {
  readonly rows: Parameters<typeof writeSteps>[2];
  readonly plan: SharedPlan;
  readonly source: SourceRow;
  readonly setAt: Date;
}

async function apply(
  organizationId: OrganizationId,
  tx: Transaction,
  { rows, plan, source, setAt }: Application,
): Promise<void> {
  const writing = { setBy: source.name, setAt, sourceId: source.id };
  await writeSteps(organizationId, tx, rows, plan.steps, writing);
  // What this one took or gave up may be another one's turn.
  await forgetTags(organizationId, tx, source.id);
}

function nextReading({ rhythm }: SourceRow, failures: number, at: Date): Date | null {
  const pause = msToNextReading(rhythm, failures);
  return pause === null ? null : new Date(at.getTime() + pause);
}
