import { findCycle, type FoundCycle } from '../products/find-cycle';
import { distributionOf, type PayloadDistro } from '../packages/distribution';
import {
  distributionPackage,
  payloadPackage,
  type PayloadPackage,
  type System,
} from '../packages/payload-package';
import { poolPackages, type PoolName } from '../packages/pools';
import type { SeedImage } from '../scenario/scenario';

/** A package of which a scanner knows the release cycle. */
export interface KnownPackage extends FoundCycle {
  readonly package: PayloadPackage;
}

/** Content of an image between two of its steps. */
export interface Composition {
  /** Steps taken before, from 0. */
  readonly revision: number;
  readonly distro: PayloadDistro | null;
  readonly known: readonly KnownPackage[];
  readonly packages: readonly PayloadPackage[];
}

interface Use {
  readonly slug: string;
  readonly version: string;
  readonly type?: string;
  readonly name?: string;
}

/** Lists the image's content after each of its steps; index 0 is the first step. */
export function compositionsOf(image: SeedImage): Composition[] {
  const held = new Map<string, Use>();
  return image.steps.map(([, ...uses], revision) => {
    for (const text of uses) {
      if (text.startsWith('-')) held.delete(text.slice(1));
      else held.set(text.split(' ')[0] ?? text, parseUse(text));
    }
    return compose(image, revision, [...held.values()]);
  });
}

/** The index of the step that an image had reached so many days ago; the first one before that. */
export function revisionOn(image: SeedImage, daysAgo: number): number {
  return Math.max(
    0,
    image.steps.findLastIndex(([stepDaysAgo]) => stepDaysAgo >= daysAgo),
  );
}

function parseUse(text: string): Use {
  const [what = '', found] = text.split(' as ');
  const [slug = '', version = ''] = what.split(' ');
  const [type, name] = found?.split(' ') ?? [];
  return {
    slug,
    version,
    ...(type !== undefined && { type }),
    ...(name !== undefined && { name }),
  };
}

function compose(image: SeedImage, revision: number, uses: readonly Use[]): Composition {
  const cycles = uses.map((use) => ({ use, ...findCycle(use.slug, use.version) }));
  const base = cycles.find(({ product }) => product.found.startsWith('os '));
  const distribution =
    base && distributionOf(base.use.slug, osName(base.product.found), base.use.version);
  const known = cycles.map(({ use, product, cycle }) => ({
    product,
    cycle,
    package: knownPackage(use, product.found, product.cpe, distribution?.system),
  }));
  const systemPackages =
    distribution?.packages.map(({ name, version, source }) =>
      payloadPackage({
        type: distribution.type,
        name,
        version,
        system: distribution.system,
        ...(source !== name && { upstream: source }),
      }),
    ) ?? [];
  const pools = Object.entries(image.inventory).flatMap(([pool, count]) =>
    // The keys of `inventory` are the names of pools.
    poolPackages(pool as PoolName, count, image.name, revision),
  );
  return {
    revision,
    distro: distribution?.distro ?? null,
    known,
    packages: [...known.map((one) => one.package), ...systemPackages, ...pools],
  };
}

const osName = (found: string) => found.slice('os '.length);

function knownPackage(use: Use, found: string, cpe: string, system?: System): PayloadPackage {
  if (found.startsWith('os ')) return distributionPackage(osName(found), use.version);
  const [usualType = '', usualName = ''] = found.split(' ');
  const type = use.type ?? usualType;
  const isSystemPackage = type === 'deb' || type === 'apk' || type === 'rpm';
  return payloadPackage({
    type,
    name: use.name ?? usualName,
    version: use.version,
    cpe,
    ...(isSystemPackage && system && { system }),
  });
}
