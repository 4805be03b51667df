import { sourceOf } from '@/domain/catalog/distributions';
import { type CpeAttributes, parseCpe } from '@/domain/identifiers/cpe';
import { formatPurl, parsePurl, type Purl } from '@/domain/identifiers/purl';
import type { CarriedLifecycle } from '@/domain/scan/carried';
import {
  carryingComponent,
  GatheredPackages,
  ofDistribution,
  toComponent,
  unshipped,
  type Upstream,
} from '@/domain/scan/component';
import type { Distro } from '@/domain/scan/context';
import {
  type ComponentScope,
  type InventoryComponent,
  type InventoryDocument,
  InventoryDocumentError,
} from '../document';
import { DISTRIBUTION_TYPE } from '../matching';
import { MAX_COMPONENTS } from './rules';
import { type NamedSystem, SystemsOfPackages } from './systems';
import { known } from './words';

/** An entry of a document, before it is known which operating system all of them are on. */
export interface ComponentFacts {
  readonly name: string | null | undefined;
  /** The namespace of the name, where the format keeps it apart: an npm scope, a Maven group. */
  readonly group?: string | null | undefined;
  readonly version: string | null | undefined;
  readonly versionRange?: string | null | undefined;
  readonly purl: string | null | undefined;
  /** In either binding. */
  readonly cpes?: readonly string[];
  /** As Syft names types; null to tell it by the purl. */
  readonly type?: string | null | undefined;
  readonly language?: string | null | undefined;
  readonly upstream?: Upstream | null;
  readonly licenses?: readonly string[];
  readonly scope?: ComponentScope | null;
  readonly lifecycle?: CarriedLifecycle | null;
  /** Where it lies: a file or a folder. */
  readonly path?: string | null | undefined;
}

/** Gathers the components of a document. */
export class ComponentList {
  private readonly facts: (ComponentFacts & { readonly read: Purl | null })[] = [];
  private readonly systems = new SystemsOfPackages();
  private unnamed = 0;

  get length(): number {
    return this.facts.length;
  }

  /** @throws InventoryDocumentError above the limit */
  add(facts: ComponentFacts): void {
    const reading = facts.purl ? parsePurl(facts.purl) : null;
    const read = reading?.ok ? reading.purl : null;
    if (!known(facts.name) && read === null) {
      this.unnamed += 1;
      return;
    }
    if (this.facts.length === MAX_COMPONENTS) throw tooMany();
    this.facts.push({ ...facts, read });
    if (read) this.systems.count(read);
  }

  /**
   * Gives what was gathered.
   * @param named the operating systems that the document names, in its order
   * @throws InventoryDocumentError above the limit
   */
  result(
    named: readonly NamedSystem[],
  ): Pick<InventoryDocument, 'distro' | 'distroLifecycle' | 'components' | 'notUnderstood'> {
    const { distro, lifecycle, several } = this.systems.with(named);
    if (this.facts.length + several.length > MAX_COMPONENTS) throw tooMany();
    const byKey = new Map<string, Entry>();
    const gathered = new GatheredPackages();
    const add = (entry: Entry) => {
      const key = gathered.add(entry.component);
      const other = byKey.get(key);
      byKey.set(key, other ? merged(other, entry) : entry);
    };
    for (const facts of this.facts) add(toInventoryComponent(facts, distro));
    for (const system of several) add(systemComponent(system));
    const whole = gathered.whole();
    const entries = [...byKey].map(([key, { component, ...entry }]) => ({
      ...entry,
      component: whole.get(key) ?? component,
    }));
    const unversioned = entries.filter(({ component }) => component.version === '');
    return {
      ...{ distro, distroLifecycle: lifecycle },
      // Only now: what one entry needs to build, another may need to run.
      components: entries.map(({ component, scope, path }) => ({
        component:
          scope === 'development' || scope === 'excluded' ? unshipped(component, scope) : component,
        scope,
        ...(path !== undefined && { path }),
      })),
      notUnderstood: {
        unnamed: this.unnamed,
        unversioned: unversioned.length,
        ranged: unversioned.filter(({ isRanged }) => isRanged).length,
      },
    };
  }
}

function tooMany(): InventoryDocumentError {
  return new InventoryDocumentError(
    `The document lists more than ${String(MAX_COMPONENTS)} components`,
  );
}

interface Entry extends InventoryComponent {
  readonly isRanged: boolean;
}

