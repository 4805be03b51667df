import { z } from 'zod';
import { EOL_REASONS, ENTITY_TYPES } from '@/domain/catalog/check/answer';
import { ECOSYSTEMS } from '@/domain/catalog/match';
import { TOLD_FOR_DAYS } from '@/domain/registry/age';
import { STATEMENT_KINDS } from '@/domain/registry/package-facts';
import { supportRecord } from '@/server/coverage/dto';
import { day, evidenceDegree, moveAdvice } from '@/server/platform/trpc/outputs';
import { answerExample } from './service/answer-example';

const instant = z.iso.datetime();
const maybeInstant = instant.nullable();
const lowerReason = z.enum(['vendor_announced', 'registry_deprecated', 'source_archived']);
const isDefault = z
  .boolean()
  .describe('Whether it is the level that counts when none is asked for');

const supportEnd = z
  .object({
    reason: lowerReason,
    date: maybeInstant.describe('Null when it has ended on a day that is not known'),
    supportLevel: z.string(),
    isDefault,
  })
  .meta({ id: 'SupportEnd' });

const lifecycle = z
  .object({
    id: z.string().describe('Of this support level of this component version'),
    eolAt: maybeInstant,
    componentId: z.string(),
    range: z.string().describe('The versions that it holds for'),
    supportLevel: z.string(),
    isDefault,
    uri: z.string().nullable(),
    eolField: z.string().describe('The field of the catalog’s source that says so'),
    isEol: z
      .boolean()
      .nullable()
      .describe('Null when it is not known, which is not the same as supported'),
    componentVersionId: z.string(),
    lifecycleId: z
      .string()
      .describe('Of this support level of the release cycle: the same for all versions in it'),
  })
  .meta({ id: 'CheckLifecycle' });

const componentVersion = z
  .object({
    id: z.string().describe('`cv_` and what follows from component and version alone'),
    version: z.string(),
    componentId: z.string().describe('`c_` and what follows from the component alone'),
    releasedAt: maybeInstant.describe(
      'The release of the version where the catalog knows it, else of its release cycle',
    ),
    createdAt: maybeInstant.describe('The release of its release cycle'),
    updatedAt: maybeInstant.describe('The newest release of its release cycle'),
  })
  .meta({ id: 'CheckComponentVersion' });

const result = z
  .object({
    componentName: z.string(),
    ecosystem: z.enum(ECOSYSTEMS),
    version: componentVersion,
    eol: z.object({
      now: z.object({
        primary: supportEnd
          .nullable()
          .describe('The end of the support level that is asked for; null while it has not ended'),
        other: z.array(supportEnd).describe('The further support levels that have ended'),
      }),
      future: supportEnd
        .nullable()
        .describe('The next end to come, of the level that is asked for before any other'),
    }),
    lifecycles: z.array(lifecycle).describe('One for each support level of the release cycle'),
    registry: z
      .object({
        reason: lowerReason,
        message: z.string(),
        since: maybeInstant,
        url: z.string().nullable(),
      })
      .nullable()
      .describe('What the component’s registry says against it; null when nothing'),
  })
  .meta({ id: 'CheckResult' });

const evidence = z
  .object({
    schema_version: z.string(),
    id: z.string(),
    modified: maybeInstant,
    published: maybeInstant,
    entity: z.object({
      lts: z.boolean(),
      name: z.string(),
      released: maybeInstant,
      type: z.enum(ENTITY_TYPES),
      vendor: z.string(),
      version: z.string(),
    }),
    support: z.array(
      z.object({
        eol: maybeInstant,
        id: z.string(),
        level: z.number().int().describe('1 active, 2 standard, 3 extended'),
      }),
    ),
    references: z.array(
      z.object({
        type: z.enum(['CHANGELOG', 'ARTICLE', 'WEB', 'SOURCE', 'PACKAGE']),
        url: z.string(),
      }),
    ),
    identification: z.object({
      cpes: z.array(z.string()),
      custom: z.object({ name: z.string(), vendor: z.string() }),
      purls: z.array(z.string()),
      versions: z.array(z.string()),
    }),
  })
  .meta({
    id: 'CheckEvidence',
    description:
      'What the verdict rests on. For a distribution’s own package the entity is that package, and the distribution its vendor',
  });

