import { Document } from 'yaml';
import { foldedName } from '@/domain/catalog/product-names';
import { DomainError, invalid, isDomainError, type Fault } from '@/domain/errors';
import { identityOf } from '@/domain/identifiers/identity';
import { policySteps, type PolicyStep } from '@/domain/policy-file/difference';
import { MAX_FILE_BYTES, placed, readFileText, type ReadFile } from '@/domain/policy-file/text';
import { faultsOf } from '@/domain/validation/zod-faults';
import { recordAudit } from '@/server/audit/service';
import { coverOwned } from '@/server/coverage/service';
import { changeOverlay } from '@/server/catalog/service/change-overlay';
import {
  allOverrides,
  requireCycle,
  writeOverrides,
  type OverrideChanges,
  type OverrideRow,
} from '@/server/catalog/service/overrides';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Actor } from '@/server/platform/auth/principal';
import type { Transaction } from '@/server/platform/db/db';
import type { Deps } from '@/server/platform/deps';
import { policyFieldsOf } from '@/server/policy/dto';
import { requireValidPolicy } from '@/server/policy/service/policies';
import { previewReplacement } from '@/server/policy/service/preview';
import {
  allPolicies,
  allPoliciesInTurn,
  writePolicies,
  type PolicyChanges,
  type PolicyRow,
} from '@/server/policy/service/whole';
import {
  ownedByHand,
  ownedByHandInTurn,
  writeOwners,
  type OwnedByHand,
  type OwnerChanges,
} from '@/server/team/service/by-hand';
import {
  policyFile,
  type FileDate,
  type FilePolicy,
  type PolicyFileChanges,
  toShownDate,
  toShownPolicy,
} from '../dto';
import { namedOwners, planOwners, toShownProject, type NamedOwner } from './owners';

/** A file that was read and found to be right as a whole. */
interface CheckedFile {
  readonly policies: readonly FilePolicy[] | null;
  /** With the names under which the dates are kept. */
  readonly dates: readonly (FileDate & { readonly productName: string })[] | null;
  /** With the records that they name. */
  readonly projects: readonly NamedOwner[] | null;
  readonly lineOf: (path: readonly (string | number)[]) => number;
}

/** What a file comes to: what it changes, in the caller's words and for the database. */
interface Plan {
  readonly shown: PolicyFileChanges;
  readonly policies: PolicyChanges;
  readonly dates: OverrideChanges;
  readonly projects: OwnerChanges;
  readonly isEmpty: boolean;
}

/** Writes the policies, own dates and owners set by hand of an organization as a file. Applied as it is, it changes nothing. */
export async function exportPolicyFile(
  { db, env }: Deps,
  organizationId: OrganizationId,
): Promise<string> {
  const policies = await allPolicies(organizationId, db);
  const dates = await allOverrides(organizationId, db);
  const projects = await ownedByHand(organizationId, db);
  const document = new Document({
    version: 1,
    policies: policies.map(toShownPolicy),
    dates: dates.map(toShownDate),
    // More than a file takes are none of its matter.
    ...(projects && { projects: projects.map(toShownProject) }),
  });
  document.commentBefore = ` yaml-language-server: $schema=${env.publicUrl}/api/policy_file/schema`;
  // Long texts stay on their line, so that a review shows what changed.
  return document.toString({ lineWidth: 0 });
}

/**
 * Makes policies, own dates and owners of projects what a file says, all of it or nothing, with one entry in the audit
 * trail. What is already so is left alone.
 * @param isDryRun tells what would change, and changes nothing
 * @throws DomainError 413 for a file above {@link MAX_FILE_BYTES}, 422 with the lines of everything that is wrong
 */
export async function applyPolicyFile(
  deps: Deps,
  actor: Actor,
  text: string,
  isDryRun: boolean,
): Promise<PolicyFileChanges> {
  const { organizationId } = actor;
  const file = await checkedFile(deps, organizationId, text);
  const plan = planOf(file, {
    policies: await allPolicies(organizationId, deps.db),
    dates: await allOverrides(organizationId, deps.db),
    projects: await ownedByHand(organizationId, deps.db),
  });
  if (isDryRun) {
    return { ...plan.shown, denials: await denialsOf(deps, organizationId, file, plan) };
  }
  if (plan.isEmpty) return plan.shown;
  const shown = await applyPlan(deps, actor, file, plan);
  const { set, cleared } = plan.projects;
  const moved = [...set.map(({ projectId }) => projectId), ...cleared];
  if (moved.length > 0) await coverOwned(deps, organizationId, moved);
  return shown;
}

/** Counts what the EOL policies of a file would deny or let pass today; null where none of them changes. */
async function denialsOf(
  deps: Deps,
  organizationId: OrganizationId,
  { policies }: CheckedFile,
  { shown }: Plan,
): Promise<PolicyFileChanges['denials']> {
  const changes = shown.policies?.changes ?? [];
  const isOfEnds = changes.some(
    ({ before, after }) => before?.policy_type === 'EOL' || after?.policy_type === 'EOL',
  );
  if (!policies || !isOfEnds) return null;
  const { newlyDenied, noLongerDenied, surprise } = await previewReplacement(
    deps,
    organizationId,
    policies.map(policyFieldsOf),
  );
  return { newly_denied: newlyDenied, no_longer_denied: noLongerDenied, surprise };
}

