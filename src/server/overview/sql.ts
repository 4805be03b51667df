import { sql, type RawBuilder } from 'kysely';
import type { LabelCondition } from '@/domain/image/list';
import type { OwnerScope } from '@/domain/team/owner';
import { heldSoftwareIn } from '@/server/holding/sql';
import { hasLabel, isKept } from '@/server/inventory/sql';
import { heldSoftwareThen, type Past } from '@/server/past/sql';
import { isOwnedProject } from '@/server/team/sql';

/** Which images count: those of an owner's projects, of one project, with a label, or all of these together. */
export interface Scope {
  readonly owner: OwnerScope | null;
  readonly projectId: string | null;
  readonly label: LabelCondition | null;
}

/** Tells whether image tag `i` counts in a scope. */
export function isIn(own: RawBuilder<string>, scope: Scope): RawBuilder<boolean> {
  return isOf(own, scope, sql<boolean>`i.deleted_at IS NULL`);
}

/** Tells whether image tag `i` may have counted in a scope: what is retired now did until then. */
export function mayHaveBeenIn(own: RawBuilder<string>, scope: Scope): RawBuilder<boolean> {
  return isOf(own, scope, isKept('i'));
}

function isOf(
  own: RawBuilder<string>,
  { owner, projectId, label }: Scope,
  isThere: RawBuilder<boolean>,
): RawBuilder<boolean> {
  const conditions = [
    isThere,
    isOfPlace(own, { owner, projectId }),
    ...(label ? [hasLabel('i', label)] : []),
  ];
  return sql<boolean>`(${sql.join(conditions, sql` AND `)})`;
}

/** Tells whether image `i`, by whatever is read of it, is of a scope's projects. */
export function isOfPlace(
  own: RawBuilder<string>,
  { owner, projectId }: Omit<Scope, 'label'>,
): RawBuilder<boolean> {
  const conditions = [
    sql<boolean>`true`,
    ...(owner ? [isOwnedProject('i.project_id', own, owner)] : []),
    ...(projectId === null ? [] : [sql<boolean>`i.project_id = ${projectId}`]),
  ];
  return sql<boolean>`(${sql.join(conditions, sql` AND `)})`;
}

/** Counts the images of a scope that hold each software. Plan: as {@link heldSoftwareIn}. */
export function heldIn(own: RawBuilder<string>, scope: Scope) {
  return heldSoftwareIn(own, choiceOf(own, scope));
}

/** Counts the images of a scope that held each software when a day was over. Plan: as {@link heldSoftwareThen}. */
export function heldInThen(own: RawBuilder<string>, past: Past, scope: Scope | null) {
  return heldSoftwareThen(own, past, scope ? choiceOf(own, scope) : {});
}

/** Which of the kept counts are those of a scope. */
export function choiceOf(own: RawBuilder<string>, { owner, projectId, label }: Scope) {
  const conditions = [
    sql<boolean>`true`,
    ...(owner ? [isOwnedProject('project_id', own, owner)] : []),
    ...(projectId === null ? [] : [sql<boolean>`project_id = ${projectId}`]),
  ];
  return {
    projects: sql<boolean>`(${sql.join(conditions, sql` AND `)})`,
    images: label ? hasLabel('i', label) : undefined,
  };
}
