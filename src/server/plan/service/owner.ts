import type { Fault } from '@/domain/errors';
import { findMember } from '@/server/member/service';
import type { Actor, Principal } from '@/server/platform/auth/principal';
import type { Transaction } from '@/server/platform/db/db';
import { findTeamName } from '@/server/team/service/teams';
import type { PlanRow } from '../repository/plans';

/** Who sees to a plan: a person, a team or nobody. */
type PlanOwner = Pick<PlanRow, 'ownerId' | 'ownerName' | 'ownerTeamId'>;
type OwnerIds = Pick<PlanRow, 'ownerId' | 'ownerTeamId'>;

interface NamedOwner {
  readonly owner: PlanOwner;
  readonly faults: Fault[];
}

const NOBODY: PlanOwner = { ownerId: null, ownerName: null, ownerTeamId: null };

/** Finds who is to see to a plan; with faults for somebody that the organization does not have. */
export async function ownerOf(
  tx: Transaction,
  { organizationId }: Principal,
  { ownerId, ownerTeamId }: OwnerIds,
): Promise<NamedOwner> {
  if (ownerId !== null && ownerTeamId !== null) {
    return refused('owner_team_id', 'is for a plan without owner_id');
  }
  if (ownerTeamId !== null) {
    const team = await findTeamName(organizationId, tx, ownerTeamId);
    if (team === null) return refused('owner_team_id', 'is no team');
    return { owner: { ...NOBODY, ownerTeamId: ownerTeamId.toLowerCase() }, faults: [] };
  }
  if (ownerId === null) return { owner: NOBODY, faults: [] };
  const member = await findMember(organizationId, tx, ownerId);
  if (!member) return refused('owner_id', 'is no member');
  return { owner: { ...NOBODY, ownerId: member.userId, ownerName: member.name }, faults: [] };
}

/**
 * Finds who sees to a plan after a change: whoever is named takes the place of whoever did, a team of a person, too. A
 * member who has left stays named until somebody else is.
 */
export async function changedOwner(
  tx: Transaction,
  actor: Actor,
  { ownerId, ownerName, ownerTeamId }: PlanOwner,
  change: { readonly [Id in keyof OwnerIds]?: OwnerIds[Id] | undefined },
): Promise<NamedOwner> {
  const kept = (known: string | null, other: string | null | undefined) => (other ? null : known);
  const named = {
    ownerId: change.ownerId === undefined ? kept(ownerId, change.ownerTeamId) : change.ownerId,
    ownerTeamId:
      change.ownerTeamId === undefined ? kept(ownerTeamId, change.ownerId) : change.ownerTeamId,
  };
  const isSame = named.ownerId === ownerId && named.ownerTeamId === ownerTeamId;
  if (isSame) return { owner: { ownerId, ownerName, ownerTeamId }, faults: [] };
  return ownerOf(tx, actor, named);
}

function refused(field: string, message: string): NamedOwner {
  const msg = `Value error, ${field} ${message}`;
  return { owner: NOBODY, faults: [{ loc: ['body', field], msg, type: 'value_error' }] };
}
