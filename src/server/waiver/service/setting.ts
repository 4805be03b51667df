import { notFound } from '@/domain/errors';
import { recordAudit } from '@/server/audit/service';
import { requireLockedOrganization } from '@/server/organization/service';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Actor } from '@/server/platform/auth/principal';
import type { Transaction } from '@/server/platform/db/db';
import type { Deps } from '@/server/platform/deps';
import { findSetting, updateSetting, type WaiverSettingRow } from '../repository/setting';

/** An organization's rules for waivers, as callers see them. */
const toSetting = ({ waiverMaxDays, waiverTwoPeople }: WaiverSettingRow) => ({
  max_days: waiverMaxDays,
  two_people: waiverTwoPeople,
});

/** @throws DomainError 404 when the organization has been deleted meanwhile */
export async function requireSetting(
  db: Transaction,
  organizationId: OrganizationId,
): Promise<WaiverSettingRow> {
  const row = await findSetting(organizationId, db);
  if (!row) throw notFound('Organization');
  return row;
}

/** @throws DomainError 404 when the organization has been deleted meanwhile */
export async function getWaiverSetting({ db }: Pick<Deps, 'db'>, organizationId: OrganizationId) {
  return toSetting(await requireSetting(db, organizationId));
}

/**
 * Changes the rules for waivers, for what is asked for and granted from now on: one that holds goes on to its last day.
 * To set what is set already leaves no entry in the audit trail.
 * @throws DomainError 404 when the organization has been deleted meanwhile
 */
export function changeWaiverSetting(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  { maxDays, twoPeople }: { readonly maxDays: number; readonly twoPeople: boolean },
) {
  const { organizationId } = actor;
  return db.transaction(async (tx) => {
    await requireLockedOrganization(tx, organizationId);
    const known = await requireSetting(tx, organizationId);
    const row = { waiverMaxDays: maxDays, waiverTwoPeople: twoPeople };
    const [before, after] = [toSetting(known), toSetting(row)];
    if (before.max_days === after.max_days && before.two_people === after.two_people) return after;
    await updateSetting(organizationId, tx, row);
    await recordAudit(tx, actor, {
      at: clock.now(),
      action: 'waiver_rules.change',
      subjectKind: 'organization',
      subjectId: organizationId,
      before,
      after,
    });
    return after;
  });
}
