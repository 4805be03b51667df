import { type Day, dayOf } from '@/domain/eol/calendar';
import { notFound } from '@/domain/errors';
import { type PageRequest, toPage } from '@/domain/pagination';
import { recordAudit } from '@/server/audit/service';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Actor } from '@/server/platform/auth/principal';
import type { Transaction } from '@/server/platform/db/db';
import type { Deps } from '@/server/platform/deps';
import { toListedPromise, toPromiseRecord } from '../dto';
import {
  countPromised,
  findPromise,
  insertPromise,
  lockProject,
  type PromiseRow,
  promisePage,
  removePromise,
} from '../repository/promises';

/** What is said of a promise. */
export interface PromiseTerms {
  readonly promisedUntil: Day;
  readonly productName: string | null;
  readonly note: string | null;
}

/** Lists a page of promises with the numbers of what ends earlier, the one that ends first first. */
export async function listPromises(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  organizationId: OrganizationId,
  page: PageRequest,
) {
  const { items, total } = await promisePage(organizationId, db, page);
  const ids = items.map(({ projectId }) => projectId);
  const counts = ids.length === 0 ? [] : await countPromised(organizationId, db, ids);
  const byProject = new Map(counts.map((one) => [one.projectId, one]));
  const today = dayOf(clock.now());
  return toPage(
    items.map((row) => toListedPromise(row, today, byProject.get(row.projectId))),
    total,
    page,
  );
}

/**
 * Promises support of a project until a day, in the place of what was promised before.
 * @throws DomainError 404 when the organization has no such project
 */
export async function setPromise(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  projectId: string,
  terms: PromiseTerms,
) {
  const { organizationId } = actor;
  const at = clock.now();
  return db.transaction(async (tx) => {
    const project = await lockProject(organizationId, tx, projectId);
    if (!project) throw notFound('Project');
    const before = await findPromise(organizationId, tx, project.id);
    await removePromise(organizationId, tx, project.id);
    await insertPromise(organizationId, tx, {
      ...{ projectId: project.id, ...terms, setAt: at },
      ...{ setByKind: actor.kind, setById: actor.id, setByName: actor.name },
    });
    const after = await requirePromise(organizationId, tx, project.id);
    await recordAudit(tx, actor, {
      ...{ at, action: 'support_promise.set', subjectKind: 'project', subjectId: project.id },
      ...(before && { before: auditOf(before) }),
      after: auditOf(after),
    });
    return toPromiseRecord(after, dayOf(at));
  });
}

/**
 * Takes a promise back.
 * @throws DomainError 404 when the organization has no such project, or nothing is promised of it
 */
export async function deletePromise(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  projectId: string,
) {
  const { organizationId } = actor;
  const at = clock.now();
  return db.transaction(async (tx) => {
    const project = await lockProject(organizationId, tx, projectId);
    if (!project) throw notFound('Project');
    const before = await requirePromise(organizationId, tx, project.id);
    await removePromise(organizationId, tx, project.id);
    await recordAudit(tx, actor, {
      ...{ at, action: 'support_promise.delete', subjectKind: 'project', subjectId: project.id },
      before: auditOf(before),
    });
    return toPromiseRecord(before, dayOf(at));
  });
}

async function requirePromise(
  organizationId: OrganizationId,
  tx: Transaction,
  projectId: string,
): Promise<PromiseRow> {
  const row = await findPromise(organizationId, tx, projectId);
  if (!row) throw notFound('Support promise');
  return row;
}

/** A promise as the audit log has it. */
const auditOf = ({ projectName, productName, promisedUntil, note }: PromiseRow) => ({
  project: projectName,
  ...{ product_name: productName, promised_until: promisedUntil, note },
});
