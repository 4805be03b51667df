import { setTimeout as sleep } from 'node:timers/promises';
import { v7 as uuidv7 } from 'uuid';
import { type ContractScope, MAX_CONTRACTS, MAX_TERM_MONTHS } from '@/domain/contract/contract';
import { addMonths, type Day, dayOf } from '@/domain/eol/calendar';
import { conflict, type Fault, invalid, notFound } from '@/domain/errors';
import { recordAudit } from '@/server/audit/service';
import { announceOverlay } from '@/server/catalog/service/facts';
import { requireCycle } from '@/server/catalog/service/overrides';
import {
  beginContracts,
  coverFirst,
  coverLeft,
  removeCovered,
  updateTerm,
} from '@/server/coverage/service';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Actor } from '@/server/platform/auth/principal';
import type { Transaction } from '@/server/platform/db/db';
import { exclusively } from '@/server/platform/db/exclusive-work';
import type { Deps } from '@/server/platform/deps';
import { type ContractRecord, toContractRecord } from '../dto';
import {
  type ContractLine,
  type ContractRow,
  countContracts,
  deletionOf,
  findContracts,
  hasContractBegun,
  insertContract,
  lockContract,
  placeExists,
  removeContract,
  replaceLines,
  updateContract,
} from '../repository/contracts';
import { lockEnds, tellOfDeleted } from './notices';

/** What is said of a contract. */
export interface ContractTerms {
  readonly vendor: string;
  readonly scope: ContractScope;
  readonly projectId: string | null;
  readonly teamId: string | null;
  readonly lines: readonly ContractLine[];
  readonly startsOn: Day;
  readonly endsOn: Day;
  readonly noticeDays: number;
  readonly cost: { readonly amount: string; readonly currency: string } | null;
  readonly documentUrl: string | null;
  readonly note: string | null;
}

export type ContractChange = {
  readonly [Term in keyof ContractTerms]?: ContractTerms[Term] | undefined;
};

/**
 * Enters a contract: once it has begun, what it covers counts as supported in its scope: from the answer on, of up to a
 * thousand images all at once.
 * @throws DomainError 404 for a project, a team, a product or a release cycle that there is not; 409 when there are
 *   {@link MAX_CONTRACTS}; 422 for days in the wrong order
 */
export async function createContract(
  deps: Deps,
  actor: Actor,
  terms: ContractTerms,
): Promise<ContractRecord> {
  const { organizationId } = actor;
  requireTerm(terms);
  const lines = await linesOf(deps, organizationId, terms.lines);
  const { id, left } = await deps.db.transaction(async (tx) => {
    await begin(organizationId, tx);
    const at = deps.clock.now();
    await requirePlace(organizationId, tx, terms);
    if ((await countContracts(organizationId, tx)) >= MAX_CONTRACTS) {
      throw conflict(`An organization has at most ${String(MAX_CONTRACTS)} contracts`);
    }
    const row: ContractRow = {
      ...{ id: uuidv7(), ...columnsOf(terms, dayOf(at)) },
      ...{ createdByKind: actor.kind, createdById: actor.id, createdByName: actor.name },
      ...{ createdAt: at, updatedAt: at },
    };
    await insertContract(organizationId, tx, row);
    await replaceLines(organizationId, tx, row.id, lines);
    const left = await coverFirst(organizationId, tx);
    const after = await recordOf(organizationId, tx, row.id, dayOf(at));
    await recordAudit(tx, actor, { at, action: 'contract.create', ...subject(row.id), after });
    await announceOverlay(organizationId, tx);
    return { id: row.id, left };
  });
  deps.catalog.forgetOverlay(organizationId);
  await coverLeft(deps.db, organizationId, left);
  return recordOf(organizationId, deps.db, id, dayOf(deps.clock.now()));
}

/**
 * Changes a contract; what it covers no longer has its own end again, as {@link createContract} covers.
 * @throws DomainError as {@link createContract}, and 404 when the organization has no such contract
 */