/** A date was set or cleared between the reading of a file and its turn, which the file is to set back. */
class DatesMoved extends Error {
  override readonly name = 'DatesMoved';
}

async function applyPlan(
  deps: Deps,
  actor: Actor,
  file: CheckedFile,
  plan: Plan,
): Promise<PolicyFileChanges> {
  // Dates of the catalog are followed by every finding, which is done only where some change.
  if (!changesDates(plan)) {
    try {
      return await applyWithoutDates(deps, actor, file);
    } catch (error) {
      if (!(error instanceof DatesMoved)) throw error;
    }
  }
  return changeOverlay(deps, actor, async (tx, at) => {
    const { shown, ...audit } = await write(actor, tx, await planInTurn(actor, tx, file), at);
    return { result: shown, audit };
  });
}

function applyWithoutDates({ db, clock }: Deps, actor: Actor, file: CheckedFile) {
  return db.transaction(async (tx) => {
    const at = clock.now();
    const plan = await planInTurn(actor, tx, file);
    if (changesDates(plan)) throw new DatesMoved();
    const { shown, ...audit } = await write(actor, tx, plan, at);
    await recordAudit(tx, actor, { at, ...audit });
    return shown;
  });
}

const changesDates = ({ dates }: Plan) => dates.set.length + dates.removed.length > 0;

/** Plans again, on what nobody else changes any more: dates as long as additions to the catalog are locked. */
async function planInTurn(
  { organizationId }: Actor,
  tx: Transaction,
  file: CheckedFile,
): Promise<Plan> {
  return planOf(file, {
    policies: await allPoliciesInTurn(organizationId, tx),
    dates: await allOverrides(organizationId, tx),
    projects: file.projects && (await ownedByHandInTurn(organizationId, tx)),
  });
}

async function write(
  actor: Actor,
  tx: Transaction,
  { shown, policies, dates, projects }: Plan,
  at: Date,
) {
  const { organizationId } = actor;
  await writePolicies(organizationId, tx, policies, at);
  await writeOverrides(actor, tx, dates, at);
  await writeOwners(organizationId, tx, projects);
  const sides = (side: 'before' | 'after') => ({
    policies: shown.policies?.changes.map((change) => change[side]).filter(Boolean) ?? [],
    dates: shown.dates?.changes.map((change) => change[side]).filter(Boolean) ?? [],
    projects: shown.projects?.changes.map((change) => change[side]).filter(Boolean) ?? [],
  });
  return {
    shown: { ...shown, applied: true },
    action: 'policy_file.apply',
    ...{ subjectKind: 'policy_file', subjectId: organizationId },
    ...{ before: sides('before'), after: sides('after') },
  };
}

async function checkedFile(
  deps: Deps,
  organizationId: OrganizationId,
  text: string,
): Promise<CheckedFile> {
  if (Buffer.byteLength(text) > MAX_FILE_BYTES) {
    throw new DomainError('payload_too_large', 'The file is larger than 1 MiB');
  }
  const read = readFileText(text);
  if ('faults' in read) throw invalid(read.faults);
  const parsed = policyFile.safeParse(read.value);
  if (!parsed.success) throw invalid(withPlaces(read, faultsOf(parsed.error, 'body', read.value)));
  const { policies = null, dates = null, projects = null } = parsed.data;
  const faults = [
    ...(policies ?? []).flatMap((policy, index) => policyFaults(policy, index)),
    ...notaryFaults(policies ?? []),
  ];
  const named = dates && (await namedDates(deps, organizationId, dates, faults));
  const owners = projects && (await namedOwners(organizationId, deps.db, projects, faults));
  if (faults.length > 0) throw invalid(withPlaces(read, faults));
  return { policies, dates: named, projects: owners, lineOf: (path) => read.placeOf(path).line };
}

function withPlaces({ placeOf }: ReadFile, faults: readonly Fault[]): Fault[] {
  return faults.map((fault) => ({ ...fault, msg: placed(fault.msg, placeOf(fault.loc.slice(1))) }));
}

function policyFaults(policy: FilePolicy, index: number): Fault[] {
  try {
    requireValidPolicy(policyFieldsOf(policy));
    return [];
  } catch (error) {
    if (!isDomainError(error) || !error.faults) throw error;
    return error.faults.map((fault) => ({
      ...fault,
      loc: ['body', 'policies', index, ...fault.loc.slice(1)],
    }));
  }
}

function notaryFaults(policies: readonly FilePolicy[]): Fault[] {
  return policies
    .flatMap(({ policy_type: type }, index) => (type === 'NOTARY' ? [index] : []))
    .slice(1)
    .map((index) => ({
      loc: ['body', 'policies', index],
      msg: 'Value error, an organization has at most one NOTARY policy',
      type: 'value_error',
    }));
}

