import { z } from 'zod';
import type { CatalogView } from '@/domain/catalog/view';
import { COMPONENT_STATES } from '@/domain/inventory/component-state';
import type { Maintainer } from '@/domain/maintainer/maintainer';
import { pageOf } from '@/domain/pagination';
import { STATEMENT_KINDS } from '@/domain/registry/package-facts';
import { UNSHIPPED_SCOPES } from '@/domain/scan/component';
import { evidenceDegree } from '@/server/platform/trpc/outputs';
import type { ComponentRow } from './repository';

/** A page of the packages of an image. */
export const imagePackages = pageOf(
  z
    .object({
      id: z.guid(),
      name: z.string(),
      version: z.string(),
      type: z.string(),
      language: z.string().nullable(),
      purl: z.string().nullable(),
      licenses: z.array(z.string()),
      scope: z
        .enum(UNSHIPPED_SCOPES)
        .nullable()
        .describe('Why it does not ship; null for what does'),
      match: z
        .object({
          state: z.enum(COMPONENT_STATES),
          product: z.string().nullable(),
          cycle: z.string().nullable(),
        })
        .describe('The catalog’s match of it: `unknown` does not mean supported'),
      evidence: evidenceDegree,
      fact: z
        .object({
          kind: z.enum(STATEMENT_KINDS).nullable(),
          message: z.string(),
          successor: z.string().nullable().describe('What its maintainer names in its place'),
          url: z.string().nullable(),
        })
        .nullable()
        .describe(
          'What its registry says, or why its line is stale, where that is the best that is known',
        ),
      maintainer: z
        .object({
          kind: z.enum(['distribution', 'vendor', 'unknown']),
          name: z.string().nullable(),
          evidence: z.array(z.string()),
        })
        .nullable()
        .describe(
          'Who maintains a package of a distribution’s format, a kernel, or what others than its project built, and the source for that; null for all others',
        ),
    })
    .meta({ id: 'ImagePackage' }),
);

/**
 * A package of an image. `match.product` is in words, and also there where only its cycle is unknown.
 * `maintainer` is null for all but packages of a distribution's format, kernels, and what others than its project built.
 */
export function toImageComponent(
  row: ComponentRow,
  catalog: Pick<CatalogView, 'productBySlug' | 'matchScanned'>,
) {
  const { id, name, version, type, language, purl, licenses, scope, state, product, cycle } = row;
  const productName = product === null ? null : (catalog.productBySlug(product)?.name ?? product);
  const { maintainedBy } = catalog.matchScanned(row, row.distro);
  return {
    id,
    name,
    version,
    type,
    language,
    purl,
    licenses,
    scope,
    match: { state, product: productName, cycle },
    evidence: row.evidence,
    fact: row.fact,
    maintainer: maintainedBy ? shownMaintainer(maintainedBy) : null,
  };
}

/** Picks what people read of a maintainer: how a vendor's product is found concerns the matching alone. */
function shownMaintainer(maintainer: Maintainer) {
  const { kind, evidence } = maintainer;
  return { kind, name: kind === 'unknown' ? null : maintainer.name, evidence: [...evidence] };
}
