import type { z } from 'zod';
import { isDevelopmentBranch } from '@/domain/catalog/development-branch';
import { cpeFormattedString } from '@/domain/identifiers/cpe';
import { identityOf, oneText } from '@/domain/identifiers/identity';
import { madeOnce } from '@/domain/validation/remembered';
import { type CarriedLifecycle, carriedTexts } from './carried';
import { type component, knownText } from './payload';
import type { Distro } from './context';

/** A package in the service's own terms, the same wherever it is found. */
export interface Component {
  /** Digest of the other fields, whatever the order of their lists. */
  readonly identity: string;
  readonly name: string;
  readonly version: string;
  readonly type: string;
  readonly language: string | null;
  readonly purl: string | null;
  /** CPE 2.3 formatted strings. */
  readonly cpes: readonly string[];
  /** The source packages it was built from; a version is `""` when unknown. */
  readonly upstreams: readonly Upstream[];
  readonly licenses: readonly string[];
  /**
   * The distribution of the image, for packages of distributions that do not name it themselves, for those of branches that
   * have not been released, and for kernels: whose they are depends on it. What it is itself, for one of several operating
   * systems of a document. Absent for all others, which are the same wherever they are.
   */
  readonly distro?: Distro | null;
  /** Absent for all that ships: what is needed to build or test alone is a component of its own. */
  readonly scope?: UnshippedScope | null;
  /**
   * Absent for all of which the document says nothing of its support. What says something is a component of its own: two
   * documents may differ.
   */
  readonly carried?: CarriedLifecycle | null;
}

/**
 * Why a component does not ship. `development`: it builds or tests. `excluded`: the document says that it is not
 * reached at run time.
 */
export const UNSHIPPED_SCOPES = ['development', 'excluded'] as const;
export type UnshippedScope = (typeof UNSHIPPED_SCOPES)[number];

export interface Upstream {
  readonly name: string;
  readonly version: string;
}

type PackageData = z.output<typeof component>;

/** Reads a package of a payload that its schema has accepted, in an image of that distribution. */
export function toComponent(data: PackageData, image: Distro | null = null): Component {
  const anywhere = anywhereComponent(data);
  const isOfImage = image !== null && dependsOnImage(anywhere, image);
  return isOfImage ? ofDistribution(anywhere, image) : anywhere;
}

/** Gives a component as one of that distribution. */
export function ofDistribution(component: Component, distro: Distro): Component {
  const { identity: _anywhere, ...fields } = { ...component, distro };
  return { identity: componentIdentity(fields), ...fields };
}

/** A package, whichever image holds it: most come with one image after the other. */
const anywhereComponent = madeOnce((data: PackageData): Component => {
  const fields = {
    name: data.Name.toWellFormed(),
    version: data.Version.toWellFormed(),
    type: data.Type.toWellFormed(),
    language: knownText(data.Language),
    purl: knownText(data.PURL),
    cpes: listed([
      (data.CPEs ?? []).map((attributes) => cpeFormattedString(attributes).toWellFormed()),
    ]),
    upstreams: listedUpstreams([
      (data.Upstreams ?? []).map(({ Name, Version }) => ({
        name: Name.toWellFormed(),
        version: Version.toWellFormed(),
      })),
    ]),
    licenses: listed([(data.Licenses ?? []).map((license) => license.toWellFormed())]),
  };
  return { identity: componentIdentity(fields), ...fields };
});

const TYPES_OF_DISTRIBUTIONS = new Set([
  'deb',
  'rpm',
  'apk',
  'alpm',
  'linux-kernel',
  'linux-kernel-module',
]);

/**
 * `distro=centos-8` is CentOS Linux or CentOS Stream, and `distro=almalinux-10` in an image of Kitten is of no release: the
 * image knows which.
 */
function dependsOnImage({ type, purl }: Pick<Component, 'type' | 'purl'>, image: Distro): boolean {
  const isPackage =
    TYPES_OF_DISTRIBUTIONS.has(type) || /^pkg:(?:deb|rpm|apk|alpm)\//.test(purl ?? '');
  if (!isPackage || purl === null || !/[?&]distro=(?!centos)/.test(purl)) return isPackage;
  return isDevelopmentBranch(image.prettyName);
}

/** Gives a component as one that does not ship. */
export function unshipped(component: Component, scope: UnshippedScope): Component {
  const { identity: _ofShipped, ...fields } = component;
  return { identity: componentIdentity({ ...fields, scope }), ...fields, scope };
}

/** Gives a component with what a document says of its support. */
export function carryingComponent(component: Component, carried: CarriedLifecycle): Component {
  const { identity: _without, ...fields } = component;
  return { identity: componentIdentity({ ...fields, carried }), ...fields, carried };
}

