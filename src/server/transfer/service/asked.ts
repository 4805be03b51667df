import { z } from 'zod';
import { TransferError } from '@/domain/transfer/fault';
import { recordAudit, recordOwnAudit } from '@/server/audit/service';
import { mintOrganizationId } from '@/server/platform/auth/organization-id';
import type { Actor } from '@/server/platform/auth/principal';
import type { Deps } from '@/server/platform/deps';
import { findNamed } from '../repository/target';
import type { ExportedOrganization } from './export';

const entry = (organization: ExportedOrganization, at: Date) => ({
  ...{ at, action: 'organization.export', subjectKind: 'organization' },
  subjectId: organization.id,
});

/**
 * Finds the organization that a command names, by its id or its name.
 * @throws TransferError when there is none, or more than one
 */
export async function findForExport(
  { db }: Pick<Deps, 'db'>,
  wanted: string,
): Promise<ExportedOrganization> {
  const isId = z.guid().safeParse(wanted).success;
  const found = await findNamed(db, isId ? { id: wanted } : { name: wanted });
  const [first, ...others] = found;
  if (!first)
    throw new TransferError(`There is no organization ${isId ? wanted : `called ${wanted}`} here.`);
  if (others.length > 0)
    throw new TransferError(
      `${String(found.length)} organizations are called ${wanted}. Name one by its id: ${found.map(({ id }) => id).join(', ')}`,
    );
  return { id: mintOrganizationId(first.id), name: first.name };
}

/** Notes in its trail that all of an organization was read, before it is: by a command, whoever gave that. */
export function noteOwnExport(
  { db }: Pick<Deps, 'db'>,
  organization: ExportedOrganization,
  at: Date,
): Promise<void> {
  return db.transaction((tx) => recordOwnAudit(tx, organization.id, entry(organization, at)));
}

/** Does as {@link noteOwnExport} for an admin who asked for it. */
export function noteExport(
  { db }: Pick<Deps, 'db'>,
  actor: Actor,
  organization: ExportedOrganization,
  at: Date,
): Promise<void> {
  return db.transaction((tx) => recordAudit(tx, actor, entry(organization, at)));
}
