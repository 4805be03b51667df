import { v7 as uuidv7 } from 'uuid';
import { dayOf } from '@/domain/eol/calendar';
import { conflict, invalid, notFound, type Fault } from '@/domain/errors';
import { WRITTEN_NAMES, type PolicyFields } from '@/domain/policy/policy';
import { policyFaults } from '@/domain/policy/faults';
import { trustPolicyDocument } from '@/domain/policy/trust-policy';
import { faultsOf } from '@/domain/validation/zod-faults';
import { recordAudit } from '@/server/audit/service';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { ownProjectOf } from '@/server/platform/auth/build-scope';
import type { Actor, Principal } from '@/server/platform/auth/principal';
import type { Transaction } from '@/server/platform/db/db';
import type { Deps } from '@/server/platform/deps';
import { lockOrganization } from '@/server/organization/service';
import { toPolicyRecord } from '../dto';
import {
  countPolicies,
  findPolicies,
  findPolicy,
  insertPolicy,
  removePolicy,
  updatePolicy,
  type PolicyRow,
} from '../repository';
import { toListedPolicies, toScannerPolicies } from './told';

/** Every build and every upload reads them all. */
export const MAX_POLICIES = 1_000;

export type PolicyRecord = ReturnType<typeof toPolicyRecord>;

/** The fields of a PATCH: one that is not there stays as it is. */
export type PolicyPatch = {
  readonly [Field in keyof PolicyFields]?: PolicyFields[Field] | undefined;
};

/** Lists the EOL policies, flat, oldest first, as scanners of the first API read them. */
export async function listEolPolicies(deps: Deps, principal: Principal) {
  return toListedPolicies(await readablePolicies(deps, principal), dayOf(deps.clock.now()));
}

/** Lists all policies by type, oldest first, in the scanner's own words. */
export async function listScannerPolicies(deps: Deps, principal: Principal) {
  return toScannerPolicies(await readablePolicies(deps, principal), dayOf(deps.clock.now()));
}

/** Lists all policies of both types as they were written, oldest first. */
export async function listPolicyRecords(deps: Deps, principal: Principal) {
  return (await readablePolicies(deps, principal)).map(toPolicyRecord);
}

/** @throws DomainError 404 when the organization has no such policy, or a build asks for one that is not about it */
export async function getPolicy({ db }: Deps, principal: Principal, id: string) {
  const row = await requirePolicy(principal.organizationId, db, id);
  if (!isReadable(principal, row)) throw notFound('Policy');
  return toPolicyRecord(row);
}

async function readablePolicies({ db }: Deps, principal: Principal): Promise<PolicyRow[]> {
  const rows = await findPolicies(principal.organizationId, db);
  return rows.filter((row) => isReadable(principal, row));
}

/** A build reads those of its own project, beside those for all. */
function isReadable(principal: Principal, { scope, projectName }: PolicyRow): boolean {
  const own = ownProjectOf(principal);
  return own === null || scope !== 'project' || projectName === own;
}

/**
 * @throws DomainError 422 with everything that is wrong with it, 409 for a second NOTARY policy and for
 *   more than {@link MAX_POLICIES}
 */
export async function createPolicy(
  { db, clock }: Deps,
  actor: Actor,
  fields: PolicyFields,
): Promise<PolicyRecord> {
  requireValidPolicy(fields);
  const { organizationId } = actor;
  return db.transaction(async (tx) => {
    await takeTurn(organizationId, tx);
    const at = clock.now();
    const row: PolicyRow = { ...fields, id: uuidv7(), createdAt: at, updatedAt: at };
    const { total } = await requireOneNotary(organizationId, tx, row);
    if (total >= MAX_POLICIES) {
      throw conflict(`An organization has at most ${String(MAX_POLICIES)} policies`);
    }
    await insertPolicy(organizationId, tx, row);
    const after = toPolicyRecord(row);
    await recordAudit(tx, actor, { at, action: 'policy.create', ...subject(row), after });
    return after;
  });
}

