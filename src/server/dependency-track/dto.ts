import { z } from 'zod';
import { type Day, startOfDayMs } from '@/domain/eol/calendar';
import { invalid } from '@/domain/errors';
import { EVIDENCE_WORDS, type EvidenceDegree } from '@/domain/evidence/degree';
import { identityOf } from '@/domain/identifiers/identity';
import { parsePurl } from '@/domain/identifiers/purl';
import type { PackageViolation } from '@/domain/policy/package';
import type { EolPolicy, PolicyAction } from '@/domain/policy/policy';
import { policyWords } from '@/domain/policy/violation';
import type { PageRequest } from '@/domain/pagination';
import { can, type Role } from '@/domain/roles/permissions';
import { storedText } from '@/domain/validation/fields';
import type { listImageFindings } from '@/server/finding/service/findings';
import type { AnswerPart } from '@/server/platform/trpc/context';
import type { TrackedRow } from './repository/projects';

/** The release of Dependency-Track whose answers these are: some clients ask for one of at least 4.12. */
export const COMPATIBLE_VERSION = '4.13.0';
/** Its day, as everything that stands for no release of ours. */
const COMPATIBLE_SINCE = '2025-04-07T00:00:00Z';

/** A version of a project that nobody names is this one, as for every other upload. */
export const DEFAULT_VERSION = 'latest';

/** The label that says which project is above one; all others are its tags. */
export const PARENT_LABEL = 'parent';

/** As `GET /api/version` says it. */
export function toAbout() {
  const release = { version: COMPATIBLE_VERSION, timestamp: COMPATIBLE_SINCE };
  return {
    application: 'Dependency-Track',
    ...release,
    uuid: identityOf('dependency-track', COMPATIBLE_VERSION),
    framework: {
      name: 'Eventide',
      ...release,
      uuid: identityOf('dependency-track', 'framework', COMPATIBLE_VERSION),
    },
  };
}

const CLASSIFIERS = {
  image: 'CONTAINER',
  directory: 'FILE',
  application: 'APPLICATION',
} as const satisfies Record<TrackedRow['kind'], string>;

const FORMATS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    cyclonedx: 'CycloneDX',
    spdx: 'SPDX',
    syft: 'Syft',
  }),
);

/** Makes the project of Dependency-Track that a version of something is. */
export function toTrackedProject(row: TrackedRow) {
  const parent = parentOf(row.labels);
  const format = row.format === null ? undefined : FORMATS.get(row.format);
  return {
    uuid: row.id,
    name: row.name,
    version: row.tag,
    classifier: CLASSIFIERS[row.kind],
    active: row.isActive,
    isLatest: row.isLatest,
    tags: tagsOf(row.labels).map((name) => ({ name })),
    ...(parent !== null && { parent }),
    lastBomImport: row.latestScanAt.getTime(),
    ...(format !== undefined && { lastBomImportFormat: format }),
    lastInheritedRiskScore: 0,
  };
}

export const trackedProject = z.object({
  uuid: z.guid(),
  name: z.string(),
  version: z.string(),
  classifier: z.enum(CLASSIFIERS),
  active: z.boolean(),
  isLatest: z.boolean(),
  tags: z.array(z.object({ name: z.string() })),
  parent: z.object({ name: z.string(), version: z.string() }).optional(),
  /** Milliseconds since 1970. */
  lastBomImport: z.number().int(),
  lastBomImportFormat: z.string().optional(),
  /** Of vulnerabilities. */
  lastInheritedRiskScore: z.number(),
});

type Labels = Readonly<Record<string, string>>;

/** Lists labels as tags: `team=payments`; one without a value by its name alone. */
export function tagsOf(labels: Labels | null): string[] {
  return Object.entries(labels ?? {}).flatMap(([name, value]) => {
    if (name === PARENT_LABEL) return [];
    return [value === '' ? name : `${name}=${value}`];
  });
}

