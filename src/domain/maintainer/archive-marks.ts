import { ofNobodyKnown, ofVendor, type Maintainer, type PackagedBuild } from './maintainer';

interface Archive {
  /** The mark that it writes into versions. */
  readonly mark: RegExp;
  readonly name: string;
  /** Packages that are the product itself, beyond those that are called like it. */
  readonly packages?: RegExp;
  readonly slug?: string;
  /** Whether it is another distribution, which maintains what it builds itself, for as long as it says. */
  readonly isDistribution?: boolean;
}

const POSTGRESQL =
  /^(?:postgresql\d*(?:-(?:server|client|libs|contrib|devel|server-dev|plpython3|plperl|pltcl|llvmjit))?(?:-\d+(?:\.\d+)?)?|libpq5|libpq-dev|libecpg6|libpgtypes3)$/;

/** Releases of Debian and Ubuntu that are served today or were; neither writes their names into versions. */
export const CODENAMES =
  'jessie|stretch|buster|bullseye|bookworm|trixie|forky|sid|trusty|xenial|bionic|focal|jammy|kinetic|lunar|mantic|noble|oracular|plucky|questing';

const ARCHIVES: readonly Archive[] = [
  { mark: /pgdg/i, name: 'postgresql.org', packages: POSTGRESQL, slug: 'postgresql' },
  { mark: /nodesource/, name: 'NodeSource', packages: /^nodejs$/, slug: 'nodejs' },
  { mark: /\+maria~/, name: 'mariadb.org', packages: /^(?:mariadb|libmariadb)/, slug: 'mariadb' },
  { mark: /deb\.sury\.org|\+0~20\d{6}/, name: 'deb.sury.org' },
  { mark: /\dppa\d|~ppa|ppa~|\+ppa/, name: 'a personal package archive' },
  { mark: /rl\d+~[a-z]/, name: 'redis.io' },
  { mark: /\.ngx(?:$|[.~])/, name: 'nginx.org' },
  { mark: /\.remi(?:$|\.)/, name: 'Remi’s repository' },
  { mark: /\.ius(?:$|\.)/, name: 'the IUS repository' },
  { mark: /\.w[67](?:$|\.)/, name: 'Webtatic' },
  { mark: /\.elrepo(?:$|\.)/, name: 'ELRepo' },
  { mark: /\.gf(?:$|\.)/, name: 'GhettoForge' },
  { mark: /\.(?:art|atomic)(?:$|\.)/, name: 'Atomicorp' },
  { mark: /\.(?:rf|rft|dag|wrl)(?:$|\.)/, name: 'RepoForge' },
  { mark: /\.(?:at|atrpms)(?:$|\.)/, name: 'ATrpms' },
  { mark: /\.cpanel(?:$|\.)/, name: 'cPanel' },
  {
    mark: /\.(?:codeit|cf|harbottle|lux|kwizart|aus|vmw|okay|puias|nux)(?:$|\.)/,
    name: 'a third party’s archive',
  },
  { mark: /\+(?:rpt|rpi)\d*|~rpt|\+rpt/, name: 'Raspberry Pi', isDistribution: true },
  { mark: /[-+~.]pve\d*(?:$|[.~+])/, name: 'Proxmox', isDistribution: true },
  { mark: /[-+~.]\d*kali\d/, name: 'Kali Linux', isDistribution: true },
  {
    mark: /\+?mint\d|\+(?:ulyana|ulyssa|uma|una|vanessa|vera|victoria|virginia|wilma|xia)/,
    name: 'Linux Mint',
    isDistribution: true,
  },
  { mark: /pop\d+(?:$|~)/, name: 'System76', isDistribution: true },
  {
    mark: /\+(?:pureos|devuan|parrot|deepin|uos|mx\d|antix|siduction|neon)/,
    name: 'another distribution',
    isDistribution: true,
  },
  { mark: /-(?:xanmod|liquorix|zabbly)/, name: 'a builder of kernels', isDistribution: true },
  // Ubuntu itself writes the number of a release, never its name: python3.7 3.7.17-1+jammy1.
  {
    mark: new RegExp(String.raw`\+(?:${CODENAMES})\d`),
    name: 'a personal package archive',
  },
  {
    mark: new RegExp(String.raw`[-+~._\d](?:${CODENAMES})(?:[-+~._\d]|$)`),
    name: 'its vendor',
  },
  { mark: /~(?:debian|ubuntu)\.\d/, name: 'its vendor' },
  { mark: /[-+~.](?:debian|deb|ubuntu)-?(?:1[0-3]|\d\d\.\d\d)(?:$|~)/, name: 'its vendor' },
  { mark: /-\d+\.?rh$|\.(?:rhel|centos|sles|rocky)-?\d+(?:$|\.)|[-.]rhel\d/, name: 'its vendor' },
];

/** A Debian release's number behind `debian`: elogind's `-1debian1` is its 1st change, and no release. */
const DEBIAN_SERIES = /-\d+(?:\.\d+)?debian(?:[89]|1\d)(?:\.|$)/;
/** `8.0.35-1ubuntu22.04`; a release that is not the package's counts changes of Ubuntu's: `2.04-1ubuntu26.17`. */
const UBUNTU_SERIES = /-[1-9]\d*ubuntu((?:1[2-9]|2\d)\.(?:04|10))$/;

/** All of them at once: most versions have none. */
const ANY_MARK = new RegExp(ARCHIVES.map(({ mark }) => mark.source).join('|'), 'i');

/** The archive of somebody else than the distribution that a version names; null for none. */
export function archiveOfVersion(build: PackagedBuild): Maintainer | null {
  const { name, version } = build;
  if (isSeriesOfVendor(build)) {
    return ofVendor('its vendor', 'the version ends in a release, as distributions never write it');
  }
  if (!ANY_MARK.test(version)) return null;
  for (const archive of ARCHIVES) {
    const [mark] = archive.mark.exec(version) ?? [];
    if (mark === undefined || isOwnMark(build, archive.name)) continue;
    const written = mark.replace(/^[-+~._]|[-+~._]$/g, '');
    if (archive.isDistribution) {
      return ofNobodyKnown(
        `“${written}” in the version is what ${archive.name} writes, which supports its own builds`,
      );
    }
    const isByName = archive.packages?.test(name) ?? false;
    return ofVendor(archive.name, `“${written}” in the version is what ${archive.name} writes`, {
      slug: isByName ? (archive.slug ?? null) : null,
      isByName,
    });
  }
  return null;
}

function isSeriesOfVendor({ type, version, release }: PackagedBuild): boolean {
  if (type !== 'deb') return false;
  if (DEBIAN_SERIES.test(version)) return true;
  const [, series] = UBUNTU_SERIES.exec(version) ?? [];
  return series !== undefined && (release?.family !== 'ubuntu' || release.versionId === series);
}

const OWNERS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'Kali Linux': 'kali',
    'Linux Mint': 'linuxmint',
    System76: 'pop-os',
  }),
);

/** A derivative's own mark is a derivative's own work. */
function isOwnMark({ release }: PackagedBuild, archive: string): boolean {
  return release !== null && OWNERS.get(archive) === release.family;
}
