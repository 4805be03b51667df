import { conflict } from '@/domain/errors';
import { identityOf } from '@/domain/identifiers/identity';
import { foldForSearch } from '@/domain/list';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Transaction } from '@/server/platform/db/db';
import {
  findOwnedByHand,
  findProjectsNamed,
  findTeamsNamed,
  setOwners,
  type OwnedByHand,
} from '../repository/by-hand';
import { applyRules } from '../repository/rules';
import { takeTurn } from './teams';

export type { OwnedByHand };

/** As many projects as a file names. */
export const MAX_BY_HAND = 2_000;

/** Lists the projects whose owner was set by hand; null where there are more than {@link MAX_BY_HAND}. */
export async function ownedByHand(
  organizationId: OrganizationId,
  db: Transaction,
): Promise<readonly OwnedByHand[] | null> {
  const rows = await findOwnedByHand(organizationId, db, MAX_BY_HAND + 1);
  return rows.length > MAX_BY_HAND ? null : rows;
}

/** As {@link ownedByHand}, and nobody else changes owners until the transaction ends. */
export async function ownedByHandInTurn(
  organizationId: OrganizationId,
  tx: Transaction,
): Promise<readonly OwnedByHand[] | null> {
  await takeTurn(organizationId, tx);
  return ownedByHand(organizationId, tx);
}

interface Named {
  readonly id: string;
  readonly name: string;
}

/** Finds projects by their names, to the letter; those that there are not are left out. */
export async function projectsNamed(
  organizationId: OrganizationId,
  db: Transaction,
  names: readonly string[],
): Promise<ReadonlyMap<string, Named>> {
  const keys = new Map(names.map((name) => [name, identityOf(name)]));
  return byName(keys, await findProjectsNamed(organizationId, db, [...keys.values()]));
}

/** Finds teams by their names, in any case; those that there are not are left out. */
export async function teamsNamed(
  organizationId: OrganizationId,
  db: Transaction,
  names: readonly string[],
): Promise<ReadonlyMap<string, Named>> {
  const keys = new Map(names.map((name) => [name, identityOf(foldForSearch(name))]));
  return byName(keys, await findTeamsNamed(organizationId, db, [...keys.values()]));
}

function byName(
  keys: ReadonlyMap<string, string>,
  rows: readonly (Named & { readonly nameKey: string })[],
): ReadonlyMap<string, Named> {
  const found = new Map(rows.map((row) => [row.nameKey, row]));
  return new Map(
    [...keys].flatMap(([name, key]) => {
      const row = found.get(key);
      return row ? [[name, { id: row.id, name: row.name }] as const] : [];
    }),
  );
}

/** Owners to be set by hand, and projects that go back to the rules. */
export interface OwnerChanges {
  readonly set: readonly { readonly projectId: string; readonly teamId: string }[];
  readonly cleared: readonly string[];
}

/**
 * Writes owners, in the turn that {@link ownedByHandInTurn} takes. What contracts of teams cover follows by `coverOwned`, once
 * that is committed.
 * @throws DomainError 409 for a project or a team that was deleted meanwhile
 */
export async function writeOwners(
  organizationId: OrganizationId,
  tx: Transaction,
  { set, cleared }: OwnerChanges,
): Promise<void> {
  const owners = [
    ...set.map(({ projectId, teamId }) => ({ id: projectId, ownerTeamId: teamId })),
    ...cleared.map((id) => ({ id, ownerTeamId: null })),
  ];
  if (owners.length === 0) return;
  if ((await setOwners(organizationId, tx, owners)) !== owners.length)
    throw conflict('A project or a team was deleted meanwhile; try again');
  if (cleared.length > 0) await applyRules(organizationId, tx, cleared);
}
