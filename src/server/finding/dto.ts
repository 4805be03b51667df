import { z } from 'zod';
import type { Advice } from '@/domain/advice/advice';
import { IMAGE_KINDS } from '@/domain/image/kind';
import type { GrantedWaiver } from '@/domain/waiver/set';
import { markOf, supportRecord, toSupport } from '@/server/coverage/dto';
import {
  day,
  eolState,
  estimatedFrom,
  evidenceDegree,
  instant,
  labels,
  moveAdvice,
  productNote,
} from '@/server/platform/trpc/outputs';
import type { CycleStatus } from '@/server/policy/dto';
import type { CatalogFacts } from '@/domain/catalog/view';
import type { FleetFindingRow } from './repository/fleet';
import type { FindingDetailRow, FindingRow } from './repository/findings';
import type { PastFindingRow, PastImageRow } from './repository/past';

/** The contract's `EolSoftwareFirst`: software of one image that has an end. */
export const eolSoftwareFirst = z
  .object({
    id: z.guid(),
    productName: z.string(),
    lts: z.boolean().nullable(),
    productPermalink: z.string().nullable(),
    productNote,
    releaseCycle: z.string(),
    releaseDate: day.nullable(),
    artifactType: z.string(),
    eolDate: day,
    estimatedFrom,
    evidence: evidenceDegree,
    contract: supportRecord.optional(),
    imageName: z.string(),
    imageTag: z.string(),
    imageLabels: labels,
    advice: moveAdvice
      .nullable()
      .describe('Where to move; null when the catalog does not have the product'),
  })
  .meta({
    id: 'EolSoftwareFirst',
    example: {
      id: '01931c5f-0d4e-7a62-b3c5-91f2e7d8a604',
      productName: 'Debian Linux',
      lts: false,
      productPermalink: 'https://endoflife.date/debian',
      productNote: null,
      releaseCycle: '11',
      releaseDate: '2021-08-14',
      artifactType: 'deb',
      eolDate: '2026-08-31',
      evidence: 'catalog',
      imageName: 'registry.example.com/acme/shop',
      imageTag: '2.4.1',
      imageLabels: { team: 'payments' },
      advice: {
        target: {
          name: '13',
          label: '13 (Trixie)',
          lts: false,
          endsOn: '2028-08-09',
          state: 'later',
          latestRelease: '13.6',
          releaseNotesUrl: 'https://www.debian.org/News/2026/20260711',
        },
        smallest: null,
        reason: null,
        about: null,
        older: null,
      },
    },
  });

/** Makes the contract's `EolSoftwareFirst`. */
export function toEolSoftware(row: FindingRow, advice: Advice | null) {
  return {
    id: row.id,
    productName: row.productName,
    lts: row.lts,
    productPermalink: row.productPermalink,
    productNote: toProductNote(row),
    releaseCycle: row.cycle,
    releaseDate: row.releasedOn,
    artifactType: row.artifactType,
    eolDate: row.eolOn,
    ...(row.estimatedFrom !== null && { estimatedFrom: row.estimatedFrom }),
    evidence: row.evidence,
    ...markOf(row.support),
    imageName: row.imageName,
    imageTag: row.imageTag,
    imageLabels: row.labels,
    advice,
  };
}

/** Makes the contract's `EolSoftwareNote`: the one note of the finding's product. */
function toProductNote(row: Pick<FindingRow, 'noteId' | 'noteContent' | 'noteUserProfile'>) {
  if (row.noteId === null) return null;
  return { id: row.noteId, noteContent: row.noteContent, userProfile: row.noteUserProfile };
}

/** Makes a finding's record for an image's page. */
export function toImageFinding(
  row: FindingDetailRow,
  policy: CycleStatus,
  catalog: CatalogFacts | null,
  advice: Advice | null,
) {
  return {
    id: row.id,
    softwareId: row.softwareId,
    productName: row.productName,
    productPermalink: row.productPermalink,
    productNote: toProductNote(row),
    releaseCycle: row.cycle,
    releaseDate: row.releasedOn,
    artifactType: row.artifactType,
    lts: row.lts,
    eolDate: row.eolOn,
    eolDateKnown: row.eolOnKnown,
    eolSource: row.eolSource,
    estimatedFrom: row.estimatedFrom,
    evidence: row.evidence,
    contract: toSupport(row.support),
    scannerEolDate: row.scannerEolOn,
    latestRelease: row.latestRelease,
    latestReleaseDate: row.latestReleasedOn,
    firstSeenDate: row.firstSeenAt.toISOString(),
    packages: row.packages,
    foundBy: row.isCatalogs ? ('catalog' as const) : ('scanner' as const),
    catalog,
    advice,
    policy,
  };
}

