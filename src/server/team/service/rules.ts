import { v7 as uuidv7 } from 'uuid';
import { invalid, type Fault } from '@/domain/errors';
import type { OwnerRule } from '@/domain/team/rule';
import { columnsOf } from '@/domain/team/rule-columns';
import { recordAudit } from '@/server/audit/service';
import { coverOwned } from '@/server/coverage/service';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Actor } from '@/server/platform/auth/principal';
import type { Transaction } from '@/server/platform/db/db';
import type { Deps } from '@/server/platform/deps';
import { toRule } from '../dto';
import {
  applyRules,
  countByRule,
  findOutcome,
  findKnownTeams,
  findRules,
  replaceRules,
  type RuleRow,
} from '../repository/rules';
import { takeTurn } from './teams';

/** Changed projects that a preview names; the others are counted. */
export const MAX_CHANGED = 50;

/** Lists the rules in their order, with the number of projects that each gives an owner. */
export async function listRules({ db }: Pick<Deps, 'db'>, organizationId: OrganizationId) {
  const [rules, counts] = await Promise.all([
    findRules(organizationId, db),
    countByRule(organizationId, db),
  ]);
  const projectsOf = new Map(counts.map(({ ownerRuleId, projects }) => [ownerRuleId, projects]));
  return {
    rules: rules.map((row) => ({ rule: toRule(row), projects: projectsOf.get(row.id) ?? 0 })),
  };
}

/**
 * Puts rules in the place of those that there are, and gives each project the owner that they say; owners that were set
 * by hand stay. All in one transaction; what contracts of teams cover follows it.
 * @throws DomainError 422 for a team of elsewhere, and for a second CODEOWNERS rule
 */
export async function saveRules(
  { db, clock, logger }: Deps,
  actor: Actor,
  rules: readonly OwnerRule[],
): Promise<{ changed: number }> {
  const { organizationId } = actor;
  const saved = await db.transaction(async (tx) => {
    await takeTurn(organizationId, tx);
    const known = await findRules(organizationId, tx);
    const rows = await rowsOf(organizationId, tx, rules, known);
    await replaceRules(organizationId, tx, rows);
    const changed = await applyRules(organizationId, tx);
    await recordAudit(tx, actor, {
      at: clock.now(),
      action: 'owner_rules.save',
      ...{ subjectKind: 'owner_rules', subjectId: organizationId },
      before: { rules: known.map(toRule) },
      after: { rules: rows.map(toRule), changed_projects: changed },
    });
    return { changed };
  });
  if (saved.changed > 0) await coverOwned({ db, logger }, organizationId, null);
  return saved;
}

/** Tells what rules would do, which saves nothing. @throws DomainError as {@link saveRules} */
export async function previewRules(
  { db }: Pick<Deps, 'db'>,
  organizationId: OrganizationId,
  rules: readonly OwnerRule[],
) {
  const rows = await rowsOf(organizationId, db, rules, await findRules(organizationId, db));
  const { effects, changes } = await findOutcome(organizationId, db, rows, MAX_CHANGED);
  const sum = (key: 'gained' | 'moved' | 'lost') =>
    effects.reduce((total, effect) => total + effect[key], 0);
  const effectOf = new Map(effects.map((effect) => [effect.ruleId, effect]));
  const positionOf = new Map(rows.map(({ id, position }) => [id, position]));
  return {
    ...{ gained: sum('gained'), moved: sum('moved'), lost: sum('lost') },
    nobody: effectOf.get(null)?.projects ?? 0,
    rules: rows.map(({ id }) => ({
      projects: effectOf.get(id)?.projects ?? 0,
      gained: effectOf.get(id)?.gained ?? 0,
    })),
    changes: changes.map(({ projectId, projectName, before, after, ruleId }) => ({
      ...{ project_id: projectId, project_name: projectName, before, after },
      rule: ruleId === null ? null : (positionOf.get(ruleId) ?? null),
    })),
  };
}

/** Gives rules their rows: those that stay keep their ids. @throws DomainError 422 */
async function rowsOf(
  organizationId: OrganizationId,
  tx: Transaction,
  rules: readonly OwnerRule[],
  known: readonly RuleRow[],
): Promise<RuleRow[]> {
  const kept = new Set(known.map(({ id }) => id));
  const rows = rules.map((rule, position): RuleRow => {
    const stays = rule.id !== undefined && kept.delete(rule.id);
    return { id: stays ? (rule.id ?? '') : uuidv7(), position, ...columnsOf(rule) };
  });
  const teamIds = rows.flatMap(({ teamId }) => teamId ?? []);
  const teams = await findKnownTeams(organizationId, tx, teamIds);
  const faults = rows.flatMap(({ teamId, kind }, position): Fault[] => {
    const loc = ['body', 'rules', position];
    if (teamId !== null && !teams.has(teamId))
      return [
        {
          loc: [...loc, 'team_id'],
          msg: 'Value error, there is no such team',
          type: 'value_error',
        },
      ];
    const isSecond =
      kind === 'codeowners' && rows.findIndex((other) => other.kind === kind) < position;
    return isSecond
      ? [
          {
            loc: [...loc, 'kind'],
            msg: 'Value error, CODEOWNERS has its place already',
            type: 'value_error',
          },
        ]
      : [];
  });
  if (faults.length > 0) throw invalid(faults);
  return rows;
}