export async function changeContract(
  deps: Deps,
  actor: Actor,
  id: string,
  change: ContractChange,
): Promise<ContractRecord> {
  const { organizationId } = actor;
  const lines = change.lines && (await linesOf(deps, organizationId, change.lines));
  const isCovering = isOfCover(change);
  const left = await deps.db.transaction(async (tx) => {
    // Uploads wait for it: not for another note.
    if (isCovering) await begin(organizationId, tx);
    const at = deps.clock.now();
    const today = dayOf(at);
    const known = await lockContract(organizationId, tx, id);
    if (!known) throw notFound('Contract');
    const before = await recordOf(organizationId, tx, id, today);
    const terms = changedTerms(known, change);
    requireTerm(terms);
    if (change.scope !== undefined || change.projectId || change.teamId) {
      await requirePlace(organizationId, tx, terms);
    }
    const row = { ...known, ...columnsOf(terms, today), updatedAt: at };
    // Where nothing is said of what is covered, one that is due to begin begins by the job, and one that is being deleted goes on.
    const { hasBegun } = isCovering ? row : known;
    await updateContract(organizationId, tx, { ...row, hasBegun });
    if (lines) await replaceLines(organizationId, tx, id, lines);
    if (isCovering) await updateTerm(organizationId, tx, id, terms, at);
    const images = isCovering ? await coverFirst(organizationId, tx) : [];
    const after = await recordOf(organizationId, tx, id, today);
    await recordAudit(tx, actor, {
      ...{ at, action: 'contract.change', ...subject(id), before, after },
    });
    return images;
  });
  await coverLeft(deps.db, organizationId, left);
  if (lines) {
    // Else it would have covered in the past what it names no more, once another contract follows it.
    await deps.db.transaction(async (tx) => {
      if (await beginContracts(organizationId, tx))
        await removeCovered(organizationId, tx, id, 'unnamed');
    });
  }
  return recordOf(organizationId, deps.db, id, dayOf(deps.clock.now()));
}

/** Whether a change is of what a contract covers, or where, or when. */
function isOfCover({ scope, projectId, teamId, lines, startsOn, endsOn }: ContractChange): boolean {
  return [scope, projectId, teamId, lines, startsOn, endsOn].some((given) => given !== undefined);
}

/** Milliseconds after which it is asked again whether another one who deletes the same contract has ended. */
const ASK_AGAIN_MS = 500;

/**
 * Deletes a contract, as if it had never been: first it covers nothing any more, some images at a time. One that is cut
 * off in between is begun again by the job.
 * @throws DomainError 404 when the organization has no such contract
 */
export async function deleteContract(
  deps: Deps,
  actor: Actor,
  id: string,
): Promise<ContractRecord> {
  const { organizationId } = actor;
  let { before, left } = await tryDeletion(deps, actor, id, null);
  const deleteInPieces = async (lost: AbortSignal) => {
    while (left.length > 0 && !lost.aborted) {
      // Where it has begun again all the same, by a change of it, it is not covered anew for that, but deleted further.
      await coverLeft(deps.db, organizationId, left, 'all', async (tx) => {
        return !(await hasContractBegun(organizationId, tx, id));
      });
      ({ before, left } = await tryDeletion(deps, actor, id, before));
    }
    return true;
  };
  while (left.length > 0) {
    // What is due begins as soon as nobody holds this: a process that is killed does not.
    const isDone = await exclusively(deps.db, deletionOf(before.id), deleteInPieces);
    if (isDone === null) await sleep(ASK_AGAIN_MS);
  }
  deps.catalog.forgetOverlay(organizationId);
  return before;
}

/** Deletes a contract unless it covers more than is to be undone in one transaction: then it gives what is left of that. */
function tryDeletion(
  { db, clock }: Deps,
  actor: Actor,
  id: string,
  known: ContractRecord | null,
): Promise<{ readonly before: ContractRecord; readonly left: readonly string[] }> {
  const { organizationId } = actor;
  return db.transaction(async (tx) => {
    // Before what uploads wait for: a round may be reading all contracts.
    await lockEnds(organizationId, tx);
    await begin(organizationId, tx);
    const at = clock.now();
    const row = await lockContract(organizationId, tx, id);
    if (!row) throw notFound('Contract');
    const before = known ?? (await recordOf(organizationId, tx, id, dayOf(at)));
    await updateContract(organizationId, tx, { ...row, hasBegun: false });
    const left = await coverFirst(organizationId, tx);
    if (left.length > 0) return { before, left };
    await removeCovered(organizationId, tx, id);
    await removeContract(organizationId, tx, id);
    await recordAudit(tx, actor, { at, action: 'contract.delete', ...subject(id), before });
    await tellOfDeleted(tx, actor, row.id, at);
    await announceOverlay(organizationId, tx);
    return { before, left };
  });
}

