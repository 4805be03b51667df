/**
 * Packages that vendors offer in a distribution's format from their own archives. Their support is the vendor's, so
 * the distribution's end says nothing of them.
 */

/** Package names that distributions never used: a whole name, or its start when it ends in `*`. */
const VENDOR_NAMES: readonly (readonly [pattern: string, slug: string | null])[] = [
  ['containerd.io', 'containerd'],
  ['docker-ce', 'docker-engine'],
  ['docker-ce-*', 'docker-engine'],
  ['docker-ee*', 'docker-engine'],
  ['docker-buildx-plugin', null],
  ['docker-compose-plugin', null],
  ['elasticsearch', 'elasticsearch'],
  ['kibana', 'kibana'],
  ['logstash', 'logstash'],
  ['filebeat', 'beats'],
  ['metricbeat', 'beats'],
  ['packetbeat', 'beats'],
  ['auditbeat', 'beats'],
  ['heartbeat-elastic', 'beats'],
  ['gitlab-ce', 'gitlab'],
  ['gitlab-ee', 'gitlab'],
  ['google-chrome-stable', 'chrome'],
  ['grafana', 'grafana'],
  ['grafana-enterprise', 'grafana'],
  ['jenkins', 'jenkins'],
  ['kubeadm', 'kubernetes'],
  ['kubectl', 'kubernetes'],
  ['kubelet', 'kubernetes'],
  ['MariaDB-*', 'mariadb'],
  ['mongodb-org*', 'mongodb'],
  ['mongodb-enterprise*', 'mongodb'],
  ['mongodb-mongosh', null],
  ['mysql-community-*', 'mysql'],
  ['mysql-commercial-*', 'mysql'],
  ['msopenjdk-*', 'microsoft-build-of-openjdk'],
  ['neo4j', 'neo4j'],
  ['nginx-module-*', 'nginx'],
  ['opensearch', 'opensearch'],
  ['percona-*', null],
  ['temurin-*', 'eclipse-temurin'],
  ['telegraf', 'telegraf'],
  ['terraform', 'terraform'],
  ['vault', 'hashicorp-vault'],
  ['bellsoft-java*', 'bellsoft-liberica'],
  ['zulu*-jdk*', 'azul-zulu'],
  ['zulu*-jre*', 'azul-zulu'],
  ['clickhouse-server', 'clickhouse'],
  ['clickhouse-common-static', 'clickhouse'],
  ['couchbase-server*', 'couchbase-server'],
  ['powershell', 'powershell'],
];

const EXACT = new Map<string, string | null>(
  VENDOR_NAMES.filter(([pattern]) => !pattern.includes('*')),
);
const STARTS = VENDOR_NAMES.filter(([pattern]) => pattern.includes('*')).map(
  ([pattern, slug]): readonly [start: string, middle: string, slug: string | null] => {
    const [start = '', middle = ''] = pattern.split('*');
    return [start, middle, slug];
  },
);
/** What one of these names starts with: most names are done with it. */
const ANY_START = new RegExp(`^(?:${STARTS.map(([start]) => start).join('|')})`);

interface Archive {
  /** What it writes into versions. */
  readonly mark: RegExp;
  readonly name: string;
  /** Packages that are the product itself, beyond those that are called like it. */
  readonly packages?: RegExp;
  readonly slug?: string;
}

const ARCHIVES: readonly Archive[] = [
  {
    mark: /pgdg/i,
    name: 'postgresql.org',
    packages:
      /^(?:postgresql\d*(?:-(?:server|client|libs|contrib|devel|server-dev|plpython3|plperl|pltcl|llvmjit))?(?:-\d+(?:\.\d+)?)?|libpq5|libpq-dev|libecpg6|libpgtypes3)$/,
    slug: 'postgresql',
  },
  { mark: /nodesource/, name: 'NodeSource' },
  { mark: /\+maria~/, name: 'mariadb.org', packages: /^(?:mariadb|libmariadb)/, slug: 'mariadb' },
  { mark: /deb\.sury\.org|\+0~20\d{6}/, name: 'deb.sury.org' },
  { mark: /\dppa\d|~ppa|ppa~/, name: 'a personal package archive' },
  // Ubuntu itself writes the number of a release, never its name: python3.7 3.7.17-1+jammy1.
  { mark: /\+(?:xenial|bionic|focal|jammy|noble)\d/, name: 'a personal package archive' },
  { mark: /rl\d+~[a-z]/, name: 'redis.io' },
  { mark: /\.ngx$/, name: 'nginx.org' },
  {
    mark: /-\d+~(?:bookworm|bullseye|buster|stretch|trixie|jammy|focal|bionic|xenial|noble)$/,
    name: 'its vendor',
  },
  { mark: /-\d+(?:debian\d{1,2}|ubuntu\d\d\.\d\d)$/, name: 'its vendor' },
  { mark: /~(?:debian|ubuntu)\.\d/, name: 'its vendor' },
];

