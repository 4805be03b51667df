import { dayOf } from '@/domain/eol/calendar';
import { notFound } from '@/domain/errors';
import type { RetirementRules } from '@/domain/image/retirement';
import { recordAudit } from '@/server/audit/service';
import { requireLockedOrganization } from '@/server/organization/service';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Actor } from '@/server/platform/auth/principal';
import type { Transaction } from '@/server/platform/db/db';
import type { Deps } from '@/server/platform/deps';
import { heardImages } from './heard';
import {
  countByRules,
  findProjectDays,
  findRules,
  type RuleFacts,
  type RulesRow,
  updateProjectDays,
  updateRules,
} from '../repository/rules';

type RuleDeps = Pick<Deps, 'db' | 'clock'>;

/** An organization's rules as callers see them. */
const toRules = ({ notScannedDays, notRunningDays }: RetirementRules) => ({
  not_scanned_days: notScannedDays,
  not_running_days: notRunningDays,
});

async function requireRules(db: Transaction, organizationId: OrganizationId): Promise<RulesRow> {
  const rules = await findRules(organizationId, db);
  if (!rules) throw notFound('Organization');
  return rules;
}

/** @throws DomainError 404 when the organization has been deleted meanwhile */
export async function getRetirementRules({ db, clock }: RuleDeps, organizationId: OrganizationId) {
  const rules = await requireRules(db, organizationId);
  const isToCome = rules.from !== null && rules.from > dayOf(clock.now());
  return { ...toRules(rules), from: isToCome ? rules.from : null };
}

/**
 * Changes the rules, which are followed within minutes: what they would not have retired comes back.
 * @throws DomainError 404 when the organization has been deleted meanwhile
 */
export function changeRetirementRules(
  { db, clock }: RuleDeps,
  actor: Actor,
  rules: RetirementRules,
) {
  const { organizationId } = actor;
  return db.transaction(async (tx) => {
    await requireLockedOrganization(tx, organizationId);
    const known = await requireRules(tx, organizationId);
    const [before, after] = [toRules(known), toRules(rules)];
    const isSame =
      known.notScannedDays === rules.notScannedDays &&
      known.notRunningDays === rules.notRunningDays &&
      known.from === null;
    if (!isSame) {
      await updateRules(organizationId, tx, rules);
      await recordAudit(tx, actor, {
        ...{ at: clock.now(), action: 'retirement_rules.change' },
        ...{ subjectKind: 'organization', subjectId: organizationId },
        ...{ before, after },
      });
    }
    return { ...after, from: null };
  });
}

/** @throws DomainError 404 when the organization has no such project */
export async function getProjectRule(
  { db }: Pick<Deps, 'db'>,
  organizationId: OrganizationId,
  projectId: string,
) {
  const project = await findProjectDays(organizationId, db, projectId);
  if (!project) throw notFound('Project');
  const rules = await requireRules(db, organizationId);
  return { not_scanned_days: project.days, inherited_days: rules.notScannedDays };
}

/**
 * Changes the days of one project; null: those of the organization.
 * @throws DomainError 404 when the organization has no such project
 */
export function changeProjectRule(
  { db, clock }: RuleDeps,
  actor: Actor,
  projectId: string,
  days: number | null,
) {
  const { organizationId } = actor;
  return db.transaction(async (tx) => {
    await requireLockedOrganization(tx, organizationId);
    const project = await findProjectDays(organizationId, tx, projectId);
    if (!project) throw notFound('Project');
    if (project.days !== days) {
      await updateProjectDays(organizationId, tx, projectId, days);
      await recordAudit(tx, actor, {
        ...{ at: clock.now(), action: 'project.retirement_rule' },
        ...{ subjectKind: 'project', subjectId: projectId },
        before: { name: project.name, not_scanned_days: project.days },
        after: { name: project.name, not_scanned_days: days },
      });
    }
    const rules = await requireRules(tx, organizationId);
    return { not_scanned_days: days, inherited_days: rules.notScannedDays };
  });
}

/** Rules that nobody has saved: what is left out stays as it is. */
export interface ProposedRules extends Partial<RetirementRules> {
  readonly project?: { readonly id: string; readonly days: number | null } | undefined;
}

/** Counts the images that rules would retire today, and those retired that they would bring back. Changes nothing. */
export async function previewRules(
  { db, clock }: RuleDeps,
  organizationId: OrganizationId,
  { notScannedDays, notRunningDays, project = undefined }: ProposedRules,
) {
  const known = await requireRules(db, organizationId);
  const rules = {
    notScannedDays: notScannedDays ?? known.notScannedDays,
    notRunningDays: notRunningDays ?? known.notRunningDays,
  };
  const facts = await factsOf({ db, clock }, organizationId, rules, project ?? null);
  const { retired, broughtBack } = await countByRules(organizationId, db, facts);
  return { retired, brought_back: broughtBack };
}

/** Reads what rules look at. */
export async function factsOf(
  { db, clock }: { readonly db: Transaction; readonly clock: Deps['clock'] },
  organizationId: OrganizationId,
  rules: RetirementRules,
  project: RuleFacts['project'] = null,
): Promise<RuleFacts> {
  const now = clock.now();
  const { heard, running } = await heardImages(organizationId, db, now);
  const heardIds = heard.map(({ imageTagId }) => imageTagId);
  const runningIds = running.map(({ imageTagId }) => imageTagId);
  return { rules, project, now, runningIds, heardIds };
}
