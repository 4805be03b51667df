import { v7 as uuidv7 } from 'uuid';
import { conflict, invalid, notFound } from '@/domain/errors';
import { MAX_RULES, type MessageRule } from '@/domain/message/rule';
import { nextDigestAt } from '@/domain/message/tempo';
import { recordAudit } from '@/server/audit/service';
import { requireLockedOrganization } from '@/server/organization/service';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Actor } from '@/server/platform/auth/principal';
import type { Transaction } from '@/server/platform/db/db';
import type { Deps } from '@/server/platform/deps';
import { type RuleRecord, toRule, toRuleRecord } from '../dto';
import { LAST_LOOK_MS } from './digests';
import {
  countRules,
  deleteRuleRow,
  dropHeld,
  findNamedChannels,
  findRule,
  findRules,
  insertRule,
  isTeam,
  lockRule,
  type RuleRow,
  updateRule,
} from '../repository/rules';

type RuleDeps = Pick<Deps, 'db' | 'clock'>;

/** Lists the rules of an organization by name. */
export async function listRules(
  { db }: Pick<Deps, 'db'>,
  organizationId: OrganizationId,
): Promise<RuleRecord[]> {
  return (await findRules(organizationId, db)).map(toRuleRecord);
}

/** @throws DomainError 404 when the organization has no such rule */
export async function getRule(
  { db }: Pick<Deps, 'db'>,
  organizationId: OrganizationId,
  id: string,
): Promise<RuleRecord> {
  return toRuleRecord(await requireRule(organizationId, db, id));
}

/**
 * Adds a rule: what is said from now on goes by it.
 * @throws DomainError 409 for one too many, 422 for a channel or a team that the organization has not
 */
export function createRule(
  { db, clock }: RuleDeps,
  actor: Actor,
  rule: MessageRule,
): Promise<RuleRecord> {
  const { organizationId } = actor;
  return db.transaction(async (tx) => {
    const at = clock.now();
    // Those who add rules take turns, so that there are never too many.
    await requireLockedOrganization(tx, organizationId);
    if ((await countRules(organizationId, tx)) >= MAX_RULES) {
      throw conflict(`An organization has at most ${String(MAX_RULES)} rules for messages`);
    }
    await requireNamed(organizationId, tx, rule);
    const id = uuidv7();
    const next = nextOf(rule, at);
    await insertRule(organizationId, tx, id, {
      ...{ rule, nextDigestAt: next, at, createdBy: actor.name },
    });
    return recorded(tx, actor, id, { at, action: 'message_rule.create', before: null });
  });
}

/**
 * Changes a rule as a whole. What waits for its digest goes with the next one, by the rule as it is then; at once where it
 * makes no digests any more, and not at all where it is off.
 * @throws DomainError 404 when the organization has no such rule, 422 as {@link createRule} does
 */
export function saveRule(
  { db, clock }: RuleDeps,
  actor: Actor,
  id: string,
  rule: MessageRule,
): Promise<RuleRecord> {
  const { organizationId } = actor;
  return db.transaction(async (tx) => {
    const at = clock.now();
    const before = await lockRule(organizationId, tx, id);
    if (!before) throw notFound('Rule for messages');
    await requireNamed(organizationId, tx, rule);
    if (!rule.enabled) await dropHeld(organizationId, tx, id);
    const next = isEnding(rule, before)
      ? lastOf(before, at)
      : (nextOf(rule, at) ?? keptOf(rule, before));
    await updateRule(organizationId, tx, id, { rule, nextDigestAt: next, at });
    return recorded(tx, actor, id, { at, action: 'message_rule.update', before });
  });
}

/** Removes a rule, with what waits for its digest. @throws DomainError 404 */
export async function deleteRule({ db, clock }: RuleDeps, actor: Actor, id: string): Promise<void> {
  const { organizationId } = actor;
  await db.transaction(async (tx) => {
    const row = await lockRule(organizationId, tx, id);
    if (!row) throw notFound('Rule for messages');
    await deleteRuleRow(organizationId, tx, id);
    await recordAudit(tx, actor, {
      ...{ at: clock.now(), action: 'message_rule.delete' },
      ...{ subjectKind: 'message_rule', subjectId: id, before: toRule(row) },
    });
  });
}

/** Whether a rule makes no digests any more that did. */
function isEnding(rule: MessageRule, before: RuleRow): boolean {
  const hadDigests = before.tempo !== 'at_once' || before.waiting > 0;
  return rule.enabled && rule.tempo === 'at_once' && hadDigests;
}

/** The last digest of a rule: at once where something waits, and else once what is being said by it as it was is said. */
function lastOf({ waiting }: RuleRow, at: Date): Date {
  return waiting > 0 ? at : new Date(at.getTime() + LAST_LOOK_MS);
}

/** The last look for what waits of a rule that made no digests before either: it is still to come. */
function keptOf({ enabled }: MessageRule, { isOn, nextDigestAt }: RuleRow): Date | null {
  return enabled && isOn ? nextDigestAt : null;
}

function nextOf(rule: MessageRule, at: Date): Date | null {
  if (!rule.enabled || rule.tempo === 'at_once') return null;
  return nextDigestAt({ tempo: rule.tempo, hour: rule.hour, timeZone: rule.time_zone }, at);
}

/** Refuses a rule that names what the organization has not. */
export async function requireNamed(
  organizationId: OrganizationId,
  db: Transaction,
  { channel_ids: ids, team_id: teamId }: MessageRule,
) {
  const channels = await findNamedChannels(organizationId, db, ids);
  const known = new Set(channels.map(({ id }) => id));
  const at = ids.findIndex((id) => !known.has(id));
  if (at >= 0) {
    throw invalid([
      { loc: ['body', 'channel_ids', at], msg: 'is no channel of yours', type: 'value_error' },
    ]);
  }
  if (teamId !== null && !(await isTeam(organizationId, db, teamId))) {
    throw invalid([{ loc: ['body', 'team_id'], msg: 'is no team of yours', type: 'value_error' }]);
  }
  return channels;
}

async function requireRule(
  organizationId: OrganizationId,
  db: Transaction,
  id: string,
): Promise<RuleRow> {
  const row = await findRule(organizationId, db, id);
  if (!row) throw notFound('Rule for messages');
  return row;
}

interface Entry {
  readonly at: Date;
  readonly action: string;
  readonly before: RuleRow | null;
}

async function recorded(
  tx: Transaction,
  actor: Actor,
  id: string,
  { at, action, before }: Entry,
): Promise<RuleRecord> {
  const after = await requireRule(actor.organizationId, tx, id);
  await recordAudit(tx, actor, {
    ...{ at, action, subjectKind: 'message_rule', subjectId: id, after: toRule(after) },
    ...(before && { before: toRule(before) }),
  });
  return toRuleRecord(after);
}