/** One of several operating systems: none of them is that of all, so each is a component, as scanners type it. */
function systemComponent({ distro, lifecycle }: NamedSystem): Entry {
  const data = { Name: distro.id || distro.prettyName, Version: distro.versionId };
  const component = ofDistribution(toComponent({ ...data, Type: DISTRIBUTION_TYPE }), distro);
  return {
    component: lifecycle ? carryingComponent(component, lifecycle) : component,
    scope: null,
    isRanged: false,
  };
}

function toInventoryComponent(
  { read, ...facts }: ComponentFacts & { readonly read: Purl | null },
  distro: Distro | null,
): Entry {
  const type = known(facts.type) ?? typeOf(read);
  const given = known(facts.version);
  const isRanged = known(facts.versionRange) !== null || isRange(given ?? read?.version ?? '');
  const ofPurl = known(read?.version);
  const version =
    given !== null && !isRange(given) ? given : ofPurl !== null && !isRange(ofPurl) ? ofPurl : '';
  const component = toComponent(
    {
      Name: nameOf(facts, read),
      Version: version,
      Type: type,
      Language: known(facts.language) ?? LANGUAGES.get(type) ?? '',
      PURL: purlText(facts.purl ?? null, read, version),
      CPEs: (facts.cpes ?? []).flatMap((text) => cpeAttributes(text) ?? []),
      Upstreams: upstreamsOf(facts, read).map(({ name, version }) => ({
        Name: name,
        Version: version,
      })),
      Licenses: [...(facts.licenses ?? [])],
    },
    distro,
  );
  const path = known(facts.path);
  return {
    component: facts.lifecycle ? carryingComponent(component, facts.lifecycle) : component,
    ...(path !== null && { path }),
    scope: facts.scope ?? null,
    isRanged,
  };
}

/** From what is needed most; what is not said may be needed. */
const SCOPE_ORDER: readonly (ComponentScope | null)[] = [
  'required',
  null,
  'optional',
  'development',
  'excluded',
];

/** The scope of what two entries or relationships speak of: it is needed as much as by the one that needs it most. */
export function moreNeeded(
  one: ComponentScope | null,
  other: ComponentScope | null,
): ComponentScope | null {
  return SCOPE_ORDER.indexOf(one) <= SCOPE_ORDER.indexOf(other) ? one : other;
}

/** What is said beside the packages themselves. */
function merged(one: Entry, other: Entry): Entry {
  return {
    ...one,
    scope: moreNeeded(one.scope, other.scope),
    ...(one.path === undefined && other.path !== undefined && { path: other.path }),
  };
}

/**
 * Whether a text is a range of versions, by the notations of npm, PyPI, Maven, NuGet, RubyGems and vers: it names no
 * version that is installed.
 */
export function isRange(text: string): boolean {
  return (
    /^\s*(?:[\^~<>=!*]|vers:)/.test(text) ||
    /\|\||,| - |\s[<>=]/.test(text) ||
    /^[[(]\s*(?:\d[^,]*)?(?:,.*)?[\])]$/.test(text) ||
    // A property of a build that nobody filled in.
    text.includes('${') ||
    /(?:^|\.)[xX*](?:\.|$)/.test(text)
  );
}

/** Types of packages as Syft names them, by the type of their purl. Matching tells ecosystems by these. */
const TYPES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    alpm: 'alpm',
    apk: 'apk',
    bitnami: 'bitnami',
    cargo: 'rust-crate',
    cocoapods: 'pod',
    composer: 'php-composer',
    conan: 'conan',
    conda: 'conda',
    cran: 'R-package',
    deb: 'deb',
    gem: 'gem',
    generic: 'binary',
    github: 'github-action',
    githubactions: 'github-action',
    golang: 'go-module',
    hackage: 'hackage',
    hex: 'hex',
    luarocks: 'lua-rocks',
    maven: 'java-archive',
    nix: 'nix',
    npm: 'npm',
    nuget: 'dotnet',
    opam: 'opam',
    pub: 'dart-pub',
    pypi: 'python',
    rpm: 'rpm',
    swift: 'swift',
  }),
);

const LANGUAGES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'dart-pub': 'dart',
    dotnet: 'dotnet',
    gem: 'ruby',
    'go-module': 'go',
    hackage: 'haskell',
    'java-archive': 'java',
    npm: 'javascript',
    'php-composer': 'php',
    pod: 'swift',
    python: 'python',
    'rust-crate': 'rust',
    swift: 'swift',
  }),
);

