import { type Day, dayOf } from '@/domain/eol/calendar';
import { isEstimate } from '@/domain/evidence/degree';
import { identityOf } from '@/domain/identifiers/identity';
import { evaluate, type Evaluation, overallChanges } from '@/domain/policy/evaluate';
import {
  evaluatePackages,
  type PackageEvaluation,
  packageViolationsOf,
  waivedPackageViolationsOf,
  type PackageViolation,
  type WaivedPackageViolation,
} from '@/domain/policy/package';
import { type PolicyAction, worstAction } from '@/domain/policy/policy';
import { PolicySet } from '@/domain/policy/set';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Database, Transaction } from '@/server/platform/db/db';
import type { Deps } from '@/server/platform/deps';
import { findEolPolicies, findJudgedImages } from '../repository';
import { judgedPackagesOf } from '@/server/registry/service/judged';
import { grantedWaivers } from '@/server/waiver/service/list';
import { type Asked, type FindRunning, placeOfImage, readPlaceFacts } from './places';

/** Reads the organization's EOL policies in the order in which they decide, and the waivers that hold today. */
export async function readPolicySet(
  organizationId: OrganizationId,
  db: Transaction,
  today: Day,
): Promise<PolicySet> {
  const policies = await findEolPolicies(organizationId, db);
  return new PolicySet(policies, await grantedWaivers(organizationId, db, today));
}

/**
 * Does the same beside a transaction, on connections of its own, which it asks for at once: whoever begins a transaction
 * after it never waits in there for what waits for a connection.
 */
export async function readPolicySetBeside(
  organizationId: OrganizationId,
  db: Database,
  today: Day,
): Promise<PolicySet> {
  const [policies, waivers] = await Promise.all([
    findEolPolicies(organizationId, db),
    grantedWaivers(organizationId, db, today),
  ]);
  return new PolicySet(policies, waivers);
}

/**
 * Reports the policies' verdict today on some images, in the order asked for; images that the organization does not
 * have are left out.
 */
export async function statusOfImages(
  deps: Pick<Deps, 'db' | 'clock'>,
  organizationId: OrganizationId,
  imageTagIds: readonly string[],
): Promise<ImageStatus[]> {
  const { db, clock } = deps;
  const today = dayOf(clock.now());
  const [images, policies] = await Promise.all([
    findJudgedImages(organizationId, db, imageTagIds),
    readPolicySet(organizationId, db, today),
  ]);
  const facts = await readPlaceFacts(deps, organizationId, [policies], imageTagIds);
  const packages = await packagesOf(db, organizationId, policies, imageTagIds);
  const byId = new Map(images.map((image) => [image.imageTagId, image]));
  return imageTagIds.flatMap((id) => {
    // PostgreSQL writes ids in lower case, whatever case they were asked for in.
    const image = byId.get(id.toLowerCase());
    if (!image) return [];
    const place = placeOfImage(facts, image);
    const evaluation = evaluate(image.cycles, policies, place, today);
    const held = packages.get(image.imageTagId) ?? [];
    const ofPackages = evaluatePackages(held, policies, place, today);
    return [toImageStatus(image.imageTagId, evaluation, ofPackages)];
  });
}

/** Finds the packages of some images that policies judge; nothing is read where none does. */
function packagesOf(
  db: Transaction,
  organizationId: OrganizationId,
  policies: PolicySet,
  imageTagIds: readonly string[],
) {
  if (!policies.judgesPackages) return Promise.resolve<ReadonlyMap<string, never[]>>(new Map());
  return judgedPackagesOf(organizationId, db, imageTagIds);
}

/** The policies' verdict today on the packages of one image that registries speak of. */
export interface ImagePackages {
  readonly packages: PackageViolation[];
  readonly waived: WaivedPackageViolation[];
}

/**
 * Lists what policies deny or warn of today among an image's packages, by what registries say; null where no policy does. The
 * rule is that of uploads.
 */
export async function packagesOfImage(
  deps: Pick<Deps, 'db' | 'clock'>,
  organizationId: OrganizationId,
  imageTagId: string,
): Promise<ImagePackages | null> {
  const { db, clock } = deps;
  const today = dayOf(clock.now());
  const policies = await readPolicySet(organizationId, db, today);
  if (!policies.judgesPackages) return null;
  const [image] = await findJudgedImages(organizationId, db, [imageTagId]);
  if (!image) return null;
  const facts = await readPlaceFacts(deps, organizationId, [policies], [imageTagId]);
  const packages = await packagesOf(db, organizationId, policies, [imageTagId]);
  const held = packages.get(image.imageTagId) ?? [];
  const evaluation = evaluatePackages(held, policies, placeOfImage(facts, image), today);
  return {
    packages: packageViolationsOf(evaluation, today),
    waived: waivedPackageViolationsOf(evaluation, today),
  };
}

/**
 * Finds what some images are denied for today, by the image: the digests of product and cycle.
 * @param find as {@link readPlaceFacts}
 */
export async function deniedCyclesOf(
  deps: Asked,
  organizationId: OrganizationId,
  imageTagIds: readonly string[],
  find?: FindRunning,
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const { db, clock } = deps;
  const today = dayOf(clock.now());
  const policies = await readPolicySet(organizationId, db, today);
  const images = await findJudgedImages(organizationId, db, imageTagIds);
  const facts = await readPlaceFacts(deps, organizationId, [policies], imageTagIds, find);
  return new Map(
    images.map((image) => {
      const { verdicts } = evaluate(image.cycles, policies, placeOfImage(facts, image), today);
      const denied = verdicts.filter(({ verdict }) => verdict.action === 'DENY');
      return [
        image.imageTagId,
        new Set(denied.map(({ cycle }) => identityOf(cycle.productName, cycle.cycle))),
      ];
    }),
  );
}

/** As many as one line names. */
const MAX_NAMED = 3;

/** Reports the policies' verdict on one image today. */
export function toImageStatus(
  imageTagId: string,
  ofSoftware: Evaluation,
  ofPackages: PackageEvaluation,
) {
  const verdicts = [
    ...ofSoftware.verdicts.map((one) => ({
      ...one,
      named: one.cycle.productName,
      of: one.cycle.cycle,
      isEstimate: (one.cycle.estimatedFrom ?? null) !== null,
    })),
    ...ofPackages.verdicts.map((one) => ({
      ...one,
      named: one.found.name,
      of: one.found.version,
      isEstimate: isEstimate(one.found.degree),
    })),
  ];
  const of = (action: PolicyAction) => verdicts.filter(({ verdict }) => verdict.action === action);
  const denied = of('DENY');
  const warned = of('WARN');
  const action = worstAction([ofSoftware.action, ofPackages.action]);
  return {
    imageTagId,
    action,
    denied: denied.length,
    deniedNames: denied.slice(0, MAX_NAMED).map((one) => `${one.named} ${one.of}`),
    warned: warned.length,
    estimates: [...denied, ...warned].filter((one) => one.isEstimate).length,
    waived: verdicts.filter(({ waived }) => waived?.verdict.decision).length,
    nextChange: overallChanges({ action, verdicts })[0] ?? null,
  };
}
export type ImageStatus = ReturnType<typeof toImageStatus>;
