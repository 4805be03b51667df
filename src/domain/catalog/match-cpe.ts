import { parseCpe, type CpeName } from '@/domain/identifiers/cpe';
import type { CatalogLayer, Listing } from './layer';
import type { CatalogMatch } from './match';
import { isKernelName, matchKernel } from './match-kernel';
import { isVersion, noMatch, noVersion, unknownProduct, vendorMatch } from './match-result';
import { looked } from './match-trace';

/** Matches a CPE name by vendor and product; never by the product alone. */
export function matchCpeText(layer: CatalogLayer, text: string): CatalogMatch {
  const reading = parseCpe(text);
  if (!reading.ok) return noMatch('unreadable', `The CPE name cannot be read: ${reading.fault}`);
  return matchCpe(layer, reading.cpe);
}

function matchCpe(layer: CatalogLayer, cpe: CpeName): CatalogMatch {
  const name = `${cpe.vendor ?? '*'}:${cpe.product ?? '*'}`;
  const windows = windowsServer(cpe);
  const listings = layer.cpes.get(`${cpe.part}:${windows?.key ?? name}`) ?? [];
  const version = windows?.version ?? versionOf(cpe);
  if (!isVersion(version)) return noVersion(name);
  if (cpe.vendor === 'linux' && isKernelName(cpe.product ?? '')) {
    const kernel = matchKernel(layer, cpe.product ?? name, version, null);
    if (kernel !== null) return kernel;
  }
  const targeted = listings.filter((listing) => isForTarget(listing, cpe.targetSoftware));
  const fitting = looked(layer, 'cpe', `${cpe.part}:${windows?.key ?? name}`, targeted);
  if (fitting.length === 0) return unknownProduct(name);
  return vendorMatch(fitting, { name: cpe.product ?? name, version, scheme: 'plain' });
}

/** `1.8.0` with update `update_362`, `15` with `sp4`: the update is the end of the version. */
function versionOf({ version, update }: CpeName): string {
  if (version === null || version === '-') return '';
  return update === null || update === '-' ? version : `${version}-${update}`;
}

/** The NVD puts releases of Windows Server into the product: `windows_server_2012`, version `r2`. */
function windowsServer(cpe: CpeName): { key: string; version: string } | null {
  const start = 'windows_server_';
  if (cpe.part !== 'o' || cpe.vendor !== 'microsoft' || !cpe.product?.startsWith(start))
    return null;
  const release = cpe.product.slice(start.length);
  const channel = channelOf(release, cpe.version);
  if (channel !== null) return { key: 'microsoft:windows_server', version: channel };
  const isMore = cpe.version !== null && /^(?:r2|sp\d)$/.test(cpe.version);
  const parts = [release, isMore ? cpe.version : null, updateOf(cpe)];
  return { key: 'microsoft:windows_server', version: parts.filter(Boolean).join('-') };
}

/** Releases of Windows Server between those of a year, which end within two years, as the catalog calls them. */
const CHANNELS: ReadonlyMap<string, string> = new Map([
  ...['1709', '1803', '1809', '1903', '1909', '2004', '20h2'].map(
    (release) => [release, `${release}-sac`] as const,
  ),
  ['23h2', '23h2-ac'],
]);

/**
 * `windows_server_2022_23h2`, `windows_server_20h2`, and `windows_server_2016` in version `20h2`, as the NVD called them
 * before: they are of no year. Server 2019 itself is version 1809.
 */
function channelOf(release: string, version: string | null): string | null {
  const named = CHANNELS.get(release.replace(/^\d{4}_/, ''));
  if (named !== undefined) return named;
  if (release === '2019' && version === '1809') return null;
  return CHANNELS.get(version ?? '') ?? null;
}

function updateOf({ update }: CpeName): string | null {
  return update !== null && /^sp\d$/.test(update) ? update : null;
}

/** Target software that is a language, with the purl type of its packages. */
const LANGUAGES: ReadonlyMap<string, string> = new Map([
  ['node.js', 'npm'],
  ['nodejs', 'npm'],
  ['python', 'pypi'],
  ['pypi', 'pypi'],
  ['ruby', 'gem'],
  ['rails', 'gem'],
  ['go', 'golang'],
  ['golang', 'golang'],
  ['rust', 'cargo'],
  ['perl', 'cpan'],
  ['.net', 'nuget'],
  ['maven', 'maven'],
]);
/** Target software that has plugins. */
const HOSTS = new Set([
  'wordpress',
  'jenkins',
  'drupal',
  'joomla',
  'joomla\\!',
  'joomla!',
  'moodle',
  'typo3',
  'jira',
  'confluence',
  'bamboo',
  'kodi',
  'chrome',
  'firefox',
  'grafana',
  'shopware',
  'magento',
  'prestashop',
  'visual_studio_code',
]);

/**
 * `redis:redis` for Node.js is a client of the database, and what targets WordPress is a plugin: a product counts for
 * a language only if the catalog knows it as a package of that language.
 */
function isForTarget({ entry }: Listing, target: string | null): boolean {
  if (target === null) return true;
  if (HOSTS.has(target)) return false;
  const type = LANGUAGES.get(target);
  if (type === undefined) return true;
  return entry.product.identifiers.some(({ value }) => value.startsWith(`pkg:${type}/`));
}