/** Reads tags as labels; the last one of a name counts. */
export function labelsOfTags(tags: readonly string[]): Record<string, string> {
  const pairs = tags.flatMap((tag) => {
    const at = tag.indexOf('=');
    const name = (at === -1 ? tag : tag.slice(0, at)).trim();
    return name === '' || name === PARENT_LABEL
      ? []
      : [[name, at === -1 ? '' : tag.slice(at + 1).trim()]];
  });
  // Each of them is a name and a value.
  return Object.fromEntries(pairs) as Record<string, string>;
}

/** Names a project for the label of those below it. */
export function parentLabel({ name, tag }: Pick<TrackedRow, 'name' | 'tag'>): string {
  return `${name}:${tag}`;
}

function parentOf(labels: Labels | null): { name: string; version: string } | null {
  const text = labels?.[PARENT_LABEL];
  if (text === undefined) return null;
  const at = text.lastIndexOf(':');
  return at === -1
    ? { name: text, version: '' }
    : { name: text.slice(0, at), version: text.slice(at + 1) };
}

type Finding = Awaited<ReturnType<typeof listImageFindings>>[number];

/** As many as a build is told of elsewhere: the worst first, as a longer list helps nobody. */
export const MAX_TRACKED_VIOLATIONS = 1_000;

/** What policies have a verdict on in one image. */
interface Judged {
  readonly findings: readonly Finding[];
  /** Packages that they deny or warn of by what registries say, or as of stale lines. */
  readonly packages: readonly PackageViolation[];
}

/**
 * Lists what the policies deny or warn of as violations, one for each package of it, denials first. Software of which
 * no package is named, as a distribution's, stands for itself.
 */
export function toViolations(project: TrackedRow, { findings, packages }: Judged, told: Told) {
  const violated = [...findings.flatMap(violatedSoftware), ...packages.map(violatedPackage)];
  const inOrder = [
    ...violated.filter(({ action }) => action === 'DENY'),
    ...violated.filter(({ action }) => action !== 'DENY'),
  ];
  const violations: TrackedViolation[] = [];
  for (const one of inOrder) {
    const room = MAX_TRACKED_VIOLATIONS - violations.length;
    if (room === 0) break;
    const components = one.components().slice(0, room);
    violations.push(...components.map((found) => toViolation(project, one, found, told)));
  }
  return violations;
}

/** What is said of violations beside what was found. */
interface Told {
  /** By id. */
  readonly policies: ReadonlyMap<string, EolPolicy>;
  /** Whom to ask, in words; null: nobody owns the project. */
  readonly ask: string | null;
}

type TrackedComponent = z.output<typeof component>;
type TrackedViolation = z.output<typeof violation>;

/** What a policy denies or warns of, be it software or a package by itself. */
interface Violated {
  /** What tells it from all else in its image, beside component and policy. */
  readonly subject: string;
  readonly policyId: string;
  readonly action: PolicyAction;
  /** Since when the policy applies; null: it is of no day. */
  readonly appliesOn: Day | null;
  readonly message: string | null;
  readonly evidence: EvidenceDegree;
  readonly components: () => TrackedComponent[];
}

function violatedSoftware(finding: Finding): Violated[] {
  const { softwareId, evidence } = finding;
  const { policyId, action, appliesOn, message } = finding.policy;
  if (policyId === null) return [];
  const verdict = { policyId, action, appliesOn, message, evidence };
  return [{ subject: softwareId, ...verdict, components: () => componentsOf(finding) }];
}

function violatedPackage(found: PackageViolation): Violated {
  const { policy_id: policyId, action, message, degree, name, version, purl } = found;
  const type = parsedPurl(purl)?.type ?? '';
  return {
    ...{ subject: 'package', policyId, action, appliesOn: null, message, evidence: degree },
    components: () => [componentOf({ name, version, type, purl })],
  };
}

