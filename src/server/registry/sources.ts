import { REGISTRY_ECOSYSTEMS, type RegistryEcosystem } from '@/domain/registry/component';
import type { Env } from '@/env';
import type { Clock } from '@/server/clock';
import { golangSource } from './golang';
import { createLimitedFetch, type LimitedFetchOptions } from './limited-fetch';
import { mavenSource } from './maven';
import { npmSource } from './npm';
import { nugetSource } from './nuget';
import { pypiSource } from './pypi';
import { readRegistryBase } from './registry-base';
import type { RegistrySource, SourceParts } from './registry-source';

const MAKERS: Record<RegistryEcosystem, (parts: SourceParts) => RegistrySource> = {
  npm: npmSource,
  pypi: pypiSource,
  nuget: nugetSource,
  maven: mavenSource,
  golang: golangSource,
};

/** A source for each registry that is configured. */
export function configuredSources(
  { registryUrls }: Pick<Env, 'registryUrls'>,
  clock: Clock,
  options: Omit<LimitedFetchOptions, 'base'>,
): RegistrySource[] {
  return REGISTRY_ECOSYSTEMS.flatMap((ecosystem) => {
    const configured = registryUrls[ecosystem];
    if (configured === undefined) return [];
    const base = readRegistryBase(configured);
    const get = createLimitedFetch({ ...options, base });
    return [MAKERS[ecosystem]({ url: base.url, get, now: () => clock.now() })];
  });
}
