import type { DistributionRelease } from './maintainer';

/** A build of Linux that is not kernel.org's, by what stands behind the version: whose it is, as far as that tells. */
export interface KernelBuild {
  /** Distributions that write so, by slug; none when it is nobody's that the catalog could know. */
  readonly families: readonly string[];
  /** For people: `Ubuntu`, `RHEL 9 or a rebuild of it`. */
  readonly builder: string;
  /** The release, where the version tells it and one family writes so. */
  readonly release: DistributionRelease | null;
  /** The release that all the families share the number of, where several write so. */
  readonly shared?: string;
}

/** kernel.org's own: numbers, and `-rc3`. */
const VANILLA = /^v?\d+(?:\.\d+){1,3}(?:-rc\d+)?$/;
const RED_HATS = ['rhel', 'rocky-linux', 'almalinux', 'centos', 'centos-stream', 'oracle-linux'];
const DEBIAN_FLAVOURS =
  '(?:cloud-|rt-|common-)?(?:amd64|686(?:-pae)?|arm64(?:-16k)?|armmp(?:-lpae)?|armel|marvell|rpi|ppc64el|powerpc64le|s390x|riscv64|loong64|mips\\w*|octeon|\\dkc-malta|loongson-3)(?:-unsigned)?';

type Reading = (match: RegExpExecArray) => KernelBuild;

function one(family: string, builder: string, versionId?: string): KernelBuild {
  const release = versionId === undefined ? null : { family, versionId };
  return { families: [family], builder, release };
}

function nobodys(builder: string): KernelBuild {
  return { families: [], builder, release: null };
}

/** In this order: the first that fits decides. */
const BUILDS: readonly (readonly [pattern: RegExp, read: Reading])[] = [
  [
    /\.?el(\d+)(?:_\d+)?u?ek/,
    ([, major]) => one('oracle-linux', `Oracle Linux ${major ?? ''}`, major),
  ],
  [/\.amzn1(?:\.|$)/, () => one('amazon-linux', 'Amazon Linux AMI', '2018.03')],
  [/\.amzn(\d+)/, ([, release]) => one('amazon-linux', `Amazon Linux ${release ?? ''}`, release)],
  [/\.fc(\d+)/, ([, release]) => one('fedora', `Fedora ${release ?? ''}`, release)],
  [/\.ph(\d+)/, ([, release]) => one('photon', `Photon OS ${release ?? ''}`, `${release ?? ''}.0`)],
  [/\.mga(\d+)/, ([, release]) => one('mageia', `Mageia ${release ?? ''}`, release)],
  [
    /\.(?:azl|cm)(\d+)/,
    ([, release]) => one('azure-linux', `Azure Linux ${release ?? ''}`, `${release ?? ''}.0`),
  ],
  [/\.oe\d+/, () => nobodys('openEuler')],
  [
    /\.el(\d+)/,
    ([, major]) => ({
      families: RED_HATS,
      builder: `RHEL ${major ?? ''} or a rebuild of it`,
      release: null,
      ...(major !== undefined && { shared: major }),
    }),
  ],
  [/-pve\d*$/, () => nobodys('Proxmox')],
  [/microsoft-standard|-wsl2?/i, () => nobodys('Microsoft, for WSL')],
  [/-talos/, () => nobodys('Talos')],
  [/flatcar/, () => nobodys('Flatcar')],
  [/coreos/, () => nobodys('CoreOS')],
  [/linuxkit/, () => nobodys('LinuxKit')],
  [/rpt-|-v[678]l?(?:-16k)?\+?$|-rpi\d?(?:-|$)/, readRaspberry],
  [/-(?:zen|hardened|arch|lts)?\d*-?arch\d/, () => nobodys('Arch Linux')],
  [
    /-(?:zen|MANJARO|xanmod|liquorix|cachyos|gentoo|nixos|k3os|bottlerocket|orbstack|cos)\b/i,
    () => nobodys('another builder'),
  ],
  [/^\d+\.\d+\.\d+\+deb(\d+)/, ([, release]) => one('debian', `Debian ${release ?? ''}`, release)],
  [/^\d+\.\d+\.\d+-0\.(?:deb|bpo)\d+|\+bpo|~bpo/, () => nobodys('Debian’s backports')],
  [new RegExp(`^\\d+\\.\\d+\\.\\d+(?:-\\d+)?-${DEBIAN_FLAVOURS}$`), () => one('debian', 'Debian')],
  [
    /^\d+\.\d+\.\d+-\d+-(?:lts|virt|edge|stable|openpax|grsec|vserver)$/,
    () => one('alpine-linux', 'Alpine Linux'),
  ],
  [
    /^\d+\.\d+\.\d+-(?:lp)?\d+(?:\.\d+)+-(?:default|preempt|azure|rt|kvmsmall|64kb|vanilla|longterm|xen|pae)$/,
    ([text]) => suse(text),
  ],
  [
    /^\d+\.\d+\.\d+-\d+(?:\.g[0-9a-f]+)?-(?:default|preempt|vanilla|longterm)$/,
    () => nobodys('openSUSE Tumbleweed'),
  ],
  [
    /^\d+\.\d+\.\d+-\d+-(?:generic|lowlatency|virtual|server|aws|azure|gcp|gke|gkeop|oracle|ibm|kvm|raspi\d?|oem|nvidia|intel|realtime|snapdragon|bluefield|xilinx|starfive|allwinner|laptop|fips|iot|dell\d*|hwe)(?:[\w-]*)$/,
    () => one('ubuntu', 'Ubuntu'),
  ],
];

function readRaspberry([text]: RegExpExecArray): KernelBuild {
  return nobodys(text === '' ? 'another builder' : 'Raspberry Pi');
}

/** `150500` is SLES 15 SP5 and Leap 15.5 alike. */
function suse(version: string): KernelBuild {
  const families = version.includes('-lp')
    ? ['opensuse']
    : ['sles', 'opensuse', 'suse-linux-micro'];
  return { families, builder: 'SUSE', release: null };
}

const MAX_LENGTH = 200;

/** Whose build of Linux a version is; null for kernel.org's own, and for what is no version of Linux. */
export function kernelBuild(version: string): KernelBuild | null {
  if (VANILLA.test(version) || !/^v?\d+\.\d+/.test(version) || version.length > MAX_LENGTH)
    return null;
  for (const [pattern, read] of BUILDS) {
    const match = pattern.exec(version);
    if (match !== null) return read(match);
  }
  return nobodys('somebody else than kernel.org');
}
