/**
 * Distributions by the names that os-release (`ID`), package URLs and scanners use, in the form of a name key; the
 * values are the catalogue's slugs.
 */
const SLUG_BY_NAME: ReadonlyMap<string, string> = new Map(
  Object.entries({
    debian: 'debian',
    debiangnulinux: 'debian',
    ubuntu: 'ubuntu',
    alpine: 'alpine-linux',
    alpinelinux: 'alpine-linux',
    amzn: 'amazon-linux',
    amazon: 'amazon-linux',
    amazonlinux: 'amazon-linux',
    amazonlinuxami: 'amazon-linux',
    rhel: 'rhel',
    redhat: 'rhel',
    redhatenterpriselinux: 'rhel',
    redhatenterpriselinuxserver: 'rhel',
    centos: 'centos',
    centoslinux: 'centos',
    centosstream: 'centos-stream',
    fedora: 'fedora',
    fedoralinux: 'fedora',
    rocky: 'rocky-linux',
    rockylinux: 'rocky-linux',
    almalinux: 'almalinux',
    alma: 'almalinux',
    ol: 'oracle-linux',
    oracle: 'oracle-linux',
    oraclelinux: 'oracle-linux',
    oraclelinuxserver: 'oracle-linux',
    sles: 'sles',
    slessap: 'sles',
    suselinuxenterpriseserver: 'sles',
    slmicro: 'suse-linux-micro',
    slemicro: 'suse-linux-micro',
    opensuse: 'opensuse',
    leap: 'opensuse',
    opensuseleap: 'opensuse',
    photon: 'photon',
    vmwarephotonos: 'photon',
    vmwarephotonlinux: 'photon',
    pop: 'pop-os',
    popos: 'pop-os',
    linuxmint: 'linuxmint',
    devuan: 'devuan',
    mageia: 'mageia',
    nixos: 'nixos',
    slackware: 'slackware',
    eurolinux: 'eurolinux',
    openwrt: 'openwrt',
    cos: 'cos',
  }),
);

/** The slug of the distribution of that name; undefined for names that are no distribution's. */
export function distributionSlug(key: string): string | undefined {
  return SLUG_BY_NAME.get(key);
}

/** Distributions without releases, or whose releases no catalogue here knows: their packages are nobody else's. */
const OTHERS = new Set([
  'arch',
  'archarm',
  'manjaro',
  'gentoo',
  'void',
  'wolfi',
  'chainguard',
  'opensusetumbleweed',
  'tumbleweed',
  'kali',
  'raspbian',
  'mariner',
  'cblmariner',
  'azurelinux',
  'azurelinux',
  'msys2',
  'openeuler',
  'anolis',
  'alinux',
  'tencentos',
  'virtuozzo',
  'scientific',
  'minimos',
  'bottlerocket',
  'clearlinuxos',
  'suse',
  'elementary',
  'neon',
  'zorin',
  'deepin',
  'parrot',
  'endeavouros',
  'postmarketos',
]);

/** Whether a name is a distribution's, known to the catalogue or not. */
export function isDistributionName(key: string): boolean {
  return SLUG_BY_NAME.has(key) || OTHERS.has(key);
}
