import { kernelBuild, type KernelBuild } from '@/domain/maintainer/kernel-build';
import type { Maintainer } from '@/domain/maintainer/maintainer';
import { matchCycle } from '@/domain/version/cycle-matcher';
import { packagedVersion } from '@/domain/version/package-version';
import type { CatalogLayer } from './layer';
import { type DistributionHint, findDistribution } from './distributions';
import type { Candidate, CatalogMatch, Distribution } from './match';
import { directListing, noMatch, shown, vendorMatch } from './match-result';
import { looked } from './match-trace';
import { nameKey } from './keys';

const NAMES = new Set(['linux', 'linuxkernel', 'kernel', 'kernelcore', 'linuximage', 'vmlinuz']);

/** Whether a name means the Linux kernel. */
export function isKernelName(name: string): boolean {
  return NAMES.has(nameKey(name));
}

/**
 * Matches a kernel that somebody built: it is supported by whom it is from, for as long as they do, and kernel.org's
 * dates say nothing of it. `hint` is the image's distribution. Null for kernel.org's own.
 */
export function matchKernel(
  layer: CatalogLayer,
  name: string,
  version: string,
  hint: DistributionHint | null,
): CatalogMatch | null {
  const build = kernelBuild(version.trim());
  if (build === null) return null;
  looked(layer, 'kernel', shown(version), []);
  const evidence = `${shown(version)} is how ${build.builder} names kernels`;
  const release = releaseHint(build, hint);
  if (build.families.length === 0) return unknownKernel(name, version, evidence, build);
  if (release === null) {
    const what = build.shared === undefined ? 'release' : 'distribution';
    const message = `${shown(name)} ${shown(version)} is the kernel of ${build.builder}, and nothing says of which ${what}`;
    return {
      ...noMatch('unknown_distribution', message),
      candidates: candidatesOf(layer, build),
      maintainedBy: { kind: 'distribution', name: null, evidence: [evidence] },
    };
  }
  const distribution = findDistribution(layer, release);
  if ('found' in distribution) return distribution;
  if (!build.families.includes(distribution.product.slug)) {
    const image = `${distribution.product.name} ${distribution.cycle.label}`;
    return unknownKernel(name, version, `${evidence}, and it is in ${image}`, build);
  }
  return {
    found: true,
    name,
    version: packagedVersion(version, 'plain'),
    ...distribution,
    maintainer: 'distribution',
    upstream: upstreamOf(layer, version),
    by: release.by,
    maintainedBy: {
      kind: 'distribution',
      name: `${distribution.product.name} ${distribution.cycle.label}`,
      evidence: [evidence],
    },
  };
}

/** The releases of that number, of those who build their kernels alike. */
function candidatesOf(layer: CatalogLayer, { families, shared }: KernelBuild): Candidate[] {
  if (shared === undefined) return [];
  return families.flatMap((slug) => {
    const entry = layer.slugs.get(slug);
    const cycle = entry ? matchCycle(entry.cycles, shared) : null;
    return entry && cycle !== null && cycle !== 'ambiguous'
      ? [{ product: entry.product, cycle }]
      : [];
  });
}

function releaseHint(build: KernelBuild, hint: DistributionHint | null): DistributionHint | null {
  if (hint !== null) return hint;
  if (build.release === null) return null;
  const { family, versionId } = build.release;
  return { id: family, versionId, prettyName: '', by: `kernel of ${build.builder}` };
}

function unknownKernel(name: string, version: string, evidence: string, build: KernelBuild) {
  const message = `${shown(name)} ${shown(version)} was not built by kernel.org but by ${build.builder}, whose support of it is not known`;
  const maintainedBy: Maintainer = { kind: 'unknown', evidence: [evidence] };
  return { ...noMatch('unknown_maintainer', message), maintainedBy };
}

function upstreamOf(layer: CatalogLayer, version: string): Distribution | null {
  const linux = layer.slugs.get('linux');
  if (linux === undefined) return null;
  const component = { name: 'linux', version, scheme: 'plain' } as const;
  const match = vendorMatch([directListing(linux, 'linux')], component);
  return match.found ? { product: match.product, cycle: match.cycle } : null;
}
