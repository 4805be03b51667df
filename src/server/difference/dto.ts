import { z } from 'zod';
import { adviceOn } from '@/domain/advice/advice';
import type { CatalogView } from '@/domain/catalog/view';
import type { Day } from '@/domain/eol/calendar';
import { stateOf } from '@/domain/eol/proximity';
import type { EvidenceDegree } from '@/domain/evidence/degree';
import { identityOf } from '@/domain/identifiers/identity';
import type {
  HeldCycle,
  HeldFinding,
  HeldPackage,
  InventoryDifference,
} from '@/domain/inventory/difference';
import { differenceMarkdown } from '@/domain/inventory/difference-markdown';
import { STATEMENT_KINDS } from '@/domain/registry/package-facts';
import { markOf, supportRecord } from '@/server/coverage/dto';
import type { JudgedCycleFacts } from '@/server/inventory/service/software';
import {
  day,
  eolState,
  estimatedFrom,
  evidenceDegree,
  instant,
  moveAdvice,
} from '@/server/platform/trpc/outputs';

/** Entries of each list that are answered; the totals count them all. */
export const MAX_ENTRIES = 1_000;

const count = z.number().int().min(0);
const atMost = `At most ${String(MAX_ENTRIES)}`;

const comparedFinding = z.object({
  product_name: z.string(),
  cycle: z.string(),
  artifact_type: z.string(),
  eol_date: day.nullable(),
  eol_date_known: z
    .boolean()
    .describe(
      'False with a date: it has ended on an unknown day, and the date is the day it was first seen',
    ),
  estimated_from: estimatedFrom,
  evidence: evidenceDegree,
  contract: supportRecord.optional(),
  state: eolState,
  advice: moveAdvice.nullable().describe('Where to move'),
  why_url: z.url().optional().meta({
    description: 'The page that says why; a document has none',
    example: 'https://eventide.example.com/findings/01931c5f-0d4e-7a62-b3c5-91f2e7d8a604',
  }),
});

const findings = z.array(comparedFinding).describe(`The nearest end first. ${atMost}`);

const comparedPackage = z.object({
  name: z.string(),
  version: z.string(),
  type: z.string(),
  purl: z.string().nullable(),
  degree: z
    .enum(['registry', 'stale'])
    .describe('`registry`: its registry says so; `stale`: an estimate'),
  kind: z
    .enum(STATEMENT_KINDS)
    .nullable()
    .describe('What its registry calls it; null for a stale line'),
  message: z.string().describe('In the words of its registry, or why it is estimated'),
  successor: z.string().nullable().describe('What its maintainer names in its place'),
  released_on: day.nullable().describe('Of a stale line, its last release'),
});

const packages = z.array(comparedPackage).describe(`By name. ${atMost}`);

/** A list by where its entries are: in the latter alone, in the former alone, in both. */
const sidesOf = <Entry extends z.ZodType>(list: z.ZodArray<Entry>) =>
  z.object({
    ...{ new: list, new_total: count },
    ...{ gone: list, gone_total: count },
    ...{ same: list, same_total: count },
  });

const change = {
  from: z.array(z.string()).describe('What only the former has; empty: it came'),
  to: z.array(z.string()).describe('What only the latter has; empty: it went'),
};

/** What changed between two inventories, with ends and advice as of today. */
export const inventoryDifference = z
  .object({
    findings: sidesOf(findings)
      .nullable()
      .describe('Null: those of one side are not known any more'),
    software: z
      .object({
        changes: z.array(z.object({ product_name: z.string(), ...change })).describe(atMost),
        changes_total: count,
        same_total: count,
      })
      .nullable()
      .describe('Release cycles by product, also those without a known end. Null as above'),
    components: z
      .object({
        changes: z
          .array(z.object({ name: z.string(), type: z.string(), ...change }))
          .describe(`Versions by package. ${atMost}`),
        changes_total: count,
        same_total: count,
      })
      .nullable()
      .describe('Null: the packages of one side are not kept any more'),
    packages: sidesOf(packages)
      .nullable()
      .describe(
        'Versions of packages that are deprecated, yanked, archived, moved or of a stale line by what is known today, and of which nobody tells an end; what does not ship is left out. Null as above',
      ),
    markdown: z.string().describe('The same in short, for the comment of a pull request'),
  })
  .meta({ id: 'InventoryDifference' });

export type DifferenceAnswer = z.output<typeof inventoryDifference>;

