import { z } from 'zod';
import type { CatalogMatch } from '@/domain/catalog/match';
import type { CatalogView } from '@/domain/catalog/view';
import { MATCH_RULE_WORDS, MATCH_RULES, type ExplainedMatch } from '@/domain/catalog/match-trace';
import { EOL_SOURCES } from '@/domain/eol/proximity';
import { IMAGE_KINDS } from '@/domain/image/kind';
import { POLICY_ACTIONS } from '@/domain/policy/policy';
import { UNSHIPPED_SCOPES } from '@/domain/scan/component';
import { SUPPORT_LEVELS } from '@/domain/catalog/catalog';
import { supportRecord } from '@/server/coverage/dto';
import {
  callerKind,
  day,
  eolState,
  evidenceDegree,
  instant,
  moveAdvice,
} from '@/server/platform/trpc/outputs';
import type { ExplainedPackage, UploadRow } from './repository';

export const ruleWords = z.object({
  rule: z.enum(MATCH_RULES),
  words: z.string().describe('The rule as what follows “looked up”'),
});

const step = ruleWords
  .extend({
    what: z.string().describe('What was looked for'),
    products: z.array(z.string()).describe('The products listed under it; none: it led nowhere'),
  })
  .meta({ id: 'MatchStep' });

/** How the catalog was led to a release cycle, or why to none. */
export const explainedMatch = z
  .object({
    found: z.boolean(),
    rule: ruleWords.nullable().describe('The look that led to the product; null: none did'),
    identifier: z.string().nullable().describe('The identifier of the catalog that matched'),
    product: z
      .object({
        slug: z.string(),
        name: z.string(),
        is_listed: z
          .boolean()
          .describe('Whether the catalog has it; else it is known by own dates alone'),
      })
      .nullable(),
    cycle: z.string().nullable(),
    version: z.string().nullable().describe('The version that the release cycle was found by'),
    estimated_from: z
      .string()
      .nullable()
      .describe('The catalog has no such release cycle, but this later one, which has ended'),
    supported_by: z
      .enum(['vendor', 'distribution'])
      .nullable()
      .describe('`distribution`: a package that the distribution maintains'),
    maintainer: z
      .object({ name: z.string().nullable(), evidence: z.array(z.string()) })
      .nullable()
      .describe(
        'Who built a package of a distribution’s format, a kernel, or what others than its project built, and what says so',
      ),
    message: z.string().nullable().describe('Why nothing was found'),
    steps: z.array(step).describe('Every look into the catalog, in order'),
  })
  .meta({ id: 'ExplainedMatch' });

export const explainedPackage = z
  .object({
    id: z.guid(),
    name: z.string(),
    version: z.string(),
    type: z.string(),
    purl: z.string().nullable(),
    scope: z.enum(UNSHIPPED_SCOPES).nullable().describe('Why it does not ship; null: it does'),
    found_by: z
      .enum(['scanner', 'catalog'])
      .describe('`scanner`: the scan itself named the release cycle'),
    match: explainedMatch,
  })
  .meta({ id: 'ExplainedPackage' });

export const uploadRecord = z
  .object({
    id: z.guid(),
    accepted_at: instant,
    caller: z.object({ kind: callerKind, name: z.string() }),
    commit_hash: z.string().nullable(),
    digest: z.string().nullable(),
    format: z.string().nullable().describe('Of the SBOM; null: a scan without one is kept'),
    packages: z.number().int(),
  })
  .meta({ id: 'ExplainedUpload' });

export const imageRecord = z.object({
  id: z.guid(),
  name: z.string(),
  tag: z.string(),
  kind: z.enum(IMAGE_KINDS),
});

export const namedRecord = z.object({ id: z.guid(), name: z.string() });

const end = z.object({
  date: day.nullable().describe('Null: nothing is known of its end'),
  date_known: z
    .boolean()
    .describe('False with a date: it has ended, and the date is the day it was first seen'),
  source: z.enum(EOL_SOURCES).nullable().describe('Whose date it is; null: nobody kept that'),
  estimated_from: z.string().nullable(),
});

const learntEnd = end
  .extend({
    learnt_on: day,
    known_before: z.boolean().describe('It was so before, too: nobody kept since when'),
  })
  .meta({ id: 'LearntEnd' });

const catalogFact = z
  .object({
    level: z.enum(SUPPORT_LEVELS),
    date: day.nullable(),
    ended: z.boolean(),
    withdrawn: z.boolean().describe('The catalog did not speak of it any more'),
    learnt_at: instant,
    known_before: z.boolean(),
    revision: z.number().int().nullable().describe('Counts the changes of the catalog'),
    source: z.string().nullable().describe('Where that revision was read from'),
  })
  .meta({ id: 'CatalogFact' });

const saidBy = z.object({
  override: z
    .object({ date: day, reason: z.string(), set_by: z.string(), set_on: day })
    .nullable()
    .describe('The organization’s own date'),
  catalog: z
    .object({ date: day.nullable(), ended: z.boolean(), is_own: z.boolean() })
    .nullable()
    .describe('What the catalog says; `is_own`: a product of the organization’s own'),
  scanner: z.object({ date: day.nullable(), ended: z.boolean() }),
});

const action = z.enum(POLICY_ACTIONS);

