import { createHash } from 'node:crypto';
import { dayOf } from '@/domain/eol/calendar';
import { withCarriedDates } from '@/domain/inventory/carried-dates';
import type { CatalogView } from '@/domain/catalog/view';
import type { InventoryDocument } from '@/domain/inventory/document';
import {
  checkedSource,
  type GivenSubject,
  projectOf,
  uploadOfDocument,
} from '@/domain/inventory/upload';
import { can } from '@/domain/roles/permissions';
import type { ScanSource, ScanUpload } from '@/domain/scan/upload';
import { askPath } from '@/domain/waiver/ask-path';
import { compareWithDocument } from '@/server/difference/service';
import { findingsOfNamed, type NamedImage } from '@/server/inventory/service/finding-ids';
import {
  matchInventory,
  planOf,
  referenceKeyOf,
  type ScanPlan,
} from '@/server/inventory/service/plan';
import type { OrganizationCatalog } from '@/server/catalog/service/store';
import {
  type CatalogCover,
  coveredEnds,
  findCatalogCover,
  isAnyBegun,
} from '@/server/coverage/service';
import { foreseeCycles } from '@/server/inventory/service/software';
import { ownProjectOf, requireOwnProject } from '@/server/platform/auth/build-scope';
import type { Principal } from '@/server/platform/auth/principal';
import type { Transaction } from '@/server/platform/db/db';
import type { Deps } from '@/server/platform/deps';
import { oncePer } from '@/server/platform/once-per';
import type { ScanBody } from '@/server/platform/http/scan-body';
import { countEnds } from '@/server/scan/service/ingest';
import { readPolicySet } from '@/server/policy/service/status';
import { acceptUpload } from '@/server/scan/service/upload';
import type { PolicyVerdict } from '@/server/scan/dto';
import { allPackagesIn, packagesIn } from '@/server/scan/service/packages';
import { degreesOfFound } from '@/server/scan/service/degrees';
import { judgeScan } from '@/server/scan/service/verdict';
import type { SentCodeowners } from '@/server/team/service/codeowners';
import { ownerOfProjectNamed } from '@/server/team/service/owners';
import {
  toCoverage,
  toDocument,
  pathsOf,
  toFindings,
  toUnknown,
  toUnshipped,
  type SbomFindings,
} from '../dto';

/** The document as it came, and the CODEOWNERS file that came with it. */
interface SbomBody extends ScanBody {
  readonly codeowners?: SentCodeowners | null;
}

/**
 * Stores a document as the state of an image, a directory or an application, as a scanner's upload would be, and
 * answers what was found in it.
 * @throws DomainError 403, 409 and 422 as for scans; 422 when nobody says what the document is about
 */
export async function uploadSbom(
  deps: Deps,
  principal: Principal,
  document: InventoryDocument,
  given: GivenSubject,
  body: SbomBody,
) {
  const project = given.project ?? ownProjectOf(principal);
  const known = await deps.catalog.forOrganization(principal.organizationId);
  const upload = uploadUnder(known, document, { ...given, project });
  return acceptUpload(
    deps,
    principal,
    upload,
    {
      ...body,
      sha256: digestOf(body, given),
      policiesRead: null,
    },
    async (accepted, catalog, tx) => {
      const { scan_id, project_id, image_tag_id, eol, policy, owner } = accepted.answer;
      const whys = await whysOf({ env: deps.env, db: tx }, principal, accepted.plan);
      const { plan, cycles } = accepted;
      const degrees = await degreesOfFound(principal.organizationId, tx, plan, cycles);
      const found = { ...accepted, paths: pathsOf(document), whys, degrees };
      const cover = await coverOfUnshipped(known, principal, tx, plan, upload.projectName);
      const findings = toFindings(found, catalog);
      return {
        scan_id,
        project_id,
        image_tag_id,
        url: `${deps.env.publicUrl}/images/${image_tag_id}`,
        as_of: accepted.today,
        eol,
        policy: askable(deps, policy, upload.projectName, upload.source),
        owner,
        document: toDocument(document),
        coverage: toCoverage(accepted),
        unknown_components: toUnknown(accepted),
        unshipped: toUnshipped(accepted, cover),
        findings,
        findings_total: accepted.plan.findings.length,
      };
    },
  );
}

interface MadeUpload {
  readonly given: string;
  readonly upload: ScanUpload;
}

const uploadsUnder = oncePer(
  (_catalog: CatalogView) => new WeakMap<InventoryDocument, MadeUpload>(),
);

/** Makes an upload of a document: what was made of the very same one still holds. */
function uploadUnder(
  catalog: CatalogView,
  document: InventoryDocument,
  subject: GivenSubject,
): ScanUpload {
  const uploads = uploadsUnder(catalog);
  const given = JSON.stringify(subject);
  const known = uploads.get(document);
  if (known?.given === given) return known.upload;
  const upload = uploadOfDocument(document, subject);
  uploads.set(document, { given, upload });
  return upload;
}

/**
 * Digests what an idempotency key stands for: the document, and what the request says that it is of. The same document
 * under another name is another upload, which the first one's answer would lose.
 */
