import { v7 as uuidv7 } from 'uuid';
import type { Actor } from '@/server/auth/principal';
import type { Transaction } from '@/server/db';
import { insertAuditEvent, insertInstallationAuditEvent } from './queries';

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
export function recordAudit(tx: Transaction, actor: Actor, entry: AuditEntry): Promise<void> {
  const { before = null, after = null, ...rest } = entry;
  return insertAuditEvent(actor.organizationId, tx, { ...rest, ...traceOf(actor), before, after });
}

/** Who did something, whatever organization they act in. */
export type Doer = Pick<Actor, 'kind' | 'id' | 'name' | 'origin'>;

/** One change that no organization can remember: its own end, or one of a person's account. */
export type InstallationAuditEntry = Omit<AuditEntry, 'before' | 'after'> & {
  readonly detail: object;
};

/** As {@link recordAudit}, among what outlives the organizations. */
export function recordInstallationAudit(
  tx: Transaction,
  actor: Doer,
  entry: InstallationAuditEntry,
): Promise<void> {
  return insertInstallationAuditEvent(tx, { ...entry, ...traceOf(actor) });
}

function traceOf({ kind, id, name, origin }: Doer) {
  return { ...origin, id: uuidv7(), actorKind: kind, actorId: id, actorName: name };
}