/** `""` where nothing tells: such a component is matched by its CPEs alone. */
function typeOf(purl: Purl | null): string {
  if (purl === null) return '';
  if (purl.type === 'generic' && purl.name === 'linux-kernel') return 'linux-kernel';
  return TYPES.get(purl.type) ?? purl.type;
}

/** Types whose names hold their namespace: `@angular/core`, `github.com/spf13/cobra`. */
const WITH_NAMESPACE = new Set(['npm', 'golang', 'composer', 'github', 'githubactions', 'swift']);
/** As older exports of GitHub name packages: `npm:express`. */
const ECOSYSTEM_PREFIX =
  /^(?:actions|cargo|composer|go|maven|npm|nuget|pip|pub|rubygems|rust|swift):/;

/** The name as scanners write it, so that all formats come to the same component. */
function nameOf({ name, group }: ComponentFacts, purl: Purl | null): string {
  const given = known(name);
  const namespace = known(group);
  if (purl && (given === null || purl.type === 'maven' || ECOSYSTEM_PREFIX.test(given))) {
    return nameOfPurl(purl);
  }
  if (given === null) return '';
  const isJoined =
    namespace !== null && (purl ? WITH_NAMESPACE.has(purl.type) : namespace.startsWith('@'));
  return isJoined && !given.startsWith(`${namespace}/`) ? `${namespace}/${given}` : given;
}

/** The name of a package with its namespace, where names of its type hold it. */
export function nameOfPurl({ type, namespace, name }: Purl): string {
  return namespace !== null && WITH_NAMESPACE.has(type) ? `${namespace}/${name}` : name;
}

/**
 * As the document writes it, without the slashes of `pkg:/npm/…` and without a range in place of a version. A version
 * that stands beside it alone is added: software is told by the whole.
 */
function purlText(text: string | null, read: Purl | null, version: string): string | null {
  if (known(text) === null || text === null) return null;
  const isRanged = isRange(read?.version ?? '');
  const isWhole = known(read?.version) !== null && !isRanged;
  if (read === null || isWhole || (version === '' && !isRanged)) {
    return text.trim().replace(/^pkg:\/+/i, 'pkg:');
  }
  return formatPurl({ ...read, version: version === '' ? null : version });
}

function upstreamsOf({ upstream }: ComponentFacts, purl: Purl | null): readonly Upstream[] {
  if (upstream) return [upstream];
  const qualifier = purl?.qualifiers.get('upstream');
  if (qualifier === undefined) return [];
  const { name, version } = sourceOf(qualifier);
  return [{ name, version: version ?? '' }];
}

/** Far above any real one; what is longer is no CPE name. */
const MAX_CPE_LENGTH = 1_024;

/** The attributes of a CPE name in either binding, in the case in which they are written; null when it is none. */
function cpeAttributes(text: string): CpeAttributes | null {
  if (text.length > MAX_CPE_LENGTH) return null;
  const reading = parseCpe(text);
  if (!reading.ok) return null;
  if (/^\s*cpe:2\.3:/i.test(text)) {
    const [Part, Vendor, Product, Version, Update, Edition, Language, ...rest] = text
      .trim()
      .slice('cpe:2.3:'.length)
      .split(/(?<!\\):/)
      .map((value) => value.replace(/\\(.)/g, '$1'));
    const [SWEdition, TargetSW, TargetHW, Other] = rest;
    return filled({
      ...{ Part, Vendor, Product, Version, Update, Edition, Language },
      ...{ SWEdition, TargetSW, TargetHW, Other },
    });
  }
  const { part, vendor, product, version, update, edition, language, ...rest } = reading.cpe;
  return {
    ...{ Part: part, Vendor: vendor, Product: product, Version: version, Update: update },
    ...{ Edition: edition, Language: language, SWEdition: rest.softwareEdition },
    ...{ TargetSW: rest.targetSoftware, TargetHW: rest.targetHardware, Other: rest.other },
  };
}

function filled(values: { [Name in keyof CpeAttributes]: string | undefined }): CpeAttributes {
  const value = (text: string | undefined) => (text === undefined || text === '*' ? null : text);
  return {
    Part: value(values.Part),
    Vendor: value(values.Vendor),
    Product: value(values.Product),
    Version: value(values.Version),
    Update: value(values.Update),
    Edition: value(values.Edition),
    SWEdition: value(values.SWEdition),
    TargetSW: value(values.TargetSW),
    TargetHW: value(values.TargetHW),
    Other: value(values.Other),
    Language: value(values.Language),
  };
}