function digestOf(
  { sha256 }: ScanBody,
  { project, name, tag, digest, labels }: GivenSubject,
): Buffer {
  const subject = JSON.stringify([project, name, tag, digest, Object.entries(labels).sort()]);
  return createHash('sha256').update(sha256).update(subject).digest();
}

/**
 * Answers what an upload of this document would, and stores nothing.
 * `project` is whose policies decide: where nobody names one, that in which an upload would be stored, of a build its own. Its
 * name, tag and digest say what runs of it. `against` is the image that it is compared with.
 * @throws DomainError 403 for a build that names another project than its own, 404 when the organization has no image
 * `against`, 422 when it has several
 */
export async function checkSbom(
  deps: Deps,
  principal: Principal,
  document: InventoryDocument,
  { against, ...given }: GivenSubject & { readonly against: string | null },
) {
  const { organizationId } = principal;
  const named = given.project ?? ownProjectOf(principal);
  if (named !== null) requireOwnProject(principal, named);
  const source = checkedSource(document, given);
  const projectName = named ?? projectOf(source);
  const catalog = await deps.catalog.forOrganization(organizationId);
  const undated = {
    ...{ projectName, commitHash: null, imagePath: null },
    ...{ distro: document.distro, distroLifecycle: document.distroLifecycle },
    ...{ matches: [], matchCount: 0 },
    source: { kind: 'directory', name: '', tag: 'latest', canonicalName: '' } as const,
    components: document.components.map(({ component }) => component),
  };
  const upload = withCarriedDates(undated, catalog);
  const plan = planOf(upload, await matchInventory(catalog, upload));
  const instant = deps.clock.now();
  const today = dayOf(instant);
  const upstream = await foreseeCycles(organizationId, deps.db, plan.cycles, { instant, today });
  const { projectKey } = plan;
  const cycles = (await isAnyBegun(organizationId, deps.db))
    ? await coveredEnds(organizationId, deps.db, projectKey, plan.cycles, upstream, today)
    : upstream;
  // What an image holds is for those who may read images.
  const whys =
    source && can(principal.role, 'inventory:read')
      ? await whysOf(deps, principal, { projectKey, referenceKey: referenceKeyOf(source) })
      : new Map<string, string>();
  const degrees = await degreesOfFound(organizationId, deps.db, plan, cycles);
  const found = { plan, cycles, today, paths: pathsOf(document), whys, degrees };
  const policies = await readPolicySet(organizationId, deps.db, today);
  const { packages } =
    against === null
      ? await packagesIn(organizationId, deps.db, plan, cycles, { policies, today })
      : await allPackagesIn(organizationId, deps.db, plan, cycles, today);
  const cover = await coverOfUnshipped(catalog, principal, deps.db, plan, projectName);
  const judged = { plan, cycles, degrees, packages };
  const difference =
    against === null ? null : await compareWithDocument(deps, organizationId, against, judged);
  const findings: SbomFindings = {
    as_of: today,
    eol: countEnds(plan, cycles, today),
    policy: askable(
      deps,
      await judgeScan(deps, organizationId, plan, cycles, {
        ...{ projectName: upload.projectName, imageTagId: null, source: source ?? upload.source },
        ...{ today, policies, packages },
      }),
      upload.projectName,
      source,
    ),
    owner: await ownerOfProjectNamed(deps, organizationId, upload.projectName),
    document: toDocument(document),
    coverage: toCoverage(found),
    unknown_components: toUnknown(found),
    unshipped: toUnshipped(found, cover),
    findings: toFindings(found, catalog),
    findings_total: plan.findings.length,
  };
  return { ...findings, ...(difference && { difference }) };
}

/** Finds what contracts cover in a project of what does not ship; null: the organization has no contracts. */
async function coverOfUnshipped(
  catalog: OrganizationCatalog,
  { organizationId }: Principal,
  db: Transaction,
  { inventory: { unshipped } }: ScanPlan,
  projectName: string,
): Promise<CatalogCover | null> {
  if (!catalog.hasContracts) return null;
  const cycles = unshipped.map(({ ends: { product, cycle } }) => ({
    product: product.name,
    cycle: cycle.name,
  }));
  return findCatalogCover(organizationId, db, projectName, cycles);
}

/** Finds the pages that say why of what an image is found to hold, by the digest of the software. */
async function whysOf(
  { env, db }: { readonly env: Pick<Deps['env'], 'publicUrl'>; readonly db: Transaction },
  { organizationId }: Principal,
  image: NamedImage,
): Promise<ReadonlyMap<string, string>> {
  const ids = await findingsOfNamed(organizationId, db, image);
  return new Map([...ids].map(([key, id]) => [key, `${env.publicUrl}/findings/${id}`]));
}

/** Says beside violations where a waiver is asked for. */
function askable(
  { env }: Pick<Deps, 'env'>,
  policy: PolicyVerdict,
  projectName: string,
  source: Pick<ScanSource, 'name' | 'tag'> | null,
): PolicyVerdict {
  if (policy.violations.length + (policy.packages?.length ?? 0) === 0) return policy;
  const path = askPath({ project: projectName, image: source });
  return { ...policy, waiver_url: `${env.publicUrl}${path}` };
}