async function begin(organizationId: OrganizationId, tx: Transaction): Promise<void> {
  if (!(await beginContracts(organizationId, tx))) throw notFound('Organization');
}

/** Gives lines under the names that products are kept under, each once. */
async function linesOf(
  deps: Deps,
  organizationId: OrganizationId,
  lines: readonly ContractLine[],
): Promise<ContractLine[]> {
  const named = new Map<string, ContractLine>();
  for (const { productName: given, cycle } of lines) {
    const productName = await requireCycle(deps, organizationId, given, cycle);
    named.set(JSON.stringify([productName, cycle]), { productName, cycle });
  }
  return [...named.values()];
}

function requireTerm({ startsOn, endsOn }: Pick<ContractTerms, 'startsOn' | 'endsOn'>): void {
  if (endsOn <= startsOn) throw invalid([valueFault('ends_on', 'must be after starts_on')]);
  const latest = addMonths(startsOn, MAX_TERM_MONTHS);
  if (endsOn > latest) throw invalid([valueFault('ends_on', `must be ${latest} at the latest`)]);
}

async function requirePlace(
  organizationId: OrganizationId,
  tx: Transaction,
  { scope, projectId, teamId }: Pick<ContractTerms, 'scope' | 'projectId' | 'teamId'>,
): Promise<void> {
  const given = { project: projectId, team: teamId };
  const faults = (['project', 'team'] as const).flatMap((kind) => {
    if (kind === scope && given[kind] === null) {
      return [valueFault(`${kind}_id`, `is needed for the scope ${kind}`)];
    }
    if (kind === scope || given[kind] === null) return [];
    return [valueFault(`${kind}_id`, `is for the scope ${kind} alone`)];
  });
  if (faults.length > 0) throw invalid(faults);
  if (scope === 'organization') return;
  if (await placeExists(organizationId, tx, { projectId, teamId })) return;
  throw notFound(scope === 'team' ? 'Team' : 'Project');
}

/** Gives the terms of a contract after a change. With another scope its place is said again. */
function changedTerms(known: ContractRow, change: ContractChange): Omit<ContractTerms, 'lines'> {
  const { scope = known.scope } = change;
  const isSame = scope === known.scope;
  const pick = <Value>(given: Value | undefined, before: Value) =>
    given === undefined ? before : given;
  return {
    scope,
    vendor: pick(change.vendor, known.vendor),
    projectId: pick(change.projectId, isSame ? known.projectId : null),
    teamId: pick(change.teamId, isSame ? known.teamId : null),
    startsOn: pick(change.startsOn, known.startsOn),
    endsOn: pick(change.endsOn, known.endsOn),
    noticeDays: pick(change.noticeDays, known.noticeDays),
    cost: pick(change.cost, costOf(known)),
    documentUrl: pick(change.documentUrl, known.documentUrl),
    note: pick(change.note, known.note),
  };
}

function costOf({ costAmount: amount, costCurrency: currency }: ContractRow) {
  return amount === null || currency === null ? null : { amount, currency };
}

function columnsOf(terms: Omit<ContractTerms, 'lines'>, today: Day) {
  const { vendor, scope, startsOn, endsOn, noticeDays, documentUrl, note, cost } = terms;
  return {
    ...{ vendor: vendor.trim(), scope, startsOn, endsOn, noticeDays, documentUrl, note },
    projectId: terms.projectId?.toLowerCase() ?? null,
    teamId: terms.teamId?.toLowerCase() ?? null,
    hasBegun: startsOn <= today,
    costAmount: cost?.amount ?? null,
    costCurrency: cost?.currency ?? null,
  };
}

async function recordOf(
  organizationId: OrganizationId,
  tx: Transaction,
  id: string,
  today: Day,
): Promise<ContractRecord> {
  const [row] = await findContracts(organizationId, tx, { id });
  if (!row) throw notFound('Contract');
  return toContractRecord(row, today);
}

function valueFault(field: string, message: string): Fault {
  return { loc: ['body', field], msg: `Value error, ${field} ${message}`, type: 'value_error' };
}

const subject = (id: string) => ({ subjectKind: 'contract', subjectId: id.toLowerCase() });