function toViolation(
  project: TrackedRow,
  { subject, policyId, action, appliesOn, message, evidence }: Violated,
  found: TrackedComponent,
  { policies, ask }: Told,
): TrackedViolation {
  const rule = policies.get(policyId);
  return {
    uuid: identityOf('violation', project.id, subject, found.uuid, policyId),
    type: 'OPERATIONAL',
    project: { uuid: project.id, name: project.name, version: project.tag },
    component: found,
    policyCondition: {
      uuid: identityOf('policy condition', policyId),
      subject: 'VERSION',
      operator: 'MATCHES',
      value: message ?? '',
      policy: {
        uuid: policyId,
        name: `End of life: ${rule ? policyWords(rule) : 'policy'}`,
        violationState: action === 'DENY' ? 'FAIL' : 'WARN',
      },
    },
    text: [message, `Evidence: ${EVIDENCE_WORDS[evidence]}.`, ask && `${ask}.`]
      .filter(Boolean)
      .join(' '),
    ...(appliesOn !== null && { timestamp: startOfDayMs(appliesOn) }),
  };
}

function componentsOf({ softwareId, productName, releaseCycle, packages }: Finding) {
  if (packages.length === 0) {
    return [{ uuid: softwareId, name: productName, version: releaseCycle }];
  }
  return packages.map(componentOf);
}

function componentOf({ name, version, type, purl }: Finding['packages'][number]): TrackedComponent {
  const group = parsedPurl(purl)?.namespace ?? null;
  const isInName = group !== null && name.startsWith(`${group}/`);
  return {
    uuid: identityOf('component', type, name, version, purl ?? ''),
    ...(group !== null && { group }),
    name: isInName ? name.slice(group.length + 1) : name,
    version,
    ...(purl !== null && { purl }),
  };
}

function parsedPurl(purl: string | null) {
  const reading = purl === null ? null : parsePurl(purl);
  return reading?.ok ? reading.purl : null;
}

const component = z.object({
  uuid: z.guid(),
  group: z.string().optional(),
  name: z.string(),
  version: z.string(),
  purl: z.string().optional(),
});

export const violation = z.object({
  uuid: z.guid(),
  type: z.literal('OPERATIONAL'),
  project: z.object({ uuid: z.guid(), name: z.string(), version: z.string() }),
  component,
  policyCondition: z.object({
    uuid: z.guid(),
    subject: z.literal('VERSION'),
    operator: z.literal('MATCHES'),
    value: z.string(),
    policy: z.object({
      uuid: z.guid(),
      name: z.string(),
      violationState: z.enum(['FAIL', 'WARN']),
    }),
  }),
  text: z.string(),
  /** Milliseconds since 1970: since when the policy applies. */
  timestamp: z.number().int().optional(),
});

const COUNTS = [
  ...(['critical', 'high', 'medium', 'low', 'unassigned', 'vulnerabilities'] as const),
  ...(['vulnerableComponents', 'components', 'suppressed', 'findingsTotal'] as const),
  ...(['findingsAudited', 'findingsUnaudited', 'inheritedRiskScore'] as const),
  ...(['policyViolationsFail', 'policyViolationsWarn', 'policyViolationsInfo'] as const),
  ...(['policyViolationsTotal', 'policyViolationsAudited', 'policyViolationsUnaudited'] as const),
  ...(['policyViolationsSecurityTotal', 'policyViolationsSecurityAudited'] as const),
  ...(['policyViolationsSecurityUnaudited', 'policyViolationsLicenseTotal'] as const),
  ...(['policyViolationsLicenseAudited', 'policyViolationsLicenseUnaudited'] as const),
  ...(['policyViolationsOperationalTotal', 'policyViolationsOperationalAudited'] as const),
  'policyViolationsOperationalUnaudited',
] as const;
type Count = (typeof COUNTS)[number];

