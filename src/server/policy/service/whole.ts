import { v7 as uuidv7 } from 'uuid';
import type { PolicyFields } from '@/domain/policy/policy';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Transaction } from '@/server/platform/db/db';
import {
  findPolicies,
  insertPolicy,
  removePolicy,
  updatePolicy,
  type PolicyRow,
} from '../repository';
import { takeTurn } from './policies';

export type { PolicyRow } from '../repository';

/** What is to become of an organization's policies at once. */
export interface PolicyChanges {
  readonly removed: readonly PolicyRow[];
  readonly changed: readonly { readonly before: PolicyRow; readonly fields: PolicyFields }[];
  /** The oldest first. */
  readonly added: readonly PolicyFields[];
}

/** Reads all policies of an organization, oldest first. */
export function allPolicies(organizationId: OrganizationId, db: Transaction): Promise<PolicyRow[]> {
  return findPolicies(organizationId, db);
}

/** Keeps the policies from changing until the transaction ends, and reads them, oldest first. */
export async function allPoliciesInTurn(
  organizationId: OrganizationId,
  tx: Transaction,
): Promise<PolicyRow[]> {
  await takeTurn(organizationId, tx);
  return findPolicies(organizationId, tx);
}

/** Writes changes that were checked as a whole. What is removed goes first, as a second NOTARY policy has no place. */
export async function writePolicies(
  organizationId: OrganizationId,
  tx: Transaction,
  { removed, changed, added }: PolicyChanges,
  at: Date,
): Promise<void> {
  for (const { id } of removed) await removePolicy(organizationId, tx, id);
  for (const { before, fields } of changed) {
    await updatePolicy(organizationId, tx, { ...before, ...fields, updatedAt: at });
  }
  // Of one moment the ids tell the order: each is larger than the one before.
  for (const fields of added) {
    await insertPolicy(organizationId, tx, {
      ...fields,
      id: uuidv7(),
      createdAt: at,
      updatedAt: at,
    });
  }
}
