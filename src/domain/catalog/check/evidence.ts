import type { Product, Reference } from '../catalog';
import type { ComponentQuery, FoundMatch } from '../match';
import type { Evidence } from './answer';
import { componentNames, entityTypeOf } from './names';
import { rankOf, startOfDay, type JudgedSupport } from './support';

/** Of the shape of `evidence`, not of what it says. */
export const EVIDENCE_VERSION = '1.0.0';

/**
 * Returns the evidence for the verdict. For a distribution's own package the entity is that package with the
 * distribution as its vendor: it is the distribution that supports it.
 */
export function evidenceOf(
  query: ComponentQuery,
  match: FoundMatch,
  support: readonly JudgedSupport[],
): Evidence {
  const { product, cycle, version } = match;
  const isPackage = match.maintainer === 'distribution';
  const name = isPackage ? match.name : product.name;
  const vendor = vendorOf(product);
  return {
    schema_version: EVIDENCE_VERSION,
    id: [...componentNames(match), cycle.name].join('/'),
    modified: startOfDay(cycle.latestReleasedOn ?? cycle.releasedOn),
    published: startOfDay(cycle.releasedOn),
    entity: {
      lts: cycle.lts,
      name,
      released: startOfDay(releaseDayOf(match)),
      type: entityTypeOf(query, match),
      vendor,
      version,
    },
    support: support.map(({ level, endsOn }) => ({
      eol: startOfDay(endsOn),
      id: level,
      level: rankOf(level),
    })),
    references: referencesOf(match),
    identification: {
      ...(isPackage ? askedBy(query) : cataloged(product)),
      custom: { name, vendor },
      versions: isPackage || version === cycle.name ? [version] : [version, cycle.name],
    },
  };
}

/** The vendor; a project without one is its own. */
export function vendorOf({ vendor, name }: Product): string {
  return vendor ?? name;
}

/** The day of the version itself where the catalog knows it, else of its release cycle. */
export function releaseDayOf({ version, cycle }: FoundMatch) {
  return version === cycle.latestRelease
    ? (cycle.latestReleasedOn ?? cycle.releasedOn)
    : cycle.releasedOn;
}

function referencesOf({ product, cycle }: FoundMatch): Reference[] {
  const notes = cycle.releaseNotesUrl;
  const others = product.references.filter(({ url }) => url !== notes);
  return notes === null ? others : [...others, { type: 'CHANGELOG', url: notes }];
}

type Identifiers = Pick<Evidence['identification'], 'cpes' | 'purls'>;

function cataloged({ identifiers }: Product): Identifiers {
  const valuesOf = (wanted: 'cpe' | 'purl') =>
    identifiers.flatMap(({ kind, value }) => (kind === wanted ? [value] : []));
  return { cpes: valuesOf('cpe'), purls: valuesOf('purl') };
}

/** The catalog names distributions, not their packages. */
function askedBy(query: ComponentQuery): Identifiers {
  return {
    cpes: query.kind === 'cpe' ? [query.cpe] : [],
    purls: query.kind === 'purl' ? [query.purl] : [],
  };
}
