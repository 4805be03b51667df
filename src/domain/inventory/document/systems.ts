import { distributionSlug } from '@/domain/catalog/distribution-names';
import { qualifierHint } from '@/domain/catalog/distributions';
import { nameKey } from '@/domain/catalog/keys';
import type { Purl } from '@/domain/identifiers/purl';
import type { CarriedLifecycle } from '@/domain/scan/carried';
import type { Distro } from '@/domain/scan/context';
import { known } from './words';

/** An operating system that a document names. */
export interface NamedSystem {
  readonly distro: Distro;
  /** What it says of its support; null for nothing. */
  readonly lifecycle: CarriedLifecycle | null;
}

/** Whose software a document lists. */
export interface Systems {
  /** The one that all of it is on; null where it says none, or several. */
  readonly distro: Distro | null;
  readonly lifecycle: CarriedLifecycle | null;
  /** Those of a document of several things, each of which ends by itself; none where there is one at most. */
  readonly several: readonly NamedSystem[];
}

/** A release that packages name. */
interface Hint {
  readonly distro: Distro;
  /** Nothing but the namespace of a package URL says whose release it is. */
  readonly isIdAssumed: boolean;
  count: number;
}

/** Counts the distributions that packages name. */
export class SystemsOfPackages {
  private readonly hints = new Map<string, Hint>();

  count({ type, namespace, qualifiers }: Purl): void {
    if (!['deb', 'rpm', 'apk'].includes(type)) return;
    const qualifier = qualifiers.get('distro');
    const name = qualifiers.get('distro_name') ?? qualifiers.get('os_name');
    const version = qualifiers.get('distro_version') ?? qualifiers.get('os_version');
    if (qualifier === undefined && name === undefined) return;
    const key =
      qualifier === undefined
        ? `${name ?? ''}=${version ?? ''}`
        : `${namespace ?? ''} ${qualifier}`;
    const entry = this.hints.get(key);
    if (entry) {
      entry.count += 1;
      return;
    }
    const hint =
      qualifier === undefined
        ? distroOfDocker(name, version)
        : { cpeName: '', ...qualifierHint(qualifier, namespace) };
    if (hint === null || hint.id === '') return;
    const { id, versionId, prettyName, cpeName } = hint;
    const isIdAssumed = 'isIdAssumed' in hint && hint.isIdAssumed === true;
    this.hints.set(key, { distro: { id, versionId, prettyName, cpeName }, isIdAssumed, count: 1 });
  }

  /**
   * Says whose the software is: of the system that the document names, else of the one that most packages do, the first
   * of several. Where another is named beside it, nothing is said of all: a document of several images or machines has
   * no one system, and that of the first would hide when the others end.
   */
  with(named: readonly NamedSystem[]): Systems {
    const systems = named.filter(
      ({ distro: { id, prettyName } }) => id !== '' || prettyName !== '',
    );
    const others = systems.filter(({ distro }) => !KERNELS.has(nameKey(distro.id)));
    const holding = others.length === 0 ? systems : others;
    const distro = holding[0]?.distro ?? this.most();
    if (distro === null) return { distro, lifecycle: null, several: [] };
    const isOne =
      holding.every((other) => isSame(other.distro, distro)) &&
      [...this.hints.values()].every((hint) => !isSurelyOther(hint, distro));
    if (!isOne) return { distro: null, lifecycle: null, several: holding };
    const lifecycle = holding.find((system) => system.lifecycle !== null)?.lifecycle ?? null;
    return { distro, lifecycle, several: [] };
  }

  private most(): Distro | null {
    let most: Hint | null = null;
    for (const hint of this.hints.values()) {
      if (most === null || hint.count > most.count) most = hint;
    }
    return most?.distro ?? null;
  }
}

/**
 * A kernel beside its distribution, which cdxgen lists of a machine as `os-image`: no package is one of it, and who supports
 * it is the distribution.
 */
const KERNELS = new Set(['osimage', 'linux', 'linuxkernel', 'kernel']);

function isSame(one: Distro, other: Distro): boolean {
  return familyOf(one) === familyOf(other) && isOneRelease(one.versionId, other.versionId);
}

/** Tools write one distribution in many ways (`sles`, `suse linux enterprise server`): only those that are known differ. */
function isSurelyOther({ distro, isIdAssumed }: Hint, other: Distro): boolean {
  const [family, otherFamily] = [familyOf(distro), familyOf(other)];
  if (family === otherFamily) return !isOneRelease(distro.versionId, other.versionId);
  const isKnown = [distro, other].every(({ id }) => distributionSlug(nameKey(id)) !== undefined);
  return isKnown && !isIdAssumed;
}

function familyOf({ id, prettyName }: Distro): string {
  const key = nameKey(id || prettyName);
  const slug = distributionSlug(key) ?? key;
  // Both have the id `centos`: which of them it is, a name alone tells.
  return slug === 'centos-stream' ? 'centos' : slug;
}

/** `12` and `12.5`, `2` and `2 (Karoo)`; a codename may be that of any number. */
function isOneRelease(one: string, other: string): boolean {
  if (one === '' || other === '') return true;
  const [number, otherNumber] = [numberOf(one), numberOf(other)];
  if (number === null && otherNumber === null) return one.toLowerCase() === other.toLowerCase();
  if (number === null || otherNumber === null) return true;
  return `${number}.`.startsWith(`${otherNumber}.`) || `${otherNumber}.`.startsWith(`${number}.`);
}

function numberOf(release: string): string | null {
  return /^\d{1,10}(?:\.\d{1,10}){0,5}/.exec(release)?.[0] ?? null;
}

/** Docker's names of distributions where they are not those of os-release. */
const IDS_BY_DOCKERS_NAME: ReadonlyMap<string, string> = new Map([
  ['amazonlinux', 'amzn'],
  ['oraclelinux', 'ol'],
  ['redhatlinux', 'rhel'],
]);

/**
 * Reads a distribution as Docker writes it, in its own JSON and as qualifiers of package URLs: `os_name=debian` and
 * `os_version=12`; `distro_name` and `distro_version` beside them go first, as for Wolfi, which is Alpine to its tools.
 * Source: `osQualifiers` of docker/index-cli-plugin (Apache-2.0), from which `docker scout` was made.
 */
export function distroOfDocker(
  name: string | null | undefined,
  version: string | null | undefined,
): Distro | null {
  const given = known(name);
  if (given === null) return null;
  const id = IDS_BY_DOCKERS_NAME.get(given) ?? given;
  return { id, versionId: known(version) ?? '', prettyName: '', cpeName: '' };
}