/** Finds the names under which dates are kept; adds faults for what is not known, and for a cycle that stands twice. */
async function namedDates(
  deps: Deps,
  organizationId: OrganizationId,
  dates: readonly FileDate[],
  faults: Fault[],
) {
  const named: (FileDate & { readonly productName: string })[] = [];
  const seen = new Set<string>();
  const kept = await allOverrides(organizationId, deps.db);
  const keptNames = new Map(kept.map((row) => [keyOf(row), row.productName]));
  for (const [index, date] of dates.entries()) {
    const fault = (msg: string) => ({
      loc: ['body', 'dates', index],
      msg: `Value error, ${msg}`,
      type: 'value_error',
    });
    try {
      // A date stays when the catalog loses its cycle, and so does the file that names it.
      const productName =
        keptNames.get(keyOf({ productName: date.product, cycle: date.cycle })) ??
        (await requireCycle(deps, organizationId, date.product, date.cycle));
      const key = keyOf({ productName, cycle: date.cycle });
      if (seen.has(key)) faults.push(fault('this release cycle has a date above'));
      seen.add(key);
      named.push({ ...date, productName });
    } catch (error) {
      if (!isDomainError(error)) throw error;
      faults.push(fault(error.message));
    }
  }
  return named;
}

const keyOf = ({ productName, cycle }: { productName: string; cycle: string }) =>
  identityOf(foldedName(productName), cycle);

interface Kept {
  readonly policies: readonly PolicyRow[];
  readonly dates: readonly OverrideRow[];
  /** Null: more than a file names. */
  readonly projects: readonly OwnedByHand[] | null;
}

function planOf(file: CheckedFile, kept: Kept): Plan {
  const policies = planPolicies(file, kept.policies);
  const dates = planDates(file, kept.dates);
  const projects = planOwners(file.projects, kept.projects, file.lineOf);
  const shown = { policies: policies.shown, dates: dates.shown, projects: projects.shown };
  return {
    shown: { applied: false, ...shown, denials: null },
    ...{ policies: policies.written, dates: dates.written, projects: projects.written },
    isEmpty: Object.values(shown).every((part) => (part?.changes.length ?? 0) === 0),
  };
}

type PolicyChange = NonNullable<PolicyFileChanges['policies']>['changes'][number];

function planPolicies({ policies, lineOf }: CheckedFile, kept: readonly PolicyRow[]) {
  const none: PolicyChanges = { removed: [], changed: [], added: [] };
  if (!policies) return { shown: null, written: none };
  const steps = policySteps(kept, policies.map(policyFieldsOf));
  const written: PolicyChanges = {
    removed: steps.flatMap((step) =>
      step.kind === 'removed' || (step.kind !== 'added' && isAnew(step)) ? [step.before] : [],
    ),
    changed: steps.flatMap((step) =>
      step.kind === 'changed' && !step.isAnew ? [{ before: step.before, fields: step.after }] : [],
    ),
    added: steps
      .flatMap((step) => (step.kind !== 'removed' && isAnew(step) ? [step] : []))
      .sort((left, right) => left.index - right.index)
      .map(({ after }) => after),
  };
  const changes = steps.flatMap((step): PolicyChange[] => {
    if (step.kind === 'same') return [];
    const before = step.kind === 'added' ? null : toShownPolicy(step.before);
    if (step.kind === 'removed') return [{ change: step.kind, line: null, before, after: null }];
    const after = toShownPolicy(step.after);
    return [{ change: step.kind, line: lineOf(['policies', step.index]), before, after }];
  });
  const same = steps.filter(({ kind }) => kind === 'same').length;
  return { shown: { changes, same }, written };
}

function planDates({ dates, lineOf }: CheckedFile, kept: readonly OverrideRow[]) {
  const none: OverrideChanges = { removed: [], set: [] };
  if (!dates) return { shown: null, written: none };
  const known = new Map(kept.map((row) => [keyOf(row), row]));
  const wanted = new Set(dates.map(keyOf));
  const steps = dates.flatMap((date, index) => {
    const { productName, cycle, ends_on: endsOn, reason } = date;
    const before = known.get(keyOf(date)) ?? null;
    if (before?.endsOn === endsOn && before.reason === reason) return [];
    return [{ index, before, after: { productName, cycle, endsOn, reason } }];
  });
  const removed = kept.filter((row) => !wanted.has(keyOf(row)));
  const changes = [
    ...steps.map(({ index, before, after }) => ({
      change: before ? ('changed' as const) : ('added' as const),
      line: lineOf(['dates', index]),
      before: before && toShownDate(before),
      after: toShownDate(after),
    })),
    ...removed.map((row) => ({
      ...{ change: 'removed' as const, line: null },
      ...{ before: toShownDate(row), after: null },
    })),
  ];
  return {
    shown: { changes, same: dates.length - steps.length },
    written: { removed, set: steps.map(({ before, after }) => ({ ...after, before })) },
  };
}

/** Whether a policy is written anew, after those that there are. */
function isAnew(step: PolicyStep<PolicyRow>): boolean {
  if (step.kind === 'changed') return step.isAnew;
  return step.kind === 'added' || step.kind === 'moved';
}
