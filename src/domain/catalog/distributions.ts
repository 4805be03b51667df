import { decodePercent } from '@/domain/identifiers/purl';
import { matchCycle } from '@/domain/version/cycle-matcher';
import { isDevelopmentBranch } from './development-branch';
import { distributionSlug, isDistributionName } from './distribution-names';
import { nameKey } from './keys';
import type { CatalogEntry, CatalogLayer } from './layer';
import type { Distribution, NoMatch } from './match';
import { directListing, noMatch, shown, unknownCycle } from './match-result';
import { looked } from './match-trace';

/** A mention of a distribution's release; `versionId` may be a codename. */
export interface DistributionHint {
  readonly id: string;
  readonly versionId: string;
  /** `CentOS Stream 8`: tells apart what has one id. `""` when not known. */
  readonly prettyName: string;
  /** Where it was found, for evidence: `distro=debian-11`, `+deb11u1`. */
  readonly by: string;
  /** Present and true where nothing but the namespace of a package URL says whose release it is. */
  readonly isIdAssumed?: boolean;
}

/**
 * Reads the `distro` qualifier as tools write it: `debian-10`, `opensuse-leap-15.5`, `amazon-2+(Karoo)`, the namespace
 * with a release that is no number (`acme-linux-stream`), a release alone (`3.18.4`, `bookworm`) whose distribution is
 * then the namespace, or `el8`.
 */
export function qualifierHint(qualifier: string, namespace: string | null): DistributionHint {
  const text = qualifier.trim().toLowerCase();
  const hint = { prettyName: '', by: `distro=${qualifier}` };
  const digit = firstDigitAfterDash(text);
  if (digit > 0) return { ...hint, id: text.slice(0, digit - 1), versionId: text.slice(digit) };
  const own = namespace?.toLowerCase() ?? '';
  if (own !== '' && text === own) return { ...hint, id: own, versionId: text };
  if (own !== '' && text.startsWith(`${own}-`)) {
    return { ...hint, id: own, versionId: text.slice(own.length + 1) };
  }
  const dash = text.indexOf('-');
  if (dash > 0 && isDistributionName(nameKey(text.slice(0, dash)))) {
    return { ...hint, id: text.slice(0, dash), versionId: text.slice(dash + 1) };
  }
  const assumed = { ...hint, id: namespace ?? '', versionId: text, isIdAssumed: true };
  return tagHint(text, namespace) ?? assumed;
}

/** The last `-` with a digit behind it: ids may hold dashes, releases rarely do. */
function firstDigitAfterDash(text: string): number {
  for (let at = 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code >= 0x30 && code <= 0x39 && text.charCodeAt(at - 1) === 0x2d) return at;
  }
  return -1;
}

const TAGGED: ReadonlyMap<string, string> = new Map([
  ['fc', 'fedora'],
  ['amzn', 'amzn'],
  ['ph', 'photon'],
  ['mga', 'mageia'],
  ['lp', 'opensuse-leap'],
]);
/** Namespaces of those who share the tag `el`. */
const EL_CLONES = new Set([
  'rhel',
  'redhat',
  'centos',
  'rocky',
  'rockylinux',
  'almalinux',
  'alma',
  'ol',
  'oracle',
  'oraclelinux',
]);
const TAG = /(?:^|[._])(el|fc|amzn|ph|mga|lp)(\d{1,4})(_\d+)?/;

/** `el8`, `fc38`, `amzn2`, `lp155`: what RPM releases end in (Fedora packaging guidelines, "Dist tag"). */
function tagHint(text: string, namespace: string | null): DistributionHint | null {
  const match = TAG.exec(text);
  if (match === null) return null;
  const [, tag = '', digits = '', minor] = match;
  const clone = namespace !== null && EL_CLONES.has(namespace) ? namespace : null;
  const id = TAGGED.get(tag) ?? clone;
  // `amzn1` stands for every release of the first Amazon Linux.
  if (id === null || (tag === 'amzn' && digits === '1')) return null;
  return {
    id,
    versionId: releaseOfTag(tag, digits),
    prettyName: id === 'centos' && minor !== undefined ? CENTOS_LINUX : '',
    by: `.${tag}${digits}`,
  };
}

/** Only CentOS Linux rebuilt the updates of minor releases, which are tagged `el8_4`. */
const CENTOS_LINUX = 'CentOS Linux';

function releaseOfTag(tag: string, digits: string): string {
  if (tag === 'ph') return `${digits}.0`;
  return tag === 'lp' ? `${digits.slice(0, 2)}.${digits.slice(2)}` : digits;
}

/** Reads from a package's version which release it was built for; null when it says nothing. */
export function versionHint(
  type: string,
  namespace: string | null,
  version: string,
): DistributionHint | null {
  if (type === 'rpm') return tagHint(version.slice(version.indexOf('-') + 1), namespace);
  if (type !== 'deb') return null;
  return namespace === 'ubuntu' ? ubuntuHint(version) : debianHint(namespace, version);
}

