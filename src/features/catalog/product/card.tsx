import type { ReactNode } from 'react';
import { CopyText } from '@/components/ui/copy-text';
import { FactList } from '@/components/ui/fact-list';
import { TextLink } from '@/components/ui/text-link';
import { formatCount } from '@/lib/numbers';
import { webAddress } from '@/lib/web-address';
import type { ProductPage, ProductRecord } from '@/features/catalog/types';
import { categoryWord } from '@/domain/catalog/categories';

interface Fact {
  readonly label: string;
  readonly value: ReactNode;
}

const SOURCE_WORDS: Record<ProductRecord['source'], string> = {
  starter: 'Shipped with this service',
  import: 'Imported',
  organization: 'Added by your organization',
};

const KIND_WORDS = {
  purl: 'purl',
  cpe: 'CPE',
  alias: 'Also called',
  repology: 'Repology',
} as const;
const KINDS = ['alias', 'purl', 'cpe', 'repology'] as const;
/** More of a kind are folded away. */
const SHOWN_AT_ONCE = 4;

/** Facts of a product beside its cycles. */
export function ProductFacts({ page }: { page: ProductPage }) {
  const identifiers = identifierFacts(page.product);
  return (
    <section
      aria-label="Facts"
      className="grid gap-x-10 gap-y-2 rounded-md border bg-surface px-4 py-3 lg:grid-cols-2"
    >
      <FactList className="content-start" facts={factsOf(page)} />
      {identifiers.length > 0 && <FactList className="content-start" facts={identifiers} />}
    </section>
  );
}

function factsOf({ product, own }: ProductPage): Fact[] {
  const { vendor, category, source, references } = product;
  const links = references.flatMap(({ type, url }) => {
    const href = webAddress(url);
    return href === null ? [] : [{ type, href }];
  });
  return [
    { label: 'Vendor', value: vendor ?? <span className="text-subtle">Unknown</span> },
    { label: 'Kind', value: categoryWord(category) },
    {
      label: 'Source',
      value: own?.product ? (
        <>
          {SOURCE_WORDS[source]} <span className="text-muted">({own.product.set_by})</span>:{' '}
          {own.product.reason}
        </>
      ) : (
        SOURCE_WORDS[source]
      ),
    },
    ...(links.length === 0 ? [] : [{ label: 'References', value: <References links={links} /> }]),
  ];
}

const REFERENCE_WORDS = {
  CHANGELOG: 'Release notes',
  ARTICLE: 'Article',
  WEB: 'Web page',
  SOURCE: 'Source',
  PACKAGE: 'Package',
} as const satisfies Record<ProductRecord['references'][number]['type'], string>;

export interface ReferencesProps {
  links: readonly { readonly type: keyof typeof REFERENCE_WORDS; readonly href: string }[];
}

/** Where the facts come from. The host tells links of one kind apart. */
export function References({ links }: ReferencesProps) {
  return (
    <ul className="grid gap-0.5">
      {links.map(({ type, href }) => (
        <li key={`${type} ${href}`} className="min-w-0">
          <TextLink href={href} external>
            {REFERENCE_WORDS[type]}
          </TextLink>{' '}
          <span className="text-xs wrap-anywhere text-muted">{new URL(href).host}</span>
        </li>
      ))}
    </ul>
  );
}

function identifierFacts({ identifiers }: ProductRecord): Fact[] {
  return KINDS.flatMap((kind) => {
    const values = identifiers.flatMap((one) => (one.kind === kind ? [one.value] : []));
    if (values.length === 0) return [];
    return [
      { label: KIND_WORDS[kind], value: <Identifiers values={values} what={KIND_WORDS[kind]} /> },
    ];
  });
}

function Identifiers({ values, what }: { values: readonly string[]; what: string }) {
  const rest = values.slice(SHOWN_AT_ONCE);
  return (
    <div className="grid min-w-0 grid-cols-1">
      <List values={values.slice(0, SHOWN_AT_ONCE)} what={what} />
      {rest.length > 0 && (
        <details className="min-w-0">
          <summary className="text-xs text-muted hover:text-fg">
            {formatCount(rest.length)} more
          </summary>
          <List values={rest} what={what} />
        </details>
      )}
    </div>
  );
}

function List({ values, what }: { values: readonly string[]; what: string }) {
  return (
    <ul className="grid min-w-0 grid-cols-1">
      {values.map((value) => (
        <li key={value} className="flex min-w-0">
          <CopyText value={value} what={what} />
        </li>
      ))}
    </ul>
  );
}
