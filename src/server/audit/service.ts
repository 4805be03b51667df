import { NIL, v7 as uuidv7 } from 'uuid';
import { notFound } from '@/domain/errors';
import { addDays, type Day, startOfDayMs } from '@/domain/eol/calendar';
import { type PageRequest, toPage } from '@/domain/pagination';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Actor, CallOrigin, Uploader } from '@/server/platform/auth/principal';
import type { Transaction } from '@/server/platform/db/db';
import type { Deps } from '@/server/platform/deps';
import { toAuditEvent, toInstallationAuditEvent } from './dto';
import {
  allAuditEvents,
  type AuditFilter,
  auditPage,
  findAuditEvent,
  findAuditOfContract,
  findAuditOfPolicies,
  insertAuditEvent,
  insertInstallationAuditEvent,
  installationAuditPage,
} from './repository';

/** One change, as the audit trail keeps it. */
export interface AuditEntry {
  readonly at: Date;
  /** `<subject>.<verb>`, such as `api_key.create`. */
  readonly action: string;
  readonly subjectKind: string;
  readonly subjectId: string;
  /** The record before and after, as it is shown to callers: never with a secret or a digest of one. */
  readonly before?: object;
  readonly after?: object;
}

/** Writes the audit row of a change, in the change's own transaction, so that neither stands without the other. */
export function recordAudit(
  tx: Transaction,
  actor: Actor | (Doer & Pick<Actor, 'organizationId'>),
  entry: AuditEntry,
): Promise<void> {
  const { before = null, after = null } = entry;
  const row = { ...changeOf(entry), ...traceOf(actor), before, after };
  return insertAuditEvent(actor.organizationId, tx, row);
}

/**
 * Does as {@link recordAudit} for a change that the service made by itself. Its actor has an id of zeros, and no request
 * is in the log for it.
 */
export function recordOwnAudit(
  tx: Transaction,
  organizationId: OrganizationId,
  entry: AuditEntry,
): Promise<void> {
  const { before = null, after = null } = entry;
  const actor = { actorKind: 'server', actorId: NIL, actorName: 'Eventide' } as const;
  const trace = { id: uuidv7(), ...actor, remoteAddress: '', requestId: '' };
  return insertAuditEvent(organizationId, tx, { ...changeOf(entry), ...trace, before, after });
}

/** The person or key that did something, whatever organization they act in, or what the server does for one. */
export type Doer = Pick<Actor, 'id' | 'name' | 'origin'> & Pick<Uploader, 'kind'>;

/** One change that no organization can remember: its own end, or one of a person's account. */
export type InstallationAuditEntry = Omit<AuditEntry, 'before' | 'after'> & {
  readonly detail: object;
};

/** Does as {@link recordAudit}, in the trail that outlives the organizations. */
export function recordInstallationAudit(
  tx: Transaction,
  actor: Doer,
  entry: InstallationAuditEntry,
): Promise<void> {
  const row = { ...changeOf(entry), ...traceOf(actor), detail: entry.detail };
  return insertInstallationAuditEvent(tx, row);
}

// Only columns, whatever else an entry or an actor carries with it.

function changeOf({ at, action, subjectKind, subjectId }: Omit<AuditEntry, 'before' | 'after'>) {
  return { at, action, subjectKind, subjectId };
}

function traceOf({ kind, id, name, origin: { remoteAddress, requestId } }: Doer) {
  const actor = { actorKind: kind, actorId: id, actorName: name };
  return { id: uuidv7(), ...actor, remoteAddress, requestId };
}

/** Conditions on entries; one that is left out holds for all. */
export interface AuditConditions {
  readonly action?: string | null | undefined;
  readonly actor?: string | null | undefined;
  /** The first UTC day. */
  readonly from?: Day | null | undefined;
  /** The last UTC day, included. */
  readonly to?: Day | null | undefined;
}

export type AuditQuery = AuditConditions & PageRequest;

/** Lists a page of the organization's audit trail, newest first. */
export async function listAuditEvents(
  { db }: Pick<Deps, 'db'>,
  organizationId: OrganizationId,
  query: AuditQuery,
) {
  const { items, total } = await auditPage(organizationId, db, filterOf(query), query);
  return toPage(items.map(toAuditEvent), total, query);
}

/** Lists the newest changes of one contract, for the page of it. */
export async function auditOfContract(
  { db }: Pick<Deps, 'db'>,
  organizationId: OrganizationId,
  contractId: string,
  limit: number,
) {
  const rows = await findAuditOfContract(organizationId, db, contractId, limit);
  return rows.map(toAuditEvent);
}

/** Lists what has changed policies since an instant, newest first. */
export function policyChangesSince(
  { db }: Pick<Deps, 'db'>,
  organizationId: OrganizationId,
  since: Date,
) {
  return findAuditOfPolicies(organizationId, db, since);
}

/**
 * Lists a page of the installation's audit trail, newest first: entries that belong to no organization. For
 * operators.
 */
export async function listInstallationAuditEvents({ db }: Pick<Deps, 'db'>, query: AuditQuery) {
  const { items, total } = await installationAuditPage(db, filterOf(query), query);
  return toPage(items.map(toInstallationAuditEvent), total, query);
}

/** Reads all entries of the same list in batches. */
export async function* auditEventsForExport(
  { db }: Pick<Deps, 'db'>,
  organizationId: OrganizationId,
  query: AuditConditions,
) {
  const batches = allAuditEvents(organizationId, db, filterOf(query));
  for await (const rows of batches) yield rows.map(toAuditEvent);
}

function filterOf({ action, actor, from, to }: AuditConditions): AuditFilter {
  return {
    // An empty filter is none: no action and no actor has an empty name.
    action: action || null,
    actor: actor?.toLowerCase() || null,
    from: from ? new Date(startOfDayMs(from)) : null,
    before: to ? new Date(startOfDayMs(addDays(to, 1))) : null,
  };
}

/**
 * Gets one entry of the organization's audit trail.
 * @throws DomainError 404 when it has no such entry
 */
export async function getAuditEvent(
  { db }: Pick<Deps, 'db'>,
  organizationId: OrganizationId,
  id: string,
) {
  const row = await findAuditEvent(organizationId, db, id);
  if (!row) throw notFound('Audit event');
  return toAuditEvent(row);
}

export interface AccountChange {
  readonly at: Date;
  readonly origin: CallOrigin;
  /** The part of the action after `account.`, such as `password_change`. */
  readonly what: string;
  /** Never a secret, nor a digest of one. */
  readonly detail?: object;
}

/** Notes a person's change to their own account: it belongs to the installation, not to an organization. */
export function recordAccountChange(
  tx: Transaction,
  person: { readonly id: string; readonly name: string },
  { at, origin, what, detail = {} }: AccountChange,
): Promise<void> {
  return recordInstallationAudit(
    tx,
    { kind: 'person', id: person.id, name: person.name, origin },
    { at, action: `account.${what}`, subjectKind: 'user', subjectId: person.id, detail },
  );
}
