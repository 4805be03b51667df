import { parseJson } from '@/domain/registry/evidence';
import {
  findInPage,
  findInRegistration,
  judgeNuget,
  type NugetService,
  readNugetService,
} from '@/domain/registry/nuget';
import {
  below,
  RegistryFailure,
  type RegistrySource,
  type SourceParts,
  withinOrigin,
} from './base';

const JSON_TYPE = 'application/json';
/** Milliseconds that a service index is kept: it hardly changes, and every question needs it. */
const SERVICE_LIFETIME_MS = 60 * 60 * 1000;

/**
 * Asks a NuGet v3 server, by its service index. The services that it offers are used where they are on the same
 * origin.
 */
export function nugetSource({ url, get, now }: SourceParts): RegistrySource {
  let known: { readonly service: NugetService; readonly untilMs: number } | null = null;

  async function service(): Promise<NugetService> {
    if (known && known.untilMs > now().getTime()) return known.service;
    const answer = await get(url, JSON_TYPE);
    const found = answer && readNugetService(parseJson(answer.text));
    if (!found) throw new RegistryFailure('unreadable', 'no service index with registrations');
    known = { service: found, untilMs: now().getTime() + SERVICE_LIFETIME_MS };
    return found;
  }

  return {
    ecosystem: 'nuget',
    lookUp: async (component) => {
      const offered = await service();
      const registrations = withinOrigin(url, offered.registrationsUrl);
      const index = await get(below(registrations, component.name, 'index.json'), JSON_TYPE);
      if (!index) return null;
      let entry = findInRegistration(parseJson(index.text), component);
      if (entry.kind === 'page') {
        const page = await get(withinOrigin(url, entry.url), JSON_TYPE);
        if (!page) return null;
        entry = findInPage(parseJson(page.text), component);
      }
      return entry.kind === 'found' ? judgeNuget(entry.leaf, component, offered) : null;
    },
  };
}
