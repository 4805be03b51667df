import { adviceOn } from '@/domain/advice/advice';
import { standardSupport } from '@/domain/catalog/catalog';
import { type CatalogView, cycleNamed } from '@/domain/catalog/view';
import { dayOf, type Day } from '@/domain/eol/calendar';
import { notFound } from '@/domain/errors';
import { stateOf } from '@/domain/eol/proximity';
import { identityOf } from '@/domain/identifiers/identity';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Transaction } from '@/server/platform/db/db';
import type { Deps } from '@/server/platform/deps';
import { factsOfCycle as factsOfCatalog } from '@/server/catalog/service/facts';
import { type OwnDate, readOwnDates } from '@/server/catalog/service/overrides';
import { toSupport } from '@/server/coverage/dto';
import { factsOfCycle, pastOf } from '@/server/past/service';
import type { Past } from '@/server/past/sql';
import { toExplainedPackage, toUpload, type Explanation } from '../dto';
import {
  findFinding,
  findIntervals,
  findPackages,
  findPackagesOfDistribution,
  findUpload,
  type ExplainedFinding,
} from '../repository';
import { judged } from './policies';
import { notesOn } from './notes';

const MAX_PACKAGES = 50;
const MAX_TIMES = 20;

/**
 * Explains a finding as it is, or as it was when a day was over: its packages and how the catalog was led to their release
 * cycle, the upload, whose date the end is and since when, the contract and what each policy makes of it.
 * @throws DomainError 404 when the organization has no such finding, 422 for a day of which nothing is known
 */
export async function explainFinding(
  deps: Deps,
  organizationId: OrganizationId,
  { id, asOf }: { readonly id: string; readonly asOf: Day | null | undefined },
): Promise<Explanation> {
  const { db, clock } = deps;
  const past = await pastOf(deps, organizationId, asOf);
  const found = await findFinding(organizationId, db, id, past);
  if (!found) throw notFound('Finding');
  const day = past?.day ?? dayOf(clock.now());
  const view = await deps.catalog.forOrganization(organizationId);
  const [times, facts, catalogFacts, judgement, packages, uploads, ownDates] = await Promise.all([
    findIntervals(organizationId, db, id, MAX_TIMES),
    factsOfCycle(organizationId, db, found.cycleId),
    catalogHistory(db, view, found),
    judged(deps, organizationId, found, { day, past }),
    packagesOf(deps, organizationId, view, found),
    uploadsOf(deps, organizationId, found, past),
    readOwnDates(organizationId, db, view),
  ]);
  const { areKept, ...opinions } = judgement;
  const isPast = past !== null;
  const isKnown = (at: Date) => past === null || at < past.before;
  const learnt = facts.length > 0 ? facts : [ofItself(found)];
  return {
    as_of: day,
    is_past: isPast,
    notes: notesOn({ past, found, learnt, catalogFacts, arePoliciesKept: areKept }),
    finding: {
      ...toIdentity(found),
      state: stateOf(found.eolOn, day),
      evidence: found.evidence,
      is_open: found.isOpen,
      first_seen_at: found.firstSeenAt.toISOString(),
      times: times
        .filter(({ openedAt }) => isKnown(openedAt))
        .map(({ openedAt, closedAt }) => ({
          opened_at: openedAt.toISOString(),
          closed_at: closedAt && isKnown(closedAt) ? closedAt.toISOString() : null,
        })),
    },
    ...placeOf(found),
    uploads,
    ...packages,
    end: toEnd(found),
    advice: isPast ? null : adviceOn(view, found, day),
    said_by: saidBy(view, found, ownDates(found)),
    history: learnt
      .filter(({ learntOn }) => learntOn <= day || !isPast)
      .map(({ learntOn, knownBefore, inferredFrom, ...end }) => ({
        ...toEnd({ ...end, estimatedFrom: inferredFrom }),
        ...{ learnt_on: learntOn, known_before: knownBefore },
      })),
    catalog_history: catalogFacts
      .filter(({ learntAt }) => isKnown(learntAt))
      .map(({ level, endsOn, ended, withdrawn, learntAt, knownBefore, revision, source }) => ({
        ...{ level, date: endsOn, ended, withdrawn, learnt_at: learntAt.toISOString() },
        ...{ known_before: knownBefore, revision, source },
      })),
    contract: toSupport(found.support),
    ...opinions,
  };
}