const identifier = z
  .union([
    z.object({ name: z.string(), version: z.string(), ecosystem: z.enum(ECOSYSTEMS) }),
    z.object({ purl: z.string() }),
    z.object({ cpe: z.string() }),
    z.object({
      custom: z.object({
        name: z.string(),
        vendor: z.string().optional(),
        version: z.string(),
      }),
    }),
  ])
  .describe('The component as it was asked for');

const candidate = z
  .object({
    product: z.string().describe('The slug of the catalog’s product'),
    name: z.string(),
    vendor: z.string(),
    cycle: z.string(),
    eol: z
      .boolean()
      .nullable()
      .describe('Whether the support level that is asked for has ended; null when not known'),
    eol_date: maybeInstant,
    contract: supportRecord.optional().describe('Present where a contract covers it'),
  })
  .meta({ id: 'CheckCandidate' });

const fact = z
  .object({
    kind: z
      .enum(STATEMENT_KINDS)
      .nullable()
      .describe('What its registry calls it; null for a stale line'),
    message: z.string(),
    successor: z.string().nullable().describe('What its maintainer names in its place'),
    url: z.string().nullable(),
    released_on: day.nullable().describe('Of a stale line, its last release'),
    read_on: day.describe(
      `When its registry was read to say so. What was not read again within ${String(TOLD_FOR_DAYS)} days is unknown`,
    ),
  })
  .meta({ id: 'CheckFact' });

/** The answer to one check: the envelope and the flat fields, side by side. */
export const checkAnswer = z
  .object({
    error: z.null(),
    result: result.nullable().describe('Null when nothing was found'),
    eol: z
      .boolean()
      .describe(
        'Whether the support level that is asked for has ended. False also when nothing is known: see `match` and `found_support`',
      ),
    eol_reason: z.enum(EOL_REASONS).nullable(),
    eol_date: maybeInstant.describe('Whenever it is known, past or future'),
    match: z.object({
      found: z.boolean(),
      message: z
        .string()
        .describe('Why nothing was found, or what of the answer is not known; else empty'),
    }),
    estimated_from: z
      .string()
      .optional()
      .describe(
        'Only where no vendor says that it has ended: it is older than this release cycle of its product, which has',
      ),
    candidates: z
      .array(candidate)
      .optional()
      .describe(
        'Only where the component may be any of several products, as `openjdk` may be of any maker: those that know its version. The answer says that it has ended, or that it is supported, where at least two do and all agree; `eol_date` is then the day on which the last of them ended, or the first of them will. Else `match.found` is false',
      ),
    evidence_degree: evidenceDegree,
    fact: fact
      .optional()
      .describe(
        'Present where it is known by what its registry was read to say in the background (`evidence_degree` is `registry`), or by its line being stale (`stale`). A stale line is an estimate: `eol` is false, `match.found` too, and this and the degree alone tell of it',
      ),
    found_support: z
      .boolean()
      .describe('Whether the component has the support level that is asked for'),
    request: z.object({ identifier }),
    evidence: evidence
      .nullable()
      .describe('Null when nothing was found, and where several products may be meant'),
    contract: supportRecord
      .optional()
      .describe(
        'Present where a contract covers the release cycle that was found, for the whole organization or in the `project` that was named. The ends of its standard and extended support are then the contract’s, where that lasts longer, here and in `result` and `evidence`; `upstreamDate` is the end without it. `advice` knows no contracts',
      ),
    advice: moveAdvice
      .nullable()
      .describe(
        'Where to move from the release cycle that was found. Null when none was: nothing is known then of where to move, which does not say that there is no need to',
      ),
  })
  .meta({ id: 'CheckAnswer', example: answerExample });
