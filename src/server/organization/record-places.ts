import { z } from 'zod';
import type { RecordKind } from '@/domain/record-kind';
import type { PersonCaller } from '@/server/auth/principal';
import type { Deps } from '@/server/deps';
import { findRecordPlaces } from './repository';

/**
 * In which other organizations of a person's own a record is, so that a link to it can offer to go there.
 *
 * @param name what the address of the record's page names it by: an id, for a product its slug
 * @returns none for a record of an organization that the person is not a member of, as for none at all
 */
export async function placesOfRecord(
  { db }: Pick<Deps, 'db'>,
  { id, active }: PersonCaller,
  kind: RecordKind,
  name: string,
) {
  // What cannot be an id names nothing; PostgreSQL would not compare it.
  if (kind !== 'product' && !z.guid().safeParse(name).success) return [];
  const person = { id, activeOrganizationId: active?.organizationId ?? null };
  return findRecordPlaces(db, person, { kind, name });
}
