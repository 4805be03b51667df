import { expect, it } from 'vitest';
import { starterCatalog } from '@/domain/catalog/testing/starter-files';
import { distributionNames, scannerPurls } from './names';

it.each([
  ['pkg:npm/express', ['pkg:npm/express']],
  ['pkg:npm/%40angular/core', ['pkg:npm/%40angular/core']],
  // Unencoded, the scanner would cut its own purl before the scope.
  ['pkg:npm/@angular/core@17.1.0', ['pkg:npm/%40angular/core']],
  // Their versions may name commits.
  ['pkg:golang/k8s.io/kubernetes', []],
  ['pkg:golang/stdlib', ['pkg:golang/stdlib']],
  ['pkg:golang/std@1.22', ['pkg:golang/std']],
  // A distribution maintains these, and the scanner does not ask for it.
  ['pkg:deb/debian/nginx', []],
  ['pkg:rpm/redhat/python3?arch=x86_64', []],
  ['pkg:apk/alpine/nginx', []],
  ['pkg:alpm/arch/php', []],
  [
    'pkg:github/FortAwesome/Font-Awesome',
    ['pkg:github/FortAwesome/Font-Awesome', 'pkg:github/fortawesome/font-awesome'],
  ],
  // Recorded: 0.10 encodes the plus signs of a name, 0.9 does not.
  ['pkg:generic/libstdc++6?arch=amd64', ['pkg:generic/libstdc%2B%2B6', 'pkg:generic/libstdc++6']],
  [
    'pkg:maven/org.springframework.boot/spring-boot',
    ['pkg:maven/org.springframework.boot/spring-boot'],
  ],
  // Maven and NuGet tell upper from lower case.
  ['pkg:nuget/Microsoft.NETCore.App', ['pkg:nuget/Microsoft.NETCore.App']],
  ['PKG:Generic/node', ['pkg:generic/node']],
  ['pkg:docker/library/node', []],
  ['pkg:oci/envoy', []],
  ['pkg:npm', []],
  ['nginx', []],
])('%s', (identifier, expected) => {
  expect(scannerPurls(identifier, 'Product')).toEqual(expected);
});

it('knows the ways to write a name of Python’s', () => {
  // Recorded: 0.9 sends pkg:pypi/Django, 0.10 pkg:pypi/django.
  expect(scannerPurls('pkg:pypi/django', 'Django')).toEqual(['pkg:pypi/django', 'pkg:pypi/Django']);
  expect(scannerPurls('pkg:pypi/Apache_Airflow', 'Apache Airflow')).toEqual([
    'pkg:pypi/Apache_Airflow',
    'pkg:pypi/apache_airflow',
    'pkg:pypi/apache-airflow',
  ]);
});

it('knows no name of its own for a product that is called as what every object has', () => {
  const [product] = starterCatalog();
  if (!product) throw new Error('no product');
  expect(distributionNames({ ...product, slug: 'constructor', identifiers: [] })).toEqual([]);
});
