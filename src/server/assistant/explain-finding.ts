import { z } from 'zod';
import { quotable, quoted } from '@/domain/assistant/quoted-text';
import { dayOf } from '@/domain/eol/calendar';
import { EOL_SOURCES, statesAsOf } from '@/domain/eol/proximity';
import { DomainError } from '@/domain/errors';
import { identityOf } from '@/domain/identifiers/identity';
import { POLICY_ACTIONS } from '@/domain/policy/policy';
import { listImageFindings } from '@/server/finding/service/findings';
import { recordId } from '@/server/platform/trpc/inputs';
import {
  data,
  day,
  endFields,
  endWords,
  moveFields,
  moveWords,
  nameArgument,
  toEnd,
  toMove,
} from './dto';
import { productAsked } from './service/places';
import { tool } from './service/tool';

/** Findings of one question, and packages of one finding, that are told. */
const MAX_FINDINGS = 10;
const MAX_PACKAGES = 10;

const input = z.object({
  image: recordId.describe('Id of the image, as `where_is` gives it'),
  product: nameArgument.describe('Name or slug of the product'),
  cycle: nameArgument.optional().describe('Only this release cycle'),
});

const output = z.object({
  total: z.int().describe('Findings of the product in the image'),
  findings: z.array(
    z.object({
      finding_id: z.guid(),
      product: data,
      cycle: data,
      package_type: data,
      ...endFields,
      decided_by: z.enum(EOL_SOURCES).describe('Whose date counts'),
      scanner_ends_on: day
        .nullable()
        .describe('The day that the scanner names, whichever date counts; null: none'),
      catalog_ends_on: day
        .nullable()
        .describe('The day that the catalog names, whichever date counts; null: none'),
      first_seen_at: z.iso.datetime(),
      found_by: z.enum(['scanner', 'catalog']),
      packages: z.array(z.object({ name: data, version: data, type: data })),
      policy: z.object({
        action: z.enum(POLICY_ACTIONS),
        message: data.nullable(),
        waived_until: day.nullable(),
      }),
      move: moveFields.nullable(),
    }),
  ),
});

const SOURCE_WORDS: Readonly<Record<(typeof EOL_SOURCES)[number], string>> = {
  scanner: 'the scanner says so',
  catalog: 'the catalog says so',
  override: 'the organization set the date itself',
  inferred: 'nobody says so: it is an estimate',
  contract: 'a contract says so',
};

/** Explains what was found of a product in an image: whose date it is, by which packages, and what the policies make of it. */
export const explainFinding = tool({
  name: 'explain_finding',
  title: 'Explain a finding',
  description:
    'Explains why software in an image counts as ended or supported: the packages it was found by, whose date counts, what scanner and catalog say, the contract or waiver that applies, what the policies decide, and where to move.',
  input,
  output,
  async answer(asked, { image, product, cycle }) {
    const { deps, principal } = asked;
    const all = await listImageFindings(deps, principal.organizationId, image);
    const isNamed = await namesOf(asked, product);
    const matching = all.filter(
      (one) => isNamed(one.productName) && (cycle === undefined || one.releaseCycle === cycle),
    );
    if (matching.length === 0) {
      const subject = cycle === undefined ? quoted(product) : `${quoted(product)} ${quoted(cycle)}`;
      throw new DomainError('not_found', `${subject} is not found in this image`);
    }
    const stateOf = statesAsOf(dayOf(deps.clock.now()));
    const told = matching.slice(0, MAX_FINDINGS);
    return {
      structured: {
        total: matching.length,
        findings: told.map((one) => toFinding({ ...one, state: stateOf(one.eolDate) })),
      },
      lines: told.flatMap((one) => linesOf({ ...one, state: stateOf(one.eolDate) })),
    };
  },
});

type Found = Awaited<ReturnType<typeof listImageFindings>>[number] & {
  readonly state: ReturnType<ReturnType<typeof statesAsOf>>;
};

/** Whether a scanner's name is one of the product's. */
async function namesOf(
  asked: Parameters<typeof productAsked>[0],
  product: string,
): Promise<(name: string) => boolean> {
  const known = await productAsked(asked, product);
  const key = identityOf(product);
  const view = await asked.deps.catalog.forOrganization(asked.principal.organizationId);
  return (name) =>
    identityOf(name) === key || (known !== null && view.productNamed(name)?.slug === known.slug);
}

function toFinding(found: Found): z.input<typeof output>['findings'][number] {
  const { policy, catalog, advice } = found;
  return {
    finding_id: found.id,
    product: quotable(found.productName),
    cycle: quotable(found.releaseCycle),
    package_type: quotable(found.artifactType),
    ...toEnd(found),
    decided_by: found.eolSource,
    scanner_ends_on: found.scannerEolDate,
    catalog_ends_on: catalog?.eolDate ?? null,
    first_seen_at: found.firstSeenDate,
    found_by: found.foundBy,
    packages: found.packages.slice(0, MAX_PACKAGES).map(({ name, version, type }) => ({
      ...{ name: quotable(name), version: quotable(version), type: quotable(type) },
    })),
    policy: {
      action: policy.action,
      message: policy.message === null ? null : quotable(policy.message),
      waived_until: policy.waiver?.endsOn ?? null,
    },
    move: advice && toMove(advice),
  };
}

function linesOf(found: Found): string[] {
  const { policy, scannerEolDate, catalog } = found;
  const packages = found.packages.slice(0, MAX_PACKAGES);
  const more = found.packages.length - packages.length;
  const shown = packages.map(({ name, version }) => `${quoted(name)} ${quoted(version)}`);
  const waived = policy.waiver ? `; a waiver holds until ${policy.waiver.endsOn}` : '';
  return [
    `${quoted(found.productName)} ${quoted(found.releaseCycle)} (${quoted(found.artifactType)}): ${endWords(found)}. Why: ${SOURCE_WORDS[found.eolSource]}.`,
    // It may say all the same that it has ended.
    `- the scanner says ${scannerEolDate ?? 'no day'}, the catalog says ${catalog?.eolDate ?? 'no day'}`,
    `- found by the ${found.foundBy}, first seen at ${found.firstSeenDate}, in packages ${shown.join(', ') || 'that it does not name'}${more > 0 ? ` and ${String(more)} more` : ''}`,
    `- policies: ${policy.action}${policy.message === null ? '' : ` (${quoted(policy.message)})`}${waived}`,
    `- ${moveWords(found.advice)}`,
  ];
}