/** `+deb11u1`, `~deb10u1` of updates and `~bpo11+1` of backports (Debian developers' reference 5.8.5.4). */
function debianHint(namespace: string | null, version: string): DistributionHint | null {
  if (namespace !== null && namespace !== 'debian') return null;
  // A backport from a newer release has the mark of both: `+deb13u1~deb12u1` is for 12.
  const match = [...version.matchAll(/[+~.](?:deb|bpo)(\d{1,2})(?=[u+]|$)/g)].at(-1);
  if (match === undefined) return null;
  return { id: 'debian', versionId: match[1] ?? '', prettyName: '', by: match[0] };
}

/** `0ubuntu0.22.04.1`, `ubuntu22.04.1`, `~22.04.3`: Ubuntu writes the release into some updates, not into all. */
function ubuntuHint(version: string): DistributionHint | null {
  const match = /(?:ubuntu(?:0\.)?|[~+])((?:1[2-9]|[2-9]\d)\.(?:04|10))(?=[.~+]|$)/.exec(version);
  if (match === null) return null;
  return { id: 'ubuntu', versionId: match[1] ?? '', prettyName: '', by: match[0] };
}

/**
 * Reads the name of the source package in an `upstream` qualifier: `openssl`, `gcc-12@12.2`, `bash-5.1-2.el9.src.rpm`.
 */
export function sourceOf(upstream: string): { name: string; version: string | null } {
  const text = decodePercent(upstream) ?? upstream;
  if (text.endsWith('.src.rpm')) {
    const release = text.lastIndexOf('-');
    const version = text.lastIndexOf('-', release - 1);
    if (version <= 0) return { name: text, version: null };
    return { name: text.slice(0, version), version: text.slice(version + 1, -'.src.rpm'.length) };
  }
  const at = text.indexOf('@');
  if (at <= 0) return { name: text, version: null };
  return { name: text.slice(0, at), version: text.slice(at + 1) };
}

/** The distribution's release that a hint means, or why it cannot be told. */
export function findDistribution(
  layer: CatalogLayer,
  hint: DistributionHint,
): Distribution | NoMatch {
  const entry = distributionEntry(layer, hint);
  if (layer.onLook) {
    const known = entry === null || entry === 'ambiguous' ? [] : [directListing(entry, hint.by)];
    looked(layer, 'distribution-release', hint.by, known);
  }
  if (entry === null) {
    const name = hint.prettyName || hint.id || hint.versionId;
    return noMatch('unknown_product', `The catalog has no distribution "${shown(name)}"`);
  }
  if (entry === 'ambiguous') {
    return noMatch(
      'ambiguous',
      `CentOS ${shown(hint.versionId)} may be CentOS Linux or CentOS Stream`,
    );
  }
  if (isDevelopmentBranch(`${hint.versionId} ${hint.prettyName}`)) {
    return noMatch(
      'unknown_cycle',
      `${shown(hint.prettyName || `${entry.product.name} ${hint.versionId}`)} is a development branch, which has not been released: no date of a release is its`,
      entry.product,
    );
  }
  const cycle = matchCycle(entry.cycles, hint.versionId);
  if (cycle === 'ambiguous' || cycle === null) return unknownCycle(entry.product, hint.versionId);
  return { product: entry.product, cycle };
}

function distributionEntry(
  layer: CatalogLayer,
  hint: DistributionHint,
): CatalogEntry | 'ambiguous' | null {
  const key = nameKey(hint.id);
  const slug = distributionSlug(key) ?? (layer.slugs.has(hint.id) ? hint.id : undefined);
  if (slug === 'centos') return centos(layer, hint);
  const known = slug === undefined ? undefined : layer.slugs.get(slug);
  if (known !== undefined) return known;
  const named = layer.names.get(key)?.listings ?? [];
  const systems = named.filter(({ entry }) => entry.product.category === 'os');
  return systems.length === 1 ? (systems[0]?.entry ?? null) : null;
}

/** CentOS Linux and CentOS Stream have one id; only the pretty name, or a version that one lacks, parts them. */
function centos(layer: CatalogLayer, hint: DistributionHint): CatalogEntry | 'ambiguous' | null {
  const linux = layer.slugs.get('centos');
  const stream = layer.slugs.get('centos-stream');
  const isStream = /stream/i.test(`${hint.prettyName} ${hint.versionId}`);
  if (isStream) return stream ?? null;
  if (hint.prettyName !== '' || stream === undefined) return linux ?? null;
  const fitting = [linux, stream].filter(
    (entry) => entry !== undefined && matchCycle(entry.cycles, hint.versionId) !== null,
  );
  return fitting.length > 1 ? 'ambiguous' : (fitting[0] ?? linux ?? null);
}
