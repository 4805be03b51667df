import type { PackageEcosystem } from './component';

/** Why a registry gave no usable answer, as it is told of: never in the registry's own words. */
export const FAILURE_KINDS = [
  ...(['timeout', 'unreachable', 'status', 'redirect'] as const),
  ...(['too_large', 'unreadable'] as const),
] as const;
export type FailureKind = (typeof FAILURE_KINDS)[number];

/** The kinds in words, after "last failure:". */
export const FAILURE_WORDS: Readonly<Record<FailureKind, string>> = {
  timeout: 'no answer in time',
  unreachable: 'not reachable',
  status: 'an error as answer',
  redirect: 'led elsewhere',
  too_large: 'an answer that is too large',
  unreadable: 'an answer that cannot be read',
};

/** Names of the registries' ecosystems for people. */
export const ECOSYSTEM_WORDS: Readonly<Record<PackageEcosystem, string>> = {
  npm: 'npm',
  pypi: 'PyPI',
  nuget: 'NuGet',
  maven: 'Maven',
  golang: 'Go',
  cargo: 'crates.io',
  gem: 'RubyGems',
  composer: 'Packagist',
};