/** @throws DomainError 404, 422 with everything that is wrong with the merged policy, 409 for a second NOTARY policy */
export async function patchPolicy(
  { db, clock }: Deps,
  actor: Actor,
  id: string,
  patchOf: (known: PolicyFields) => PolicyPatch,
): Promise<PolicyRecord> {
  const { organizationId } = actor;
  return db.transaction(async (tx) => {
    await takeTurn(organizationId, tx);
    const known = await requirePolicy(organizationId, tx, id);
    const at = clock.now();
    const row: PolicyRow = { ...merged(known, patchOf(known)), updatedAt: at };
    requireValidPolicy(row);
    await requireOneNotary(organizationId, tx, row);
    await updatePolicy(organizationId, tx, row);
    const [before, after] = [toPolicyRecord(known), toPolicyRecord(row)];
    await recordAudit(tx, actor, { at, action: 'policy.update', ...subject(row), before, after });
    return after;
  });
}

/** @throws DomainError 404 when the organization has no such policy */
export async function deletePolicy({ db, clock }: Deps, actor: Actor, id: string): Promise<void> {
  const { organizationId } = actor;
  await db.transaction(async (tx) => {
    await takeTurn(organizationId, tx);
    const known = await requirePolicy(organizationId, tx, id);
    await removePolicy(organizationId, tx, id);
    const at = clock.now();
    const before = toPolicyRecord(known);
    await recordAudit(tx, actor, { at, action: 'policy.delete', ...subject(known), before });
  });
}

/**
 * Makes writers of an organization's policies take turns until the transaction ends, so that what they
 * count and compare stays true. Readers, and uploads, do not wait.
 */
export async function takeTurn(organizationId: OrganizationId, tx: Transaction): Promise<void> {
  if (!(await lockOrganization(organizationId, tx))) throw notFound('Organization');
}

async function requirePolicy(
  organizationId: OrganizationId,
  db: Transaction,
  id: string,
): Promise<PolicyRow> {
  const row = await findPolicy(organizationId, db, id);
  if (!row) throw notFound('Policy');
  return row;
}

async function requireOneNotary(organizationId: OrganizationId, tx: Transaction, row: PolicyRow) {
  const counted = await countPolicies(organizationId, tx);
  const { notaryId } = counted;
  if (row.type === 'NOTARY' && notaryId !== null && notaryId !== row.id) {
    throw conflict(`An organization has at most one NOTARY policy; there is ${notaryId}`);
  }
  return counted;
}

function merged(known: PolicyRow, patch: PolicyPatch): PolicyRow {
  const given = Object.entries(patch).filter(([, value]) => value !== undefined);
  // The filter leaves the values that a PolicyFields may hold, under its own keys.
  return { ...known, ...(Object.fromEntries(given) as Partial<PolicyFields>) };
}

const subject = ({ id }: PolicyRow) => ({ subjectKind: 'policy', subjectId: id });

/** @throws DomainError 422 with everything that is wrong with the policy as a whole */
export function requireValidPolicy(policy: PolicyFields): void {
  const faults = [...faultsOfWhole(policy), ...trustPolicyFaults(policy)];
  if (faults.length > 0) throw invalid(faults);
}

function faultsOfWhole(policy: PolicyFields): Fault[] {
  return policyFaults(policy).map(({ field, message }) => ({
    loc: field === null ? ['body'] : ['body', WRITTEN_NAMES[field]],
    msg: `Value error, ${message}`,
    type: 'value_error',
  }));
}

/**
 * Checks the trust policy, whatever the policy's type: one that is kept is valid, so that changing the type alone
 * finds one.
 */
function trustPolicyFaults({ notaryPolicy }: PolicyFields): Fault[] {
  if (notaryPolicy === null) return [];
  const { error } = trustPolicyDocument.safeParse(notaryPolicy);
  if (!error) return [];
  return faultsOf(error, 'body', notaryPolicy).map((fault) => ({
    ...fault,
    loc: ['body', WRITTEN_NAMES.notaryPolicy, ...fault.loc.slice(1)],
  }));
}
