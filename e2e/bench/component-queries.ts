import type { Product } from '@/domain/catalog/catalog';
import type { ComponentQuery } from '@/domain/catalog/match';

type Make = (number: number) => ComponentQuery;

/** Ten components of an image: six of its distribution, two of a language, two that may be a product. */
const MIXTURE: readonly ((products: readonly Product[]) => Make)[] = [
  () => debian('libc6', 'glibc'),
  () => debian('nginx', null),
  () => debian('perl-base', 'perl'),
  () => (number) =>
    purl(
      `pkg:rpm/redhat/pkg${String(number)}@1:4.4.${String(number % 40)}-4.el8_6?arch=x86_64&distro=rhel-8.6`,
    ),
  () => (number) =>
    purl(`pkg:apk/alpine/pkg${String(number)}@1.36.${String(number % 40)}-r5?distro=alpine-3.18.4`),
  () => (number) =>
    purl(
      `pkg:deb/ubuntu/pkg${String(number)}@2.35-0ubuntu3.${String(number % 40)}?distro=ubuntu-22.04`,
    ),
  () => (number) => purl(`pkg:npm/%40scope${String(number % 90)}/pkg@1.3.${String(number % 40)}`),
  () => (number) => purl(`pkg:maven/org.springframework/spring-core@5.3.${String(number % 40)}`),
  (products) => (number) => {
    const { slug, cycles } = at(products, number);
    const version = `${at(cycles, number).name}.${String(number % 9)}`;
    return { kind: 'name', name: slug, version, ecosystem: 'generic' };
  },
  () => (number) => ({
    kind: 'cpe',
    cpe: `cpe:2.3:a:f5:nginx:1.18.${String(number % 40)}:*:*:*:*:*:*:*`,
  }),
];

/** As many questions as asked for, as an image's inventory puts them; hardly two are the same text. */
export function componentQueries(products: readonly Product[], count: number): ComponentQuery[] {
  const makers = MIXTURE.map((make) => make(products));
  return Array.from({ length: count }, (_, number) => at(makers, number)(number));
}

function debian(name: string, source: string | null): Make {
  const upstream = source === null ? '' : `&upstream=${source}`;
  return (number) =>
    purl(
      `pkg:deb/debian/${name}@1.18.${String(number % 400)}-6%2Bdeb11u3?arch=amd64${upstream}&distro=debian-11`,
    );
}

function purl(text: string): ComponentQuery {
  return { kind: 'purl', purl: text };
}

function at<Item>(items: readonly Item[], number: number): Item {
  const item = items[number % items.length];
  if (item === undefined) throw new Error('an empty catalog');
  return item;
}
