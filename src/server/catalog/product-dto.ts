import type { Product, ReleaseCycle, SupportEnd } from '@/domain/catalog/catalog';

/** A product in a list. */
export function toProductSummary(
  product: Product,
  use: { readonly images: number; readonly cycles: number },
) {
  const { slug, name, vendor, category, source, cycles } = product;
  return {
    slug,
    name,
    vendor,
    category,
    source,
    cycles: cycles.length,
    cycles_in_use: use.cycles,
    images: use.images,
  };
}

/** A product with everything that the catalogue says of it. */
export function toProductRecord(product: Product, images: ReadonlyMap<string, number>) {
  const { slug, name, vendor, category, source, identifiers, references, cycles } = product;
  return {
    slug,
    name,
    vendor,
    category,
    source,
    identifiers: identifiers.map(({ kind, value }) => ({ kind, value })),
    references: references.map(({ type, url }) => ({ type, url })),
    cycles: cycles.map((cycle) => ({
      ...toCycleRecord(cycle),
      images: images.get(cycle.name) ?? 0,
    })),
  };
}

/** A release cycle with everything that the catalogue says of it. */
export function toCycleRecord(cycle: ReleaseCycle) {
  return {
    name: cycle.name,
    label: cycle.label,
    codename: cycle.codename,
    lts: cycle.lts,
    released_on: cycle.releasedOn,
    latest_release: cycle.latestRelease,
    latest_released_on: cycle.latestReleasedOn,
    release_notes_url: cycle.releaseNotesUrl,
    support: cycle.support.map(toSupportRecord),
  };
}

function toSupportRecord({ level, endsOn, ended, override }: SupportEnd) {
  return {
    level,
    ends_on: endsOn,
    ended,
    override: override
      ? {
          catalog_ends_on: override.catalogEndsOn,
          catalog_ended: override.catalogEnded,
          reason: override.reason,
          set_by: override.setBy,
          set_on: override.setOn,
        }
      : null,
  };
}
