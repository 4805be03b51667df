import { addDays, type Day, dayOf } from '@/domain/eol/calendar';
import { KEEP_EVERYTHING, removesAnything, type RetentionRules } from '@/domain/retention/rules';
import { recordAudit } from '@/server/audit/service';
import { requireLockedOrganization } from '@/server/organization/service';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Actor } from '@/server/platform/auth/principal';
import type { Deps } from '@/server/platform/deps';
import { toRulesValue, toRun } from '../dto';
import { findRules, saveRules, type RulesRow } from '../repository/rules';
import { findRuns } from '../repository/runs';

type RuleDeps = Pick<Deps, 'db' | 'clock'>;

/** Runs that are shown. */
const RUNS_SHOWN = 20;

const toRules = (rules: RulesRow | null, today: Day) => ({
  ...toRulesValue(rules ?? KEEP_EVERYTHING),
  history_from: rules?.historyFrom ? dayOf(rules.historyFrom) : null,
  next_on: rules && removesAnything(rules) ? nextDay(rules, today) : null,
});

/** The day of the next run: today, where none has been to the end today. */
const nextDay = ({ lookedOn }: RulesRow, today: Day): Day =>
  lookedOn !== null && lookedOn >= today ? addDays(today, 1) : today;

/** Gets how long an organization keeps what is past, with the newest runs. */
export async function getRetention({ db, clock }: RuleDeps, organizationId: OrganizationId) {
  const rules = await findRules(organizationId, db);
  const runs = await findRuns(organizationId, db, RUNS_SHOWN);
  return { ...toRules(rules, dayOf(clock.now())), runs: runs.map(toRun) };
}

/**
 * Changes the rules, which are followed within minutes. What was removed does not come back.
 * @throws DomainError 404 when the organization has been deleted meanwhile
 */
export async function changeRetention(
  { db, clock }: RuleDeps,
  actor: Actor,
  rules: RetentionRules,
) {
  const { organizationId } = actor;
  await db.transaction(async (tx) => {
    await requireLockedOrganization(tx, organizationId);
    const known = await findRules(organizationId, tx);
    const [before, after] = [toRulesValue(known ?? KEEP_EVERYTHING), toRulesValue(rules)];
    if (JSON.stringify(before) === JSON.stringify(after)) return;
    await saveRules(organizationId, tx, rules);
    await recordAudit(tx, actor, {
      ...{ at: clock.now(), action: 'retention_rules.change' },
      ...{ subjectKind: 'organization', subjectId: organizationId },
      ...{ before, after },
    });
  });
  return getRetention({ db, clock }, organizationId);
}
