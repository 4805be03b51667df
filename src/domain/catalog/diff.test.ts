import { describe, expect, it } from 'vitest';
import type { Product } from './catalog';
import { diffCatalog } from './diff';
import { productsByName } from './product-names';
import { starterProduct, toProduct } from './starter-product';

function product(
  slug: string,
  until: string | true | null,
  fields: Partial<Product> = {},
): Product {
  const cycles = [{ name: '1', supportedUntil: until }];
  const data = starterProduct.parse({ slug, name: slug, category: 'app', cycles });
  return { ...toProduct(data, 'starter'), source: 'import', ...fields };
}
const starter = { source: 'starter' } as const;
const slugs = (products: readonly Product[]) => products.map(({ slug }) => slug);

describe('the way from the stored catalog to a document', () => {
  it('is empty when both say the same', () => {
    const diff = diffCatalog([product('a', '2026-01-01')], [product('a', '2026-01-01')], 'import');
    expect(diff).toMatchObject({ added: [], changed: [], removed: [], dateChanges: [] });
  });

  it('adds, changes and removes', () => {
    const stored = [product('gone', null), product('moved', '2026-01-01'), product('same', true)];
    const incoming = [product('moved', '2027-01-01'), product('new', null), product('same', true)];
    const diff = diffCatalog(stored, incoming, 'import');
    expect(slugs(diff.added)).toEqual(['new']);
    expect(slugs(diff.changed)).toEqual(['moved']);
    expect(slugs(diff.removed)).toEqual(['gone']);
    expect(slugs(diff.next)).toEqual(['moved', 'new', 'same']);
  });

  it.each([
    ['another day', '2026-01-01', '2027-01-01'],
    ['a day that becomes known', true, '2027-01-01'],
    ['an end that is taken back', '2026-01-01', null],
  ] as const)('names %s as a changed date', (_case, before, after) => {
    const { dateChanges } = diffCatalog([product('a', before)], [product('a', after)], 'import');
    expect(dateChanges).toEqual([
      {
        kind: 'changed',
        productSlug: 'a',
        product: 'a',
        cycle: '1',
        level: 'STANDARD_SUPPORT',
        oldEndsOn: before === true ? null : before,
        oldEnded: before === true,
        newEndsOn: after,
        newEnded: false,
      },
    ]);
  });

  it('names what is gone and what is back', () => {
    const two = (...names: string[]) => {
      const cycles = names.map((name) => ({ name, supportedUntil: '2026-01-01' }));
      const data = starterProduct.parse({ slug: 'a', name: 'a', category: 'app', cycles });
      return { ...toProduct(data, 'starter'), source: 'import' as const };
    };
    const brief = ({ dateChanges, appeared }: ReturnType<typeof diffCatalog>) =>
      [...dateChanges, ...appeared].map((one) => [
        ...[one.kind, one.product, one.cycle, one.level],
        ...[one.oldEndsOn, one.newEndsOn],
      ]);
    const standard = 'STANDARD_SUPPORT';
    expect(brief(diffCatalog([two('2', '1')], [two('3', '2')], 'import'))).toEqual([
      ['removed', 'a', '1', standard, '2026-01-01', null],
      ['returned', 'a', '3', standard, null, '2026-01-01'],
    ]);
    expect(brief(diffCatalog([two('1'), product('b', true)], [two('1')], 'import'))).toEqual([
      ['removed', 'b', '1', standard, null, null],
    ]);
    expect(brief(diffCatalog([two('1')], [two('1'), product('b', true)], 'import'))).toEqual([
      ['returned', 'b', '1', standard, null, null],
    ]);
  });

  it('lets a document take the place of starter products, but not of their vendor', () => {
    const stored = [
      product('a', null, { ...starter, vendor: 'ACME' }),
      product('b', null, starter),
    ];
    const diff = diffCatalog(stored, [product('a', null)], 'import');
    expect(diff.changed).toMatchObject([{ slug: 'a', source: 'import', vendor: 'ACME' }]);
    expect(slugs(diff.next)).toEqual(['a', 'b']);
  });

  const called = (slug: string, name: string, ...aliases: string[]) => {
    const identifiers = aliases.map((value) => ({ kind: 'alias' as const, value }));
    return product(slug, null, { name, identifiers });
  };
  const after = (stored: readonly Product[], ...incoming: Product[]) =>
    diffCatalog(stored, incoming, 'import').next;
  const former = (products: readonly Product[]) =>
    products.map(({ name, formerNames }) => [name, formerNames]);

  it('keeps what a product was called', () => {
    const horizon = (name: string) => called('horizon', name, 'vmware-horizon');
    const first = after([horizon('VMware Horizon')], horizon('Omnissa Horizon'));
    expect(former(first)).toEqual([['Omnissa Horizon', ['VMware Horizon']]]);
    expect(diffCatalog(first, [horizon('Omnissa Horizon')], 'import').changed).toEqual([]);
    const second = after(first, horizon('Horizon 8'));
    expect(former(second)).toEqual([['Horizon 8', ['VMware Horizon', 'Omnissa Horizon']]]);
    expect(former(after(second, horizon('VMWARE Horizon')))).toEqual([
      ['VMWARE Horizon', ['Omnissa Horizon', 'Horizon 8']],
    ]);
    const names = productsByName([...second, called('other', 'vmware horizon')]);
    expect(names.get('omnissa horizon')?.slug).toBe('horizon');
    expect(names.get('vmware horizon')?.slug).toBe('other');
  });

  it('keeps it also where the slug changes, with the name or later', () => {
    const stored = [called('vmware-horizon', 'VMware Horizon')];
    const renamed = called('omnissa-horizon', 'Omnissa Horizon', 'vmware-horizon');
    expect(former(after(stored, renamed))).toEqual([['Omnissa Horizon', ['VMware Horizon']]]);
    const label = after(stored, called('vmware-horizon', 'Omnissa Horizon'));
    expect(former(after(label, renamed))).toEqual([['Omnissa Horizon', ['VMware Horizon']]]);
    // A slug that another product still has is none that this one had.
    expect(former(after(stored, renamed, called('vmware-horizon', 'VMware Horizon')))).toEqual([
      ['Omnissa Horizon', []],
      ['VMware Horizon', []],
    ]);
  });

  it('keeps its vendor also where the slug changes, unless the document names one', () => {
    const stored = [{ ...called('mssqlserver', 'SQL Server'), vendor: 'Microsoft' }];
    const renamed = called('sql-server', 'SQL Server', 'mssqlserver');
    expect(after(stored, renamed)).toMatchObject([{ slug: 'sql-server', vendor: 'Microsoft' }]);
    expect(after(stored, { ...renamed, vendor: 'ACME' })).toMatchObject([{ vendor: 'ACME' }]);
    // What has the slug still is another product.
    expect(after(stored, renamed, called('mssqlserver', 'SQL Server'))).toMatchObject([
      { slug: 'mssqlserver', vendor: 'Microsoft' },
      { slug: 'sql-server', vendor: null },
    ]);
  });

  it('keeps what a product was called that was merged into another', () => {
    const eks = called('eks', 'Elastic Kubernetes', 'Amazon EKS');
    const stored = [called('kubernetes', 'Kubernetes'), { ...eks, slug: 'amazon-eks' }];
    const merged = called('kubernetes', 'Kubernetes', 'amazon-eks');
    const next = after(stored, merged);
    expect(former(next)).toEqual([['Kubernetes', ['Elastic Kubernetes']]]);
    expect(diffCatalog(next, [merged], 'import').changed).toEqual([]);
    // While the source has both, each is called as it is.
    expect(former(after(stored, merged, called('amazon-eks', 'EKS')))).toEqual([
      ['EKS', ['Elastic Kubernetes']],
      ['Kubernetes', []],
    ]);
  });

  it('takes an alias away with its source', () => {
    const stored = [called('billing', 'Billing', 'Billing Server')];
    const [billing] = after(stored, called('billing', 'Billing'));
    expect(billing).toMatchObject({ identifiers: [], formerNames: [] });
  });

  it('lets a starter catalog replace and remove starter products alone', () => {
    const stored = [product('a', null), product('b', null, starter), product('c', null, starter)];
    const incoming = [product('a', '2026-01-01', starter), product('b', '2026-01-01', starter)];
    const diff = diffCatalog(stored, incoming, 'starter');
    expect(slugs(diff.changed)).toEqual(['b']);
    expect(slugs(diff.removed)).toEqual(['c']);
    expect(diff.next).toMatchObject([
      { slug: 'a', source: 'import' },
      { slug: 'b', source: 'starter' },
    ]);
  });
});