const toIdentity = (found: ExplainedFinding) => ({
  id: found.id,
  software_id: found.softwareId,
  product_name: found.productName,
  cycle: found.cycle,
  artifact_type: found.artifactType,
  lts: found.lts,
});

function placeOf(found: ExplainedFinding) {
  const { imageTagId, imageName, imageTag, kind, deletedAt, ownerId, ownerName } = found;
  return {
    image: {
      ...{ id: imageTagId, name: imageName, tag: imageTag, kind },
      is_gone: deletedAt !== null && found.retiredAt === null,
    },
    project: { id: found.projectId, name: found.projectName },
    owner: ownerId === null ? null : { id: ownerId, name: ownerName ?? '' },
  };
}

type End = Pick<ExplainedFinding, 'eolOn' | 'eolOnKnown' | 'estimatedFrom'> & {
  readonly eolSource: ExplainedFinding['eolSource'] | null;
};

const toEnd = ({ eolOn, eolOnKnown, eolSource, estimatedFrom }: End) => ({
  ...{ date: eolOn, date_known: eolOnKnown, source: eolSource, estimated_from: estimatedFrom },
});

/** What a cycle whose end never changed has always said. */
function ofItself(found: ExplainedFinding) {
  const { firstSeenOn: learntOn, eolOn, eolOnKnown, eolSource, estimatedFrom } = found;
  return {
    ...{ learntOn, eolOn, eolOnKnown, eolSource, inferredFrom: estimatedFrom },
    knownBefore: false,
  };
}

/** What each voice says of the end today. */
function saidBy(
  view: CatalogView,
  found: ExplainedFinding,
  own: OwnDate | null,
): Explanation['said_by'] {
  const known = cycleNamed(view, found);
  const standard = known && standardSupport(known.cycle);
  const hidden = standard?.override;
  return {
    override: own && {
      ...{ date: own.endsOn, reason: own.reason, set_by: own.setBy, set_on: own.setOn },
    },
    catalog: standard && {
      date: hidden ? hidden.catalogEndsOn : standard.endsOn,
      ended: hidden ? hidden.catalogEnded : standard.ended,
      is_own: known.product.source === 'organization',
    },
    scanner: { date: found.scannerEolOn, ended: found.scannerEnded },
  };
}

/** The facts on the cycle by the catalog's own product: none where it is one of the organization's. */
async function catalogHistory(db: Transaction, view: CatalogView, found: ExplainedFinding) {
  const product = view.productNamed(found.productName);
  const catalogs =
    product?.source === 'organization' ? view.upstreamOf(product) : (product ?? null);
  return catalogs ? factsOfCatalog(db, catalogs.slug, found.cycle) : [];
}

async function packagesOf(
  { db }: Deps,
  organizationId: OrganizationId,
  view: CatalogView,
  found: ExplainedFinding,
) {
  const { componentIds, catalogComponentIds, inventoryId, productName, cycle } = found;
  const ids = [...componentIds, ...catalogComponentIds];
  const rows =
    ids.length > 0
      ? await findPackages(organizationId, db, ids, MAX_PACKAGES + 1)
      : inventoryId === null
        ? []
        : await findPackagesOfDistribution(
            organizationId,
            db,
            { inventoryId, cycleKey: identityOf(productName, cycle) },
            MAX_PACKAGES + 1,
          );
  const scanners = new Set(componentIds);
  return {
    packages: rows.slice(0, MAX_PACKAGES).map((row) => ({
      ...toExplainedPackage(row, view.explainScanned(row, row.distro ?? found.distro), view),
      found_by: scanners.has(row.id) ? ('scanner' as const) : ('catalog' as const),
    })),
    has_more_packages: rows.length > MAX_PACKAGES,
  };
}

async function uploadsOf(
  { db, clock }: Deps,
  organizationId: OrganizationId,
  { id, imageTagId }: ExplainedFinding,
  past: Past | null,
) {
  const latest = { at: past ? past.before : clock.now(), isExact: false };
  const times = await findIntervals(organizationId, db, id, MAX_TIMES);
  const opened = times.find(({ openedAt }) => past === null || openedAt < past.before);
  return {
    opened_by: opened
      ? toUpload(
          await findUpload(organizationId, db, imageTagId, { at: opened.openedAt, isExact: true }),
        )
      : null,
    latest: toUpload(await findUpload(organizationId, db, imageTagId, latest)),
  };
}
