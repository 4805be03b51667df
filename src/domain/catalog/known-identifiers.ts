import { compareNumbers, leadingNumbers } from '@/domain/version/numbers';
import type { Identifier, IdentifierKind, Product, ReleaseCycle } from './catalog';
import {
  isAnyOfOracles,
  isOraclesOpenJdk,
  isOthersOpenJdk,
  mayBeOraclesJdk,
  mayBeOraclesOpenJdk,
} from './java-builds';
import { KNOWN_LANGUAGE_PACKAGES } from './known-language-packages';
import { KNOWN_PROGRAMS } from './known-programs';

/**
 * CPE names of the NVD's dictionary, former vendors among them, and what people call products, by the product's slug,
 * beyond what endoflife.date lists.
 */
const KNOWN_NAMES: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    'amazon-linux': ['amzn', 'Amazon Linux AMI'],
    angularjs: ['cpe:2.3:a:angularjs:angular'],
    'ansible-core': ['ansible-base'],
    'apache-activemq': ['activemq-classic'],
    'apache-http-server': ['apache2', 'apache httpd'],
    'apache-struts': ['struts2'],
    'bellsoft-liberica': ['liberica-jdk'],
    bootstrap: ['cpe:2.3:a:getbootstrap:bootstrap'],
    centos: ['centos-linux', 'CentOS Linux'],
    clickhouse: ['cpe:2.3:a:clickhouse:clickhouse', 'clickhouse-server'],
    containerd: ['containerd.io'],
    debian: ['debian-linux', 'Debian GNU/Linux'],
    'docker-engine': [
      'cpe:2.3:a:docker:docker',
      'cpe:2.3:a:mobyproject:moby',
      'docker',
      'docker ce',
      'dockerd',
      'docker.io',
    ],
    dotnet: [
      'cpe:2.3:a:microsoft:.net_core',
      'cpe:2.3:a:microsoft:asp.net_core',
      '.net core',
      'asp.net core',
      'dotnet-aspnetcore',
    ],
    dotnetfx: ['cpe:2.3:a:microsoft:.net_framework', '.net framework', 'dotnet-framework'],
    'eclipse-temurin': ['adoptium'],
    erlang: ['otp'],
    etcd: ['cpe:2.3:a:etcd:etcd', 'cpe:2.3:a:redhat:etcd'],
    express: ['cpe:2.3:a:expressjs:express', 'expressjs', 'express.js'],
    gitlab: ['gitlab-ce', 'gitlab-ee'],
    'hibernate-orm': ['hibernate-core'],
    'ibm-semeru-runtime': ['cpe:2.3:a:ibm:semeru_runtime', 'semeru-runtime'],
    keycloak: ['cpe:2.3:a:keycloak:keycloak'],
    kotlin: ['cpe:2.3:a:jetbrains:kotlin'],
    kubernetes: ['kubelet', 'kubeadm', 'kubectl', 'kube-apiserver', 'kube-proxy'],
    laravel: ['cpe:2.3:a:laravel:framework', 'laravel-framework'],
    linux: ['kernel'],
    log4j: ['log4j2'],
    'microsoft-build-of-openjdk': ['cpe:2.3:a:microsoft:openjdk', 'microsoft-openjdk'],
    mongodb: ['mongod'],
    mariadb: ['mariadb-server'],
    msexchange: ['exchange server'],
    mssqlserver: ['sql server', 'microsoft sql'],
    mysql: [
      'cpe:2.3:a:oracle:mysql_server',
      'cpe:2.3:a:mysql:mysql',
      'cpe:2.3:a:sun:mysql',
      'mysql-community-server',
      'mysql-server',
    ],
    nextjs: ['cpe:2.3:a:vercel:next.js'],
    nexus: ['cpe:2.3:a:sonatype:nexus', 'nexus3'],
    nginx: [
      'cpe:2.3:a:nginx:nginx',
      'cpe:2.3:a:igor_sysoev:nginx',
      'cpe:2.3:a:f5:nginx_open_source',
    ],
    nodejs: ['cpe:2.3:a:nodejs:nodejs', 'cpe:2.3:a:joyent:node.js'],
    nuxt: ['cpe:2.3:a:nuxt:nuxt', 'nuxtjs', 'nuxt.js'],
    'oracle-jdk': ['oracle-jre'],
    'oracle-linux': ['ol', 'Oracle Linux Server'],
    photon: ['photon-os', 'VMware Photon OS'],
    php: ['cpe:2.3:a:php_group:php', 'php-fpm', 'php-cli'],
    python: ['cpe:2.3:a:python_software_foundation:python', 'cpython'],
    postgresql: ['postgresql-server'],
    rabbitmq: ['cpe:2.3:a:broadcom:rabbitmq_server'],
    react: ['reactjs', 'react.js'],
    'redhat-build-of-openjdk': ['cpe:2.3:a:redhat:openjdk'],
    redis: ['cpe:2.3:a:redislabs:redis', 'cpe:2.3:a:pivotal_software:redis', 'redis server'],
    rhel: ['Red Hat Enterprise Linux Server'],
    ruby: ['cruby'],
    rust: ['rustc'],
    sles: ['cpe:2.3:o:suse:linux_enterprise_server', 'cpe:/o:suse:linux_enterprise_server'],
    'spring-boot': ['cpe:2.3:a:vmware:spring_boot', 'cpe:2.3:a:pivotal_software:spring_boot'],
    'spring-framework': [
      'cpe:2.3:a:vmware:spring_framework',
      'cpe:2.3:a:pivotal_software:spring_framework',
      'cpe:2.3:a:springsource:spring_framework',
    ],
    'spring-security': [
      'cpe:2.3:a:vmware:spring_security',
      'cpe:2.3:a:pivotal_software:spring_security',
    ],
    symfony: ['cpe:2.3:a:symfony:symfony'],
    twig: ['cpe:2.3:a:symfony:twig'],
    'vinyl-cache': ['varnish-cache'],
    vue: ['cpe:2.3:a:vuejs:vue'],
    'windows-server': ['cpe:2.3:o:microsoft:windows_server'],
  }),
);

