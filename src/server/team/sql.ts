import { sql, type RawBuilder } from 'kysely';
import type { OwnerScope } from '@/domain/team/owner';
import { heldSoftwareIn } from '@/server/holding/sql';
import { holdsWords } from '@/server/platform/db/sql';

/** Pieces of SQL by which lists are narrowed to the projects of an owner. */

/** The condition of a scope on project `p`. */
export function isOfScope(scope: OwnerScope): RawBuilder<boolean> {
  return scope.kind === 'nobody'
    ? sql<boolean>`p.owner_team_id IS NULL`
    : sql<boolean>`p.owner_team_id = ANY(${scope.teamIds}::uuid[])`;
}

/**
 * Tells whether a column names one of the live projects of an owner.
 *
 * Plan: the organization's projects once, into a hash that each row is looked up in.
 */
export function isOwnedProject(
  column: string,
  own: RawBuilder<string>,
  scope: OwnerScope,
): RawBuilder<boolean> {
  return sql<boolean>`${sql.ref(column)} IN (
      SELECT p.id FROM project p
      WHERE p.organization_id = ${own} AND p.deleted_at IS NULL AND ${isOfScope(scope)})`;
}

/** Counts the images of an owner that hold each software. Plan: as {@link heldSoftwareIn}. */
export function heldByOwner(own: RawBuilder<string>, scope: OwnerScope) {
  return heldSoftwareIn(own, { projects: isOwnedProject('project_id', own, scope) });
}

/** Tells whether project `p` goes by every word, or belongs to a team that does. Words are folded. */
export function isPlaceNamed(
  own: RawBuilder<string>,
  words: readonly string[],
): RawBuilder<boolean> {
  return sql<boolean>`(${holdsWords(sql`p.search_text`, words)} OR p.owner_team_id IN (
      SELECT t.id FROM team t WHERE t.organization_id = ${own} AND ${holdsWords(sql`t.search_text`, words)}))`;
}