const policyOpinion = z
  .object({
    id: z.guid(),
    name: z.string().describe('`policy for Redis before 7`'),
    action: action.describe('What this policy alone makes of it on that day'),
    applies_on: day.nullable().describe('Since when, or from when on; null: never'),
    message: z.string().nullable(),
    decides: z.boolean(),
    judges: z.boolean().describe('False: it judges what runs alone, and the image does not'),
  })
  .meta({ id: 'PolicyOpinion' });

export const explanationOutput = z
  .object({
    as_of: day.describe('The UTC day that it is of: today, or the one that was asked for'),
    is_past: z.boolean(),
    notes: z
      .array(z.string())
      .describe('What is of today although a day before was asked for, and what is not kept'),
    finding: z.object({
      id: z.guid(),
      software_id: z.guid(),
      product_name: z.string(),
      cycle: z.string(),
      artifact_type: z.string(),
      lts: z.boolean().nullable(),
      state: eolState,
      evidence: evidenceDegree,
      is_open: z.boolean().describe('Whether it was found when that day was over'),
      first_seen_at: instant,
      times: z
        .array(z.object({ opened_at: instant, closed_at: instant.nullable() }))
        .describe(
          'When it was found, newest first: 20 at most; of a day before, as it was known then',
        ),
    }),
    image: imageRecord.extend({ is_gone: z.boolean() }),
    project: namedRecord,
    owner: namedRecord.nullable(),
    uploads: z.object({
      opened_by: uploadRecord.nullable().describe('Null: a change of the catalog found it'),
      latest: uploadRecord.nullable().describe('Null: it is not kept any more'),
    }),
    packages: z.array(explainedPackage).describe('50 at most'),
    has_more_packages: z.boolean(),
    end,
    advice: moveAdvice
      .nullable()
      .describe('Where to move; null as of a day, and when the catalog does not have the product'),
    said_by: saidBy,
    history: z.array(learntEnd).describe('What counted as its end, and from when on; oldest first'),
    catalog_history: z
      .array(catalogFact)
      .describe('What the catalog has said of the release cycle, and when that was learnt'),
    contract: supportRecord.nullable(),
    verdict: z.object({
      action,
      policy_id: z.guid().nullable(),
      applies_on: day.nullable(),
      message: z.string().nullable(),
      waiver: z.object({ id: z.guid(), ends_on: day, waived_action: action }).nullable(),
    }),
    policies: z.array(policyOpinion).describe('Those that are about it, first that which decides'),
    other_policies: z.number().int().describe('Those that are about something else'),
  })
  .meta({ id: 'Explanation' });

export type Explanation = z.output<typeof explanationOutput>;

export const packageExplanationOutput = z
  .object({
    image: imageRecord,
    project: namedRecord,
    package: explainedPackage.omit({ found_by: true }),
    findings: z
      .array(namedRecord)
      .describe('What the image is found to hold because of it; none: no known end'),
    latest_upload: uploadRecord.nullable(),
  })
  .meta({ id: 'PackageExplanation' });

/** Makes the record of an upload. */
export function toUpload(row: UploadRow | null): z.input<typeof uploadRecord> | null {
  return (
    row && {
      id: row.id,
      accepted_at: row.acceptedAt.toISOString(),
      caller: { kind: row.callerKind, name: row.callerName },
      commit_hash: row.commitHash,
      digest: row.digest,
      format: row.format,
      packages: row.componentCount,
    }
  );
}

const LONGEST_TRACE = 50;

/** Makes the record of a package and of how the catalog was led to its release cycle. */
export function toExplainedPackage(
  row: ExplainedPackage,
  explained: ExplainedMatch,
  catalog: Pick<CatalogView, 'productBySlug'>,
) {
  const { id, name, version, type, purl, scope } = row;
  return { id, name, version, type, purl, scope, match: toExplainedMatch(explained, catalog) };
}

function toExplainedMatch(
  { match, steps }: ExplainedMatch,
  catalog: Pick<CatalogView, 'productBySlug'>,
): z.input<typeof explainedMatch> {
  const { product, maintainedBy } = match;
  const decisive = product && steps.find(({ products }) => products.includes(product.name));
  return {
    found: match.found,
    rule: decisive ? worded(decisive) : null,
    product: product && {
      ...{ slug: product.slug, name: product.name },
      is_listed: catalog.productBySlug(product.slug) !== null,
    },
    ...cycleOf(match),
    maintainer: maintainedBy
      ? {
          name: maintainedBy.kind === 'unknown' ? null : maintainedBy.name,
          evidence: [...maintainedBy.evidence],
        }
      : null,
    steps: steps.slice(0, LONGEST_TRACE).map((one) => ({
      ...worded(one),
      what: one.what,
      products: [...one.products],
    })),
  };
}

function cycleOf(match: CatalogMatch) {
  if (!match.found) {
    const nothing = { identifier: null, cycle: null, version: null, estimated_from: null };
    return { ...nothing, supported_by: null, message: match.message };
  }
  return {
    identifier: match.by,
    cycle: match.cycle.name,
    version: match.version,
    estimated_from: match.cycle.inferred?.from ?? null,
    supported_by: match.maintainer,
    message: null,
  };
}

const worded = ({ rule }: { readonly rule: (typeof MATCH_RULES)[number] }) => ({
  rule,
  words: MATCH_RULE_WORDS[rule],
});