export const namedRecord = z.object({ id: z.guid(), name: z.string() });

/** Software that an image holds, in the list of all images'. */
export const findingRecord = z
  .object({
    id: z.guid(),
    software_id: z.guid().describe('The product’s release cycle as a package type'),
    product_name: z.string(),
    cycle: z.string(),
    artifact_type: z.string(),
    lts: z.boolean().nullable(),
    state: eolState,
    eol_date: day.nullable().describe('Null: nothing is known of its end'),
    eol_date_known: z
      .boolean()
      .describe('False with a date: it has ended, and the date is the day it was first seen'),
    estimated_from: z
      .string()
      .nullable()
      .describe('The cycle that its end was concluded from: nobody says it'),
    evidence: evidenceDegree,
    contract: supportRecord.nullable().describe('By which it is supported there'),
    image: z.object({
      id: z.guid(),
      name: z.string(),
      tag: z.string(),
      kind: z.enum(IMAGE_KINDS),
    }),
    project: namedRecord,
    owner: namedRecord.nullable().describe('The team that owns the project'),
    waiver: z
      .object({ id: z.guid(), ends_on: day.describe('The last day on which it holds, UTC') })
      .nullable()
      .describe('The granted waiver that covers it there: of several, the one that lasts longest'),
    first_seen_at: instant,
    advice: moveAdvice
      .nullable()
      .describe('Where to move; null when the catalog does not have the product'),
  })
  .meta({ id: 'Finding' });

/** Makes a finding's record for the list of all images'. */
export function toFleetFinding(
  row: FleetFindingRow,
  advice: Advice | null,
  waiver: GrantedWaiver | null,
) {
  const { ownerId, ownerName } = row;
  return {
    id: row.id,
    software_id: row.softwareId,
    ...{ product_name: row.productName, cycle: row.cycle, artifact_type: row.artifactType },
    ...{ lts: row.lts, state: row.state },
    ...{ eol_date: row.eolOn, eol_date_known: row.eolOnKnown, estimated_from: row.estimatedFrom },
    evidence: row.evidence,
    contract: toSupport(row.support),
    image: { id: row.imageTagId, name: row.imageName, tag: row.imageTag, kind: row.kind },
    project: { id: row.projectId, name: row.projectName },
    owner: ownerId === null ? null : { id: ownerId, name: ownerName ?? '' },
    waiver: waiver && { id: waiver.id, ends_on: waiver.endsOn },
    first_seen_at: row.firstSeenAt.toISOString(),
    advice,
  };
}
export type FleetFinding = ReturnType<typeof toFleetFinding>;

/** Makes the record of an image as it was when a day was over. */
export function toPastImage(row: PastImageRow) {
  const { id, kind, name, tag, projectId, projectName, ownerId, ownerName, fate, isGone } = row;
  return {
    ...{ id, kind, name, tag, fate, isGone },
    project: { id: projectId, name: projectName },
    owner: ownerId === null ? null : { id: ownerId, name: ownerName ?? '' },
    firstScanDate: row.firstScanAt.toISOString(),
    latestScan: toPastScan(row),
  };
}

function toPastScan({ scanId, acceptedAt, callerKind, callerName, ...scan }: PastImageRow) {
  const { commitHash, digest, componentCount } = scan;
  // The join gives all columns of a scan or none.
  if (scanId === null || acceptedAt === null || callerKind === null) return null;
  return {
    ...{ id: scanId, scanDate: acceptedAt.toISOString(), callerKind, callerName: callerName ?? '' },
    ...{ commitHash, digest, componentCount: componentCount ?? 0 },
  };
}

/** Makes the record of what an image held when a day was over. */
export function toPastFinding(
  row: PastFindingRow,
  { action, policyId, appliesOn, message, waiver }: CycleStatus,
) {
  return {
    id: row.id,
    softwareId: row.softwareId,
    productName: row.productName,
    releaseCycle: row.cycle,
    artifactType: row.artifactType,
    lts: row.lts,
    state: row.state,
    ...{ eolDate: row.eolOn, eolDateKnown: row.eolOnKnown, estimatedFrom: row.estimatedFrom },
    evidence: row.evidence,
    contract: toSupport(row.support),
    policy: { action, policyId, appliesOn, message, waiver },
  };
}
