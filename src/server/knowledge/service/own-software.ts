import { v7 as uuidv7 } from 'uuid';
import { conflict, notFound } from '@/domain/errors';
import { MAX_OWN_SOFTWARE } from '@/domain/own-software/pattern';
import { recordAudit } from '@/server/audit/service';
import { lockOwnSoftware } from '../repository/own-software';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Actor } from '@/server/platform/auth/principal';
import type { Deps } from '@/server/platform/deps';
import { toOwnSoftwareRecord } from '../dto';
import { findOwnSoftware, removeOwnSoftware, upsertOwnSoftware } from '../repository/own-software';

type OwnDeps = Pick<Deps, 'clock' | 'db'>;
type OwnSoftwareRecord = ReturnType<typeof toOwnSoftwareRecord>;

/** Lists the patterns of an organization's own software. There are {@link MAX_OWN_SOFTWARE} at most. */
export async function listOwnSoftware(
  { db }: Pick<Deps, 'db'>,
  organizationId: OrganizationId,
): Promise<OwnSoftwareRecord[]> {
  return (await findOwnSoftware(organizationId, db)).map(toOwnSoftwareRecord);
}

/**
 * Says that what is called so is the organization's own software.
 * @throws DomainError 409 when there are {@link MAX_OWN_SOFTWARE} patterns
 */
export function saveOwnSoftware(
  { db, clock }: OwnDeps,
  actor: Actor,
  { pattern, reason }: { readonly pattern: string; readonly reason: string },
): Promise<OwnSoftwareRecord> {
  const { organizationId, name: setBy } = actor;
  return db.transaction(async (tx) => {
    await lockOwnSoftware(organizationId, tx);
    const at = clock.now();
    const all = await findOwnSoftware(organizationId, tx);
    const known = all.find((one) => one.pattern === pattern);
    if (!known && all.length >= MAX_OWN_SOFTWARE) {
      throw conflict(`An organization has at most ${String(MAX_OWN_SOFTWARE)} patterns of its own`);
    }
    const row = { id: known?.id ?? uuidv7(), pattern, reason, setBy, setAt: at };
    await upsertOwnSoftware(organizationId, tx, row);
    const after = toOwnSoftwareRecord(row);
    const before = known ? { before: toOwnSoftwareRecord(known) } : {};
    await recordAudit(tx, actor, {
      ...{ at, action: 'own_software.save', ...subject(row.id), ...before, after },
    });
    return after;
  });
}

/** @throws DomainError 404 when the organization has no such pattern */
export function deleteOwnSoftware(
  { db, clock }: OwnDeps,
  actor: Actor,
  id: string,
): Promise<OwnSoftwareRecord> {
  const { organizationId } = actor;
  return db.transaction(async (tx) => {
    await lockOwnSoftware(organizationId, tx);
    const known = (await findOwnSoftware(organizationId, tx)).find((one) => one.id === id);
    if (!known) throw notFound('Pattern');
    await removeOwnSoftware(organizationId, tx, id);
    const before = toOwnSoftwareRecord(known);
    await recordAudit(tx, actor, {
      ...{ at: clock.now(), action: 'own_software.delete', ...subject(id), before },
    });
    return before;
  });
}

const subject = (id: string) => ({ subjectKind: 'own_software', subjectId: id });