/** One of the two that are compared. */
export const comparedState = z.object({
  image_tag_id: z.guid(),
  kind: z.enum(['image', 'directory', 'application']),
  name: z.string(),
  tag: z.string(),
  project_name: z.string(),
  scan_id: z.guid().nullable().describe('Null: as it is now, with what the catalog says today'),
  scan_date: instant.describe('Of that scan, or of the latest'),
});

/** Facts of cycles by the digest of (product, cycle). */
export type CycleEnds = ReadonlyMap<string, KnownCycleEnd>;

/** What is known of when a cycle ends, and how well. */
export interface KnownCycleEnd extends Pick<JudgedCycleFacts, 'eolOn' | 'eolOnKnown' | 'support'> {
  /** The cycle from which it was concluded; null: somebody says it, or nobody knows it. */
  readonly estimatedFrom: string | null;
  readonly evidence: EvidenceDegree;
}

/** By what a difference is told. */
interface ToldAs {
  readonly catalog: CatalogView;
  readonly today: Day;
  /** Where its pages are. */
  readonly publicUrl: string;
}

/** Judges a difference as of today. @param names what the two are called in its Markdown */
export function toDifference(
  { findings: found, software, components, packages: judged }: InventoryDifference,
  ends: CycleEnds,
  { names, ...as }: ToldAs & { readonly names: readonly [string, string] },
): DifferenceAnswer {
  const listed = (of: readonly HeldFinding[]) =>
    of
      .map((finding) => ({ finding, end: endOf(ends, finding) ?? '9999' }))
      // Stable: of those that end on one day, by name.
      .sort((left, right) => (left.end < right.end ? -1 : Number(left.end > right.end)))
      .slice(0, MAX_ENTRIES)
      .map(({ finding }) => toFinding(finding, ends, as));
  const answer = {
    findings: found && {
      ...{ new: listed(found.opened), new_total: found.opened.length },
      ...{ gone: listed(found.closed), gone_total: found.closed.length },
      ...{ same: listed(found.same), same_total: found.same.length },
    },
    software: software && {
      changes: software.changes.slice(0, MAX_ENTRIES).map(({ productName, from, to }) => ({
        ...{ product_name: productName, from: [...from], to: [...to] },
      })),
      changes_total: software.changes.length,
      same_total: software.same.length,
    },
    components: components && {
      changes: components.changes
        .slice(0, MAX_ENTRIES)
        .map(({ from, to, ...named }) => ({ ...named, from: [...from], to: [...to] })),
      changes_total: components.changes.length,
      same_total: components.same,
    },
    packages: judged && {
      ...{ new: listedPackages(judged.opened), new_total: judged.opened.length },
      ...{ gone: listedPackages(judged.closed), gone_total: judged.closed.length },
      ...{ same: listedPackages(judged.same), same_total: judged.same.length },
    },
  };
  return { ...answer, markdown: differenceMarkdown(answer, names) };
}

const listedPackages = (of: readonly HeldPackage[]) => of.slice(0, MAX_ENTRIES).map(toPackage);

function toPackage({ name, version, type, purl, fact }: HeldPackage) {
  const { degree, kind, message, successor, releasedOn } = fact;
  return {
    ...{ name, version, type, purl },
    ...{ degree, kind, message, successor, released_on: releasedOn },
  };
}

const factsOf = (ends: CycleEnds, { productName, cycle }: HeldCycle) =>
  ends.get(identityOf(productName, cycle));
const endOf = (ends: CycleEnds, cycle: HeldCycle) => factsOf(ends, cycle)?.eolOn ?? null;

function toFinding(finding: HeldFinding, ends: CycleEnds, { catalog, today, publicUrl }: ToldAs) {
  const { productName, cycle, artifactType, id } = finding;
  const facts = factsOf(ends, finding);
  const eolOn = facts?.eolOn ?? null;
  const inferredFrom = facts?.estimatedFrom ?? null;
  return {
    ...{ product_name: productName, cycle, artifact_type: artifactType },
    ...{ eol_date: eolOn, eol_date_known: facts?.eolOnKnown ?? false },
    ...markOf(facts?.support),
    ...(inferredFrom !== null && { estimated_from: inferredFrom }),
    evidence: facts?.evidence ?? 'unknown',
    state: stateOf(eolOn, today),
    advice: adviceOn(catalog, { productName, cycle }, today),
    ...(id !== undefined && { why_url: `${publicUrl}/findings/${id}` }),
  };
}