/** Counts the violations of a project. Clients read each of the numbers: what is not counted here is 0. */
export function toMetrics(project: TrackedRow, violations: readonly TrackedViolation[]) {
  const failing = violations.filter(
    ({ policyCondition }) => policyCondition.policy.violationState === 'FAIL',
  );
  const total = violations.length;
  const known: Partial<Record<Count, number>> = {
    components: project.components,
    policyViolationsFail: failing.length,
    policyViolationsWarn: total - failing.length,
    policyViolationsTotal: total,
    policyViolationsUnaudited: total,
    policyViolationsOperationalTotal: total,
    policyViolationsOperationalUnaudited: total,
  };
  // The names of the list, each with a number.
  const counts = Object.fromEntries(COUNTS.map((name) => [name, known[name] ?? 0])) as Record<
    Count,
    number
  >;
  return {
    ...counts,
    firstOccurrence: project.firstScanAt.getTime(),
    lastOccurrence: project.latestScanAt.getTime(),
  };
}

export const metrics = z
  .record(z.enum(COUNTS), z.number().int().min(0))
  .and(z.object({ firstOccurrence: z.number().int(), lastOccurrence: z.number().int() }));

/** Names what a role may do in the words of Dependency-Track. */
export function permissionsOf(role: Role): string[] {
  const mayUpload = can(role, 'scan:upload');
  const mayRead = can(role, 'inventory:read');
  return [
    ...(mayUpload ? ['BOM_UPLOAD', 'PROJECT_CREATION_UPLOAD', 'VULNERABILITY_ANALYSIS'] : []),
    ...(mayRead ? ['VIEW_PORTFOLIO', 'VIEW_VULNERABILITY', 'VIEW_POLICY_VIOLATION'] : []),
    ...(mayUpload && mayRead ? ['PORTFOLIO_MANAGEMENT'] : []),
  ];
}

/** Far above any page that a client asks for; each has a few hundred bytes. */
const MAX_PAGE_SIZE = 10_000;
const pageNumber = z.number().int().min(1).max(1_000_000).optional();
const pageSize = z.number().int().min(1).max(MAX_PAGE_SIZE).optional();

/** The paging of lists, under each of the names that Dependency-Track knows it by. */
export const trackedPageInput = {
  ...{ pageNumber, page: pageNumber, pageSize, size: pageSize, limit: pageSize },
  offset: z.number().int().min(0).max(1_000_000_000).optional(),
};
type TrackedPageInput = z.output<z.ZodObject<typeof trackedPageInput>>;

/**
 * Reads which page is asked for.
 * @param defaultSize of who asks for none
 * @throws DomainError 422 for an offset within a page
 */
export function trackedPageOf(asked: TrackedPageInput, defaultSize = 100): PageRequest {
  const size = asked.pageSize ?? asked.size ?? asked.limit ?? defaultSize;
  const { offset = 0 } = asked;
  if (offset % size !== 0) {
    const msg = 'Value error, not a multiple of the limit';
    throw invalid([{ loc: ['query', 'offset'], msg, type: 'value_error' }]);
  }
  return { page: asked.pageNumber ?? asked.page ?? offset / size + 1, size };
}

/** The header that says how long a list is, since the list itself is an array. */
export const totalHeader = (total: number): AnswerPart => ({
  headers: { 'x-total-count': String(total) },
});

/** A boolean of JSON, or the text of one: forms have nothing else, and some clients quote it in JSON. */
export const flag = z
  .union([z.boolean(), z.string().transform((text) => text.trim().toLowerCase() === 'true')])
  .nullish();

/** A name or version; trimmed, and null where nothing is left. */
export const trackedText = storedText(1_024)
  .nullish()
  .transform((text) => text?.trim() || null);

/** As many as an upload of our own may bring as labels. */
export const MAX_TAGS = 100;
export const trackedTag = z.union([
  z.object({ name: storedText(1_024) }).transform(({ name }) => name),
  storedText(1_024),
]);

export const token = z.object({ token: z.guid() });