/** Alpine packages nginx's stable releases only, whose second number is even; the odd ones are nginx.org's own. */
const MAINLINE = /^1\.\d?[13579]\./;

/** All of them at once: most versions have none. */
const ANY_MARK = new RegExp(ARCHIVES.map(({ mark }) => mark.source).join('|'), 'i');

/** Namespaces of package URLs that are vendors', not distributions'. */
const VENDOR_NAMESPACES = new Set([
  'pgdg',
  'postgresql',
  'nodesource',
  'nginx',
  'mysql',
  'mariadb',
  'docker',
  'elastic',
  'hashicorp',
  'grafana',
  'sury',
  'mongodb',
  'gitlab',
  'microsoft',
  'percona',
]);

/** Some distributions packaged `telegraf` or `elasticsearch` too: their versions say so, the vendors' never do. */
const DISTRIBUTION_MARK = /ubuntu\d|[+~.]dfsg|[+~.]ds|\.(?:fc|el|mga|amzn)\d/;
/** Releases of SUSE's build service, which the Kubernetes project builds its packages on too. */
const SUSE_RELEASE = /-(?:lp)?15\d{1,4}\.\d/;

/**
 * What vendors offer for Alpine. Alpine and Wolfi package kubectl, Telegraf, Vault and Jenkins themselves, whose
 * vendors have no archive in that format; nobody but distributions makes Arch's.
 */
const VENDOR_NAMES_OF_APK = /^(?:temurin-|bellsoft-java|zulu)/;

export interface VendorPackage {
  /** Null when only the archive is known, or the catalogue has no product for the package. */
  readonly slug: string | null;
  /** Whether the package's name alone tells the product. */
  readonly isByName: boolean;
  /** Whose archive it comes from, for people. */
  readonly archive: string;
}

/** A package in a distribution's format: `type` is `deb`, `rpm`, `apk` or `alpm`. */
interface Packaged {
  readonly type: string;
  readonly namespace: string | null;
  readonly name: string;
  readonly version: string;
}

/** Who else than the distribution maintains a package; null when nothing says so. */
export function vendorPackage(found: Packaged): VendorPackage | null {
  const { name, version, namespace } = found;
  const slug = isVendorName(found) ? slugByName(name) : undefined;
  if (slug !== undefined && !isOfDistribution(found, slug))
    return { slug, isByName: true, archive: 'its vendor' };
  if (namespace !== null && VENDOR_NAMESPACES.has(namespace)) {
    return { slug: null, isByName: false, archive: namespace };
  }
  if (name === 'nginx' && namespace === 'alpine' && MAINLINE.test(version)) {
    return { slug: 'nginx', isByName: true, archive: 'nginx.org' };
  }
  if (!ANY_MARK.test(version)) return null;
  for (const archive of ARCHIVES) {
    if (!archive.mark.test(version)) continue;
    const isByName = archive.packages?.test(name) ?? false;
    return { slug: isByName ? (archive.slug ?? null) : null, isByName, archive: archive.name };
  }
  return null;
}

function isVendorName({ type, name }: Packaged): boolean {
  if (type === 'alpm') return false;
  return type !== 'apk' || VENDOR_NAMES_OF_APK.test(name);
}

function isOfDistribution({ name, version }: Packaged, slug: string | null): boolean {
  if (name.includes('-')) return false;
  return DISTRIBUTION_MARK.test(version) || (slug !== 'kubernetes' && SUSE_RELEASE.test(version));
}

function slugByName(name: string): string | null | undefined {
  const exact = EXACT.get(name);
  if (exact !== undefined) return exact;
  if (!ANY_START.test(name)) return undefined;
  for (const [start, middle, slug] of STARTS) {
    if (name.startsWith(start) && name.includes(middle, start.length)) return slug;
  }
  return undefined;
}
