import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Transaction } from '@/server/platform/db/db';
import {
  findFindingsHeld,
  findFindingsOfNamed,
  type HeldSoftware,
  type NamedImage,
} from '../repository/finding-ids';

export type { HeldSoftware, NamedImage } from '../repository/finding-ids';

/** Gives the ids of an image's findings by the digest of their software as no contract covers it; empty where nothing is stored of it. */
export async function findingsOfNamed(
  organizationId: OrganizationId,
  db: Transaction,
  image: NamedImage,
): Promise<ReadonlyMap<string, string>> {
  const rows = await findFindingsOfNamed(organizationId, db, image);
  return new Map(rows.map(({ softwareKey, id }) => [softwareKey, id]));
}

/** Makes a reader of the ids of open findings of software in some images; it gives null for what is none. */
export async function findingsHeld(
  organizationId: OrganizationId,
  db: Transaction,
  held: readonly HeldSoftware[],
): Promise<(one: HeldSoftware) => string | null> {
  const rows = held.length === 0 ? [] : await findFindingsHeld(organizationId, db, held);
  const ids = new Map(rows.map((row) => [keyOf(row), row.id]));
  return (one) => ids.get(keyOf(one)) ?? null;
}

const keyOf = ({ imageTagId, softwareId }: HeldSoftware) => `${imageTagId} ${softwareId}`;
