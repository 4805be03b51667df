import { alpinePackages } from './tables/alpine';
import { debianPackages } from './tables/debian';
import { redHatPackages } from './tables/red-hat';
import type { SystemTable } from './tables/system-row';
import { ubuntuPackages } from './tables/ubuntu';
import type { System } from './payload-package';

/** Describes the distribution as an upload does, in the words of its os-release file. */
export interface PayloadDistro {
  readonly ID: string;
  readonly Name: string;
  readonly VersionID: string;
  readonly PrettyName: string;
  readonly CPEName: string;
}

interface Family {
  readonly id: string;
  readonly type: 'deb' | 'apk' | 'rpm';
  readonly namespace: string;
  readonly table: SystemTable;
  /** The table's release for a version. */
  release(version: string): string;
  prettyName(version: string): string;
  cpe(version: string): string;
}

const major = (version: string) => version.split('.')[0] ?? version;
const minor = (version: string) => version.split('.').slice(0, 2).join('.');
const noCpe = () => '';

const DEBIAN_NAMES: Readonly<Record<string, string>> = {
  '10': 'buster',
  '11': 'bullseye',
  '12': 'bookworm',
  '13': 'trixie',
};
const RED_HAT = { type: 'rpm', table: redHatPackages } as const;

const FAMILIES: Readonly<Record<string, Family>> = {
  debian: {
    id: 'debian',
    type: 'deb',
    namespace: 'debian',
    table: debianPackages,
    release: major,
    prettyName: (version) => `Debian GNU/Linux ${version} (${DEBIAN_NAMES[version] ?? ''})`,
    cpe: noCpe,
  },
  ubuntu: {
    id: 'ubuntu',
    type: 'deb',
    namespace: 'ubuntu',
    table: ubuntuPackages,
    release: minor,
    prettyName: (version) => `Ubuntu ${version} LTS`,
    cpe: noCpe,
  },
  'alpine-linux': {
    id: 'alpine',
    type: 'apk',
    namespace: 'alpine',
    table: alpinePackages,
    release: minor,
    prettyName: (version) => `Alpine Linux v${minor(version)}`,
    cpe: noCpe,
  },
  rhel: {
    ...RED_HAT,
    id: 'rhel',
    namespace: 'redhat',
    release: (version) => `el${major(version)}`,
    prettyName: (version) => `Red Hat Enterprise Linux ${version} (Plow)`,
    cpe: (version) => `cpe:/o:redhat:enterprise_linux:${major(version)}::baseos`,
  },
  'rocky-linux': {
    ...RED_HAT,
    id: 'rocky',
    namespace: 'rocky',
    release: (version) => `el${major(version)}`,
    prettyName: (version) => `Rocky Linux ${version}`,
    cpe: (version) => `cpe:/o:rocky:rocky:${major(version)}::baseos`,
  },
  centos: {
    ...RED_HAT,
    id: 'centos',
    namespace: 'centos',
    release: (version) => `el${major(version)}`,
    prettyName: (version) => `CentOS Linux ${version} (Core)`,
    cpe: (version) => `cpe:/o:centos:centos:${version}`,
  },
  'amazon-linux': {
    ...RED_HAT,
    id: 'amzn',
    namespace: 'amzn',
    release: (version) => `amzn${version}`,
    prettyName: (version) => `Amazon Linux ${version}`,
    cpe: (version) => `cpe:2.3:o:amazon:amazon_linux:${version}`,
  },
};

export interface SystemPackage {
  readonly name: string;
  readonly version: string;
  readonly source: string;
}

/** A distribution's release as images hold it. */
export interface Distribution {
  readonly distro: PayloadDistro;
  readonly type: Family['type'];
  readonly system: System;
  readonly packages: readonly SystemPackage[];
}

/** @throws Error when the tables have no such distribution or release */
export function distributionOf(slug: string, name: string, version: string): Distribution {
  const family = FAMILIES[slug];
  if (!family) throw new Error(`No distribution ${slug} in the seed`);
  const { id, type, namespace, table } = family;
  const column = table.releases.indexOf(family.release(version));
  if (column === -1) throw new Error(`No packages of ${slug} ${version} in the seed`);
  return {
    distro: {
      ID: id,
      Name: name,
      VersionID: version,
      PrettyName: family.prettyName(version),
      CPEName: family.cpe(version),
    },
    type,
    system: { namespace, arch: type === 'deb' ? 'amd64' : 'x86_64', distro: `${id}-${version}` },
    packages: table.rows.flatMap(([source, versions, binaries = source]) => {
      const packageVersion = versions[column] ?? '';
      if (packageVersion === '') return [];
      return binaries
        .split(' ')
        .map((binary) => ({ name: binary, version: packageVersion, source }));
    }),
  };
}
