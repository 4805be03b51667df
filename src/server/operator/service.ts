import { NIL as NIL_UUID } from 'uuid';
import { toPage, type PageRequest } from '@/domain/pagination';
import { recordInstallationAudit, type Doer } from '@/server/audit/service';
import { findOperators, isOperatorRow } from '@/server/platform/auth/operators';
import type { Transaction } from '@/server/platform/db/db';
import type { Deps } from '@/server/platform/deps';
import { deleteOperator, insertOperator, organizationPage } from './repository';

/** Actor in the installation's trail for acts of the person who runs the service, on the machine itself. */
export const COMMAND_LINE: Doer = {
  kind: 'api_key',
  id: NIL_UUID,
  name: 'Command line',
  origin: { requestId: '', remoteAddress: '' },
};

/** Lists the operators, by name; and people whom the configuration names but who are none yet, with the reason. */
export async function listOperators({ db, env }: Pick<Deps, 'db' | 'env'>) {
  const rows = await findOperators(db, env.operators);
  const known = new Set(rows.map(({ email }) => email));
  return {
    items: rows
      .filter((row) => isOperatorRow(row, env.operators))
      .map(({ id, name, email, isRecorded }) => ({ id, name, email, is_configured: !isRecorded })),
    waiting: [
      ...rows
        .filter((row) => !isOperatorRow(row, env.operators))
        .map(({ email }) => ({ email, has_account: true })),
      ...env.operators
        .filter((email) => !known.has(email))
        .map((email) => ({ email, has_account: false })),
    ],
  };
}

interface Subject {
  readonly id: string;
  readonly name: string;
  readonly email: string;
}

/** Makes a person an operator; false, and no trace, when they are one already. */
export async function addOperator(
  tx: Transaction,
  actor: Doer,
  person: Subject,
  at: Date,
): Promise<boolean> {
  if (!(await insertOperator(tx, person.id, at))) return false;
  await recordChange(tx, actor, 'operator.add', person, at);
  return true;
}

/** Takes the operator's role away, as {@link addOperator} gives it. A person whom the configuration names stays one. */
export async function removeOperator(
  tx: Transaction,
  actor: Doer,
  person: Subject,
  at: Date,
): Promise<boolean> {
  if (!(await deleteOperator(tx, person.id))) return false;
  await recordChange(tx, actor, 'operator.remove', person, at);
  return true;
}

function recordChange(
  tx: Transaction,
  actor: Doer,
  action: string,
  { id, name, email }: Subject,
  at: Date,
): Promise<void> {
  const subject = { subjectKind: 'user', subjectId: id, detail: { name, email } };
  return recordInstallationAudit(tx, actor, { at, action, ...subject });
}

/** Lists the installation's organizations, newest first; a search finds text in names and in ids at the provider. */
export async function listOrganizations(
  { db }: Pick<Deps, 'db'>,
  { search, ...page }: PageRequest & { readonly search?: string | null | undefined },
) {
  const { items, total } = await organizationPage(db, search?.toLowerCase() || null, page);
  const records = items.map(({ id, name, idpId, createdAt, members, images }) => ({
    ...{ id, name, members, images },
    idp_id: idpId,
    created_at: createdAt.toISOString(),
  }));
  return toPage(records, total, page);
}
