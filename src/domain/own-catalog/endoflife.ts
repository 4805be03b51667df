import type { SupportLevel } from '@/domain/catalog/catalog';
import { type StarterProduct, toProduct } from '@/domain/catalog/starter-product';
import type { Day } from '@/domain/eol/calendar';

/** The version of the form of endoflife.date that is written. */
const SCHEMA_VERSION = '1.2.0';

/**
 * Writes products as `GET /api/v1/products/full` of endoflife.date answers (schema 1.x). Vendors and reasons have no place
 * in it. What is past is of `today`.
 */
export function toEndoflifeDocument(products: readonly StarterProduct[], today: Day, at: Date) {
  return {
    schema_version: SCHEMA_VERSION,
    generated_at: at.toISOString(),
    total: products.length,
    result: products.map((product) => toResult(product, today)),
  };
}

function toResult(document: StarterProduct, today: Day) {
  const { slug, name, category, identifiers, references, cycles } = toProduct(
    document,
    'organization',
  );
  const isAlias = (kind: string) => kind === 'alias';
  const [policy = null] = references.map(({ url }) => url);
  return {
    name: slug,
    label: name,
    category,
    aliases: identifiers.filter(({ kind }) => isAlias(kind)).map(({ value }) => value),
    tags: [category],
    versionCommand: null,
    identifiers: identifiers
      .filter(({ kind }) => !isAlias(kind))
      .map(({ kind, value }) => ({ id: value, type: kind })),
    labels: {
      eoas: 'Active support',
      discontinued: null,
      eol: 'Support',
      eoes: 'Extended support',
    },
    links: { icon: null, html: policy, releasePolicy: policy },
    releases: cycles.map((cycle) => {
      const isPast = (level: SupportLevel) => {
        const end = cycle.support.find((one) => one.level === level);
        if (!end) return null;
        return end.ended || (end.endsOn !== null && end.endsOn <= today);
      };
      const from = (level: SupportLevel) =>
        cycle.support.find((one) => one.level === level)?.endsOn ?? null;
      const [isEoas, isEoes] = [isPast('ACTIVE_SUPPORT'), isPast('EXTENDED_SUPPORT')];
      return {
        ...{ name: cycle.name, codename: cycle.codename, label: cycle.label },
        ...{ releaseDate: cycle.releasedOn, isLts: cycle.lts, ltsFrom: null },
        ...(isEoas !== null && { isEoas, eoasFrom: from('ACTIVE_SUPPORT') }),
        ...{ isEol: isPast('STANDARD_SUPPORT') ?? false, eolFrom: from('STANDARD_SUPPORT') },
        ...(isEoes !== null && { isEoes, eoesFrom: from('EXTENDED_SUPPORT') }),
        isMaintained: !(isPast('STANDARD_SUPPORT') ?? false),
        latest:
          cycle.latestRelease === null
            ? null
            : {
                name: cycle.latestRelease,
                date: cycle.latestReleasedOn,
                link: cycle.releaseNotesUrl,
              },
        custom: null,
      };
    }),
  };
}
