import { archiveOfVersion } from './archive-marks';
import { debianBuild, hasDebianMark } from './deb-build';
import {
  type Maintainer,
  ofDistribution,
  ofNobodyKnown,
  ofVendor,
  type PackagedBuild,
  quoted,
} from './maintainer';
import { rpmBuild } from './rpm-build';
import { isSharedName, vendorOfName } from './vendor-names';

/** Marks of distributions that package what vendors offer too; the vendors never write them. */
const DISTRIBUTION_TAG = /\.(?:mga|ph|azl|cm|oe)\d/;
/** Marks of distributions that vendors build for, too. */
const FEDORA_TAG = /\.fc\d/;
const AMAZON_TAG = /\.amzn\d/;
/** Packages that Fedora and Amazon build themselves under a vendor's name, and no vendor with their mark. */
const FEDORAS_TOO =
  /^(?:dotnet|aspnetcore|netstandard|moby-|zabbix-|salt-|(?:grafana|vagrant|gh|azure-cli|cri-o|cri-tools|helm|caddy|puppet)$)/;
const AMAZONS_TOO =
  /^(?:dotnet|aspnetcore|netstandard|(?:amazon-.*|aws-nitro-enclaves-cli.*|aws-cli-.*|ecs-init)$)/;
/** Vendors who build for Fedora or Amazon Linux with the mark of either. */
const VENDORS_TOO =
  /^(?:docker-|containerd\.io$|mysql-|MariaDB-|mongodb-|puppet-agent$|openvox|[Pp]ercona-|openresty|gitlab-|couchbase-|temurin-|zabbix-|salt-|kubelet$|kubeadm$|kubectl$)/;
/** Releases of SUSE's build service, which the Kubernetes project builds its packages on too. */
const SUSE_RELEASE = /-(?:lp)?15\d{1,4}\.\d/;
/** Packages of RHEL under names that vendors use; vendors write `.el9` as well. */
const RED_HATS_TOO = /^(?:grafana|opentelemetry-collector)$/;
/** RHEL builds .NET for as long as Microsoft supports it. */
const DOTNET = /^(?:dotnet|aspnetcore|netstandard)/;
/** Amazon's builds of OpenJDK are the same on its own distribution. */
const CORRETTO = /^java-.*-amazon-corretto/;

const MAX_LENGTH = 512;

/**
 * Who maintains a package that comes in a distribution's format: a vendor whose archive, name or mark it has, the
 * distribution that it has a build of, or nobody that can be told.
 */
export function maintainerOf(
  build: PackagedBuild,
  isDistribution: (name: string) => boolean,
): Maintainer {
  const { namespace, name, version } = build;
  if (name.length + version.length > MAX_LENGTH) {
    return ofNobodyKnown('its name and version are longer than any that distributions give');
  }
  if (build.sources.some((source) => source.name.length > MAX_LENGTH)) {
    return ofNobodyKnown(
      'the name of what it is built from is longer than any that distributions give',
    );
  }
  if (namespace !== null && !isDistribution(namespace)) {
    return ofVendor(
      namespace,
      `the package URL names ${quoted(namespace)}, which is no distribution`,
    );
  }
  // A mark of an archive goes before the name: what is in Debian under a vendor's name has none.
  return byVendorName(build) ?? archiveOfVersion(build) ?? bySystem(build);
}

function byVendorName(build: PackagedBuild): Maintainer | null {
  const { type, name } = build;
  if (type === 'alpm' || (type === 'apk' && !VENDOR_NAMES_OF_APK.test(name))) return null;
  const found = vendorOfName(type, name);
  if (found === null || isOfDistribution(build)) return null;
  const { vendor, slug } = found;
  const [mark] = FEDORA_TAG.exec(build.version) ?? AMAZON_TAG.exec(build.version) ?? [];
  if (mark !== undefined && !VENDORS_TOO.test(name) && !CORRETTO.test(name)) {
    return ofNobodyKnown(
      `${quoted(mark)} is the distribution’s mark, and the name is that of what ${vendor} builds`,
    );
  }
  return ofVendor(
    vendor,
    `packages of this name come from ${vendor}, and in this version from no distribution`,
    { slug, isByName: true },
  );
}

/**
 * Packages that vendors offer for Alpine. Alpine and Wolfi package kubectl, Telegraf, Vault and Jenkins themselves,
 * whose vendors have no archive in that format; nobody but distributions makes Arch's.
 */
const VENDOR_NAMES_OF_APK =
  /^(?:temurin-|amazon-corretto-|bellsoft-java|zulu|mssql-tools|msodbcsql|powershell$)/;

function isOfDistribution(build: PackagedBuild): boolean {
  const { type, name, version } = build;
  if (type === 'deb') {
    if (archiveOfVersion(build) !== null) return false;
    if (/^salt-/.test(name)) return /dfsg|ubuntu\d/.test(version);
    // Puppet writes the release’s name behind the revision, Debian and Ubuntu do not.
    if (name === 'puppet-agent' && /-\d+$/.test(version)) return true;
    return (
      hasDebianMark(version) || (isSharedName(name) && /-(?:[2-9]|\d\d|\d\.\d)$/.test(version))
    );
  }
  if (CORRETTO.test(name)) return false;
  if (DISTRIBUTION_TAG.test(version)) return true;
  if (FEDORA_TAG.test(version)) return FEDORAS_TOO.test(name);
  if (AMAZON_TAG.test(version)) return AMAZONS_TOO.test(name);
  if (/\.el\d/.test(version)) return !DOTNET.test(name) && RED_HATS_TOO.test(name);
  return !name.includes('-') && !name.startsWith('kube') && SUSE_RELEASE.test(version);
}

function bySystem(build: PackagedBuild): Maintainer {
  switch (build.type) {
    case 'deb':
      return debianBuild(build);
    case 'rpm':
      return rpmBuild(build);
    case 'apk':
      return alpineBuild(build);
    default:
      return ofDistribution('nobody but distributions makes packages of this format');
  }
}

/** Alpine packages nginx's stable releases only, whose second number is even; the odd ones are nginx.org's own. */
const MAINLINE = /^1\.\d?[13579]\./;
/** Packages for Alpine that people offer outside it; Alpine is built on musl. */
const ALIEN = /^glibc(?:-(?:bin|i18n|dev))?$/;

function alpineBuild({ name, version, namespace, release }: PackagedBuild): Maintainer {
  const isAlpine = namespace === 'alpine' || release?.family === 'alpine-linux';
  if (isAlpine && name === 'nginx' && MAINLINE.test(version)) {
    return ofVendor('nginx.org', 'Alpine packages nginx’s stable releases only', {
      slug: 'nginx',
      isByName: true,
    });
  }
  if (isAlpine && ALIEN.test(name)) {
    return ofNobodyKnown('Alpine is built on musl and has no glibc of its own');
  }
  const [revision] = /-r\d+$/.exec(version) ?? [];
  return revision === undefined
    ? ofNobodyKnown(
        `${quoted(version)} lacks the “-r” and number that the distribution gives a build`,
      )
    : ofDistribution(`${quoted(revision)} is a revision as the distribution writes it`);
}