/** Gives a component without what its document says of its support. */
export function withoutCarried(component: Component): Component {
  const { identity: _carrying, carried, ...fields } = component;
  return carried ? { identity: componentIdentity(fields), ...fields } : component;
}

/**
 * Tells packages within a scan apart: by name, version, type and purl. CPEs are guesses, licences
 * what was found next to a copy, and scanners list a package for each combination of them.
 */
export function packageKey({ name, version, type, purl }: Component): string {
  return oneText([name, version, type, purl ?? '']);
}

/**
 * Gathers packages, each once by {@link packageKey}, in the order in which they came: whatever any entry says of one is kept.
 * Entries of one package are joined together at the end, as there may be as many of them as there are entries.
 */
export class GatheredPackages {
  private readonly first = new Map<string, Component>();
  private readonly several = new Map<string, Component[]>();

  /** @returns the package's key */
  add(component: Component): string {
    const key = packageKey(component);
    const known = this.first.get(key);
    if (!known) this.first.set(key, component);
    else if (known.identity !== component.identity) {
      const all = this.several.get(key);
      if (all) all.push(component);
      else this.several.set(key, [known, component]);
    }
    return key;
  }

  /** Gives the packages by their keys. Once: they are joined in the place in which they were gathered. */
  whole(): ReadonlyMap<string, Component> {
    for (const [key, all] of this.several) this.first.set(key, joined(all));
    this.several.clear();
    return this.first;
  }
}

/** One package of several that {@link packageKey} says are the same: whatever any of them says of it is kept. */
function joined(all: readonly Component[]): Component {
  const [first] = all;
  if (!first) throw new Error('No package can be made of none');
  const language = all.find((one) => one.language !== null)?.language ?? null;
  const carried = all.find((one) => one.carried)?.carried;
  const fields = {
    name: first.name,
    version: first.version,
    type: first.type,
    language,
    purl: first.purl,
    cpes: listed(all.map(({ cpes }) => cpes)),
    upstreams: listedUpstreams(
      all.map(({ upstreams }) => upstreams),
      ({ name, version }) => identityOf(name, version),
    ),
    licenses: listed(all.map(({ licenses }) => licenses)),
    ...(first.distro && { distro: first.distro }),
    ...(carried && { carried }),
  };
  return { identity: componentIdentity(fields), ...fields };
}

/**
 * The lists are sorted and counted: scanners do not promise an order, and without the counts a licence
 * could pass for a CPE.
 */
function componentIdentity(fields: Omit<Component, 'identity'>): string {
  const { name, version, type, language, purl, cpes, upstreams, licenses } = fields;
  const { distro, scope, carried } = fields;
  const sources = upstreams.map((upstream) => identityOf(upstream.name, upstream.version));
  return identityOf(
    name,
    version,
    type,
    language ?? '',
    purl ?? '',
    ...[cpes, sources, licenses].flatMap((list) => [String(list.length), ...[...list].sort()]),
    ...(distro ? [distro.id, distro.versionId, distro.prettyName] : []),
    ...(scope ? ['scope', scope] : []),
    ...(carried ? carriedTexts(carried) : []),
  );
}

/**
 * Characters of each list of a package, and items of it. Four times what the longest seen has. Lists of packages show them in
 * each row, and whatever matches an inventory again holds those of thousands: what exceeds it is not read.
 */
const MAX_LIST_LENGTH = 16_384;
const MAX_LIST_ITEMS = 1_000;

/** The first texts that there is room for, each once. */
function listed(lists: Iterable<readonly string[]>): string[] {
  return [
    ...roomed(
      lists,
      ({ length }) => length,
      (text) => text,
    ),
  ];
}

function listedUpstreams(
  lists: Iterable<readonly Upstream[]>,
  keyOf?: (upstream: Upstream) => string,
): Upstream[] {
  return [...roomed(lists, ({ name, version }) => name.length + version.length, keyOf)];
}

/** Gives the first items that there is room for; with a key each once. */
function* roomed<Item>(
  lists: Iterable<readonly Item[]>,
  lengthOf: (item: Item) => number,
  keyOf?: (item: Item) => string,
): Generator<Item> {
  const keys = new Set<string>();
  let length = 0;
  let items = 0;
  for (const list of lists) {
    for (const item of list) {
      const key = keyOf?.(item);
      if (key !== undefined) {
        if (keys.has(key)) continue;
        keys.add(key);
      }
      length += lengthOf(item);
      items += 1;
      if (length > MAX_LIST_LENGTH || items > MAX_LIST_ITEMS) return;
      yield item;
    }
  }
}
