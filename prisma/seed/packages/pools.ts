import { randomFrom, someOf } from '../random';
import { payloadPackage, type PayloadPackage } from './payload-package';
import { rubyPackages } from './tables/gem';
import { goModules } from './tables/go';
import { mavenPackages } from './tables/maven';
import { npmPackages } from './tables/npm';
import { dotnetPackages } from './tables/nuget';
import { phpPackages } from './tables/php-composer';
import { pythonPackages } from './tables/pypi';

const POOLS = {
  npm: { type: 'npm', rows: npmPackages },
  python: { type: 'python', rows: pythonPackages },
  maven: { type: 'java-archive', rows: mavenPackages },
  ruby: { type: 'gem', rows: rubyPackages },
  go: { type: 'go-module', rows: goModules },
  php: { type: 'php-composer', rows: phpPackages },
  dotnet: { type: 'dotnet', rows: dotnetPackages },
} as const;
export type PoolName = keyof typeof POOLS;

/**
 * `count` packages of a pool: always the same ones for an image, in newer versions from one revision of it
 * to the next.
 */
export function poolPackages(
  pool: PoolName,
  count: number,
  image: string,
  revision: number,
): PayloadPackage[] {
  const { type, rows } = POOLS[pool];
  const random = randomFrom('pool', image, pool);
  return someOf(random, rows, count).map(([name, ...versions]) => {
    const headStart = random() < 0.3 ? 1 : 0;
    const version = versions[Math.min(revision + headStart, versions.length - 1)] ?? '';
    return payloadPackage({ type, name, version });
  });
}
