import { recordAudit, recordOwnAudit, type AuditEntry } from '@/server/audit/service';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Actor } from '@/server/platform/auth/principal';
import type { Transaction } from '@/server/platform/db/db';
import type { Deps } from '@/server/platform/deps';
import { followCatalog } from '@/server/catalog/repository/follow';
import { lockOverlay } from '@/server/catalog/repository/locks';
import { tellOfMoved } from './moved-dates';
import { announceOverlay, bumpOverlay, noteOwnNames } from '@/server/catalog/repository/overlay';

/** A change of an organization's additions to the catalog: its result, and its entry in the audit trail. */
export interface OverlayChange<Result> {
  readonly result: Result;
  readonly audit: Omit<AuditEntry, 'at'>;
}

/** Who changes it: a caller, or the service itself for something that is named. */
export type OverlayActor =
  | Actor
  | {
      readonly kind: 'server';
      readonly name: string;
      readonly organizationId: OrganizationId;
    };

/**
 * Changes an organization's additions to the catalog, lets its findings follow and tells every process: all of it
 * or nothing. Changes of one organization take turns.
 */
export async function changeOverlay<Result>(
  { db, clock, catalog }: Deps,
  actor: OverlayActor,
  change: (tx: Transaction, at: Date) => Promise<OverlayChange<Result>>,
): Promise<Result> {
  const { organizationId } = actor;
  // As it was: what to move to is asked of the catalog itself.
  const view = await catalog.forOrganization(organizationId);
  // Whatever is said after it, by an own product or by the catalog behind one, is so by this change.
  const mover = { catalog: actor.name, person: actor.name };
  const result = await db.transaction(async (tx) => {
    await lockOverlay(organizationId, tx);
    const at = clock.now();
    const changed = await change(tx, at);
    await bumpOverlay(organizationId, tx);
    await noteOwnNames(organizationId, tx, at);
    const { moved } = await followCatalog(tx, organizationId, at);
    await tellOfMoved(tx, organizationId, moved, mover, { view, at });
    const entry = { at, ...changed.audit };
    if (actor.kind === 'server') await recordOwnAudit(tx, organizationId, entry);
    else await recordAudit(tx, actor, entry);
    await announceOverlay(organizationId, tx);
    return changed.result;
  });
  catalog.forgetOverlay(organizationId);
  return result;
}
