import { createHash } from 'node:crypto';

/** A package in the words of a scan upload. */
export interface PayloadPackage {
  readonly ID: string;
  readonly Name: string;
  readonly Version: string;
  readonly Locations: object;
  readonly Language: string;
  readonly Licenses: readonly string[] | null;
  readonly Type: string;
  readonly CPEs: readonly PayloadCpe[] | null;
  readonly PURL: string;
  readonly Upstreams: readonly { Name: string; Version: string }[] | null;
  readonly MetadataType: string;
  readonly Metadata: null;
}

interface PayloadCpe {
  readonly Attributes: Readonly<Record<string, string>>;
  readonly Source: string;
}

/** Package types as scanners name them, and what else follows from each. */
const KINDS = {
  binary: { purl: 'generic', language: '', licenses: [] },
  npm: { purl: 'npm', language: 'javascript', licenses: ['MIT'] },
  python: { purl: 'pypi', language: 'python', licenses: ['BSD-3-Clause'] },
  'java-archive': { purl: 'maven', language: 'java', licenses: ['Apache-2.0'] },
  gem: { purl: 'gem', language: 'ruby', licenses: ['MIT'] },
  'php-composer': { purl: 'composer', language: 'php', licenses: ['MIT'] },
  dotnet: { purl: 'nuget', language: 'dotnet', licenses: ['MIT'] },
  'go-module': { purl: 'golang', language: 'go', licenses: ['Apache-2.0'] },
  deb: { purl: 'deb', language: '', licenses: ['GPL-2'] },
  apk: { purl: 'apk', language: '', licenses: ['MIT'] },
  rpm: { purl: 'rpm', language: '', licenses: ['GPLv2+'] },
} as const;
type Kind = keyof typeof KINDS;

export interface System {
  readonly namespace: string;
  readonly arch: string;
  /** `debian-12`. */
  readonly distro: string;
}

export interface PackageFacts {
  readonly type: string;
  /** As the package manager names it; `group:artifact` for Maven. */
  readonly name: string;
  readonly version: string;
  /** `vendor:product`. */
  readonly cpe?: string;
  /** The source package, where it is named otherwise. */
  readonly upstream?: string;
  /** The distribution that it belongs to, as its purl says it. */
  readonly system?: System;
}

/** @throws Error for a type that scanners do not know */
export function payloadPackage(facts: PackageFacts): PayloadPackage {
  const kind = kindOf(facts.type);
  const { name, version, upstream } = facts;
  return {
    ID: idOf(facts.type, name, version),
    Name: facts.type === 'java-archive' ? (name.split(':')[1] ?? name) : name,
    Version: version,
    Locations: {},
    Language: KINDS[kind].language,
    Licenses: KINDS[kind].licenses,
    Type: facts.type,
    CPEs: [cpeOf(facts)],
    PURL: purlOf(kind, facts),
    Upstreams: upstream === undefined ? null : [{ Name: upstream, Version: '' }],
    MetadataType: '',
    Metadata: null,
  };
}

/** A distribution: it has neither id nor purl nor CPE. */
export function distributionPackage(name: string, version: string): PayloadPackage {
  return {
    ID: '',
    Name: name,
    Version: version,
    Locations: {},
    Language: '',
    Licenses: null,
    Type: 'os',
    CPEs: null,
    PURL: '',
    Upstreams: null,
    MetadataType: '',
    Metadata: null,
  };
}

function kindOf(type: string): Kind {
  // The check is what makes it one.
  if (type in KINDS) return type as Kind;
  throw new Error(`No package type ${type} in the seed`);
}

function idOf(...parts: readonly string[]): string {
  return createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 16);
}

function purlOf(kind: Kind, { name, version, upstream, system }: PackageFacts): string {
  const path = kind === 'java-archive' ? name.replace(':', '/') : name;
  const full = system ? `${system.namespace}/${path}` : path;
  const encodedName = full.split('/').map(encodeURIComponent).join('/');
  const encodedVersion = encodeURIComponent(version).replaceAll('%3A', ':');
  const purl = `pkg:${KINDS[kind].purl}/${encodedName}@${encodedVersion}`;
  if (!system) return purl;
  const source = upstream === undefined ? '' : `&upstream=${encodeURIComponent(upstream)}`;
  return `${purl}?arch=${system.arch}${source}&distro=${system.distro}`;
}

function cpeOf({ name, version, cpe }: PackageFacts): PayloadCpe {
  const last = name.split(/[/:]/).at(-1) ?? name;
  const [vendor = last, product = last] = cpe?.split(':') ?? [];
  return {
    Attributes: {
      Part: 'a',
      Vendor: vendor,
      Product: product,
      Version: version,
      Update: '',
      Edition: '',
      SWEdition: '',
      TargetSW: '',
      TargetHW: '',
      Other: '',
      Language: '',
    },
    Source: cpe === undefined ? 'syft-generated' : 'nvd-cpe-dictionary',
  };
}
