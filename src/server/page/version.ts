import { cache } from 'react';
import { versionOf } from '@/server/change/service';
import { getDeps } from '@/server/runtime';
import { pagePerson } from './reader';

/**
 * The version of the organization's numbers before any of them is read for the page; null for a reader who acts in none.
 * Looked up once for each request.
 */
export const pageVersion = cache(async (): Promise<string | null> => {
  const person = await pagePerson();
  return person?.active ? versionOf(await getDeps(), person.active.organizationId) : null;
});
