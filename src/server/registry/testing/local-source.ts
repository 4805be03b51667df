import { canonicalComponent, type GivenComponent } from '@/domain/registry/component';
import type { Statement } from '@/domain/registry/evidence';
import { systemClock } from '@/server/platform/clock';
import { systemDelay } from '@/server/platform/delay';
import { configuredSources } from '../service/evidence';

/** Asks the registry at `url` about a component, with nothing kept. */
export async function lookUpAt(url: string, given: GivenComponent): Promise<Statement | null> {
  const [source] = configuredSources({ registryUrls: { [given.ecosystem]: url } }, systemClock, {
    fetch: globalThis.fetch,
    delay: systemDelay,
    stopped: new AbortController().signal,
  });
  const component = canonicalComponent(given);
  if (!source || !component) throw new Error('no registry can be asked about this');
  return source.lookUp(component);
}