const KNOWN = [KNOWN_LANGUAGE_PACKAGES, KNOWN_PROGRAMS, KNOWN_NAMES];

/** Returns the identifiers of a product that the catalog's source lacks. */
export function knownIdentifiers(slug: string): readonly Identifier[] {
  return KNOWN.flatMap((names) => names.get(slug) ?? []).map((value): Identifier => ({
    kind: kindOf(value),
    value,
  }));
}

function kindOf(value: string): IdentifierKind {
  if (value.startsWith('pkg:')) return 'purl';
  return value.startsWith('cpe:') ? 'cpe' : 'alias';
}

/** Identifiers that endoflife.date gives a product although they are also, or only, something else's. */
const TOO_BROAD = new Set([
  // A library of the Maven project, with versions of its own.
  'apache-maven cpe:a:apache:maven_shared_utils',
  'apache-maven maven-shared-utils',
  // Cloudera's distribution counts its own versions.
  'apache-hadoop cpe:a:cloudera:hadoop',
  // Since 2.10 this repository is ansible-core, and the package that people install is made elsewhere.
  'ansible pkg:github/ansible/ansible',
  // A container runtime's packaging, not Docker's own.
  'docker-engine docker-containers',
  // Redis Enterprise, which counts its own versions and ends on days of its own.
  'redis pkg:docker/redislabs/redis',
  // The same repology project holds several vendors' builds.
  'oracle-graalvm graalvm',
]);

export function isTooBroad(slug: string, { value }: Identifier): boolean {
  const bare = value.replace(/^cpe:(?:2\.3:|\/)/, 'cpe:');
  return TOO_BROAD.has(`${slug} ${bare}`);
}

/** Types of purl whose packages are versioned by who makes the product, not by who packs it. */
const EXACT_TYPES = new Set(
  'generic github golang npm pypi maven nuget gem composer cargo hex bitnami'.split(' '),
);

/**
 * Whether an identifier surely counts a product's own versions. What others pack counts its packers': the tag of
 * `docker/discourse/base` is that of a base image, a formula or an installer has revisions of its own. Docker's
 * official images, and what the tables here list, were looked at.
 */
export function isExact({ slug }: Product, identifier: string): boolean {
  const type = /^pkg:([^/]+)\//.exec(identifier)?.[1];
  if (type === undefined || EXACT_TYPES.has(type)) return true;
  if (identifier.startsWith('pkg:docker/library/')) return true;
  return KNOWN.some((names) => names.get(slug)?.includes(identifier));
}

type Accepts = (version: string) => boolean;

const OLD_GRAALVM: Accepts = (version) => {
  const [major = 0, minor = 0] = leadingNumbers(version);
  return major < 20 || major > 22 || (minor === 0 && !/^\d+\.0\.0(?:\.|$)/.test(version));
};

/** Identifiers that are good for some versions only. */
const LIMITS = new Map<string, Accepts>([
  // Font Awesome 5 came as 1.x of this package.
  [
    'font-awesome pkg:npm/%40fortawesome/fontawesome-svg-core',
    (version) => (leadingNumbers(version)[0] ?? 0) >= 6,
  ],
]);

/**
 * Which versions an identifier of a product is good for; null for all. GraalVM's releases up to 22.3 were named
 * after years, and `22.3` is not for Java 22. Whoever calls a build "Oracle's OpenJDK" often means any
 * OpenJDK: Oracle's end half a year after they start, so a version beyond the latest is someone else's, as is one that
 * has another maker's mark.
 */
export function acceptsVersion(
  slug: string,
  identifier: string,
  cycles: readonly ReleaseCycle[],
): Accepts | null {
  if (slug === 'graalvm-ce' || slug === 'oracle-graalvm') return OLD_GRAALVM;
  if (slug === 'oracle-jdk' && isAnyOfOracles(identifier)) return mayBeOraclesJdk;
  if (slug === 'openjdk-builds-from-oracle') {
    if (isAnyOfOracles(identifier)) return mayBeOraclesOpenJdk;
    const isOfLine = notBeyondLatest(cycles);
    return (version) =>
      isOraclesOpenJdk(version) || (isOfLine(version) && !isOthersOpenJdk(version, identifier));
  }
  return LIMITS.get(`${slug} ${identifier}`) ?? null;
}

function notBeyondLatest(cycles: readonly ReleaseCycle[]): Accepts {
  const latest = new Map(
    cycles.map((cycle) => [cycle.name, leadingNumbers(cycle.latestRelease ?? cycle.name)]),
  );
  return (version) => {
    const numbers = leadingNumbers(version);
    const last = latest.get(String(numbers[0]));
    return last !== undefined && compareNumbers(numbers.slice(0, 3), last) <= 0;
  };
}
