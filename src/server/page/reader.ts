import { cache } from 'react';
import { headers } from 'next/headers';
import { notFound, redirect } from 'next/navigation';
import { isOperator } from '@/server/platform/auth/operators';
import { membershipsOf } from '@/server/organization/service';
import { getDeps } from '@/server/runtime';
import { switchOrganization } from '@/server/session/service/sessions';
import { isSetupPending } from '@/server/setup/service/set-up';
import { authenticate } from '@/server/platform/auth/authenticate';
import { PAGE_PATH_HEADER } from '@/server/platform/auth/page-path-header';
import { principalOf, type PersonCaller, type Principal } from '@/server/platform/auth/principal';

/** A page's reader: who they are, and as what they act. */
export interface PageReader {
  readonly person: PersonCaller;
  readonly principal: Principal;
}

/**
 * Finds the person whose session the request shows, or null. Looked up once for each request. A person who is no
 * longer a member of the active organization goes on in another.
 */
export const pagePerson = cache(async (): Promise<PersonCaller | null> => {
  // The request comes first: a build, which has none, stops here and does not start the service.
  const requestHeaders = await headers();
  const deps = await getDeps();
  const outcome = await authenticate(requestHeaders, deps);
  if (outcome.result !== 'accepted' || outcome.caller.kind !== 'person') return null;
  const person = outcome.caller;
  const [next] = person.active ? [] : await membershipsOf(deps, person.id);
  if (!next) return person;
  const { organizationId, role } = next;
  await switchOrganization(deps, person, organizationId);
  return { ...person, active: { organizationId, role } };
});

/** The reader's organizations, by name; none while nobody is signed in. Looked up once for each request. */
export const pageMemberships = cache(async () => {
  const person = await pagePerson();
  return person ? membershipsOf(await getDeps(), person.id) : [];
});

/** Whether the reader looks after the installation. Looked up once for each request. */
export const isPageOperator = cache(async (): Promise<boolean> => {
  const person = await pagePerson();
  return person !== null && isOperator(await getDeps(), person);
});

/** The operator who reads the page. For everybody else, signed in or not, there is no such page. */
export async function requirePageOperator(): Promise<PersonCaller> {
  const person = await pagePerson();
  if (!person || !(await isPageOperator())) notFound();
  return person;
}

/** The signed-in person, else the way to the sign-in page, or to the set-up page while nobody has an account. */
export async function requirePagePerson(): Promise<PersonCaller> {
  const person = await pagePerson();
  if (person) return person;
  if (await isSetupPending(await getDeps())) redirect('/set-up');
  const path = (await headers()).get(PAGE_PATH_HEADER) ?? '/';
  redirect(path === '/' ? '/sign-in' : `/sign-in?callbackUrl=${encodeURIComponent(path)}`);
}

/** Requires a signed-in person acting in an organization; a person without any is told so on a page of its own. */
export const requirePageReader = cache(async (): Promise<PageReader> => {
  const person = await requirePagePerson();
  const principal = principalOf(person);
  if (!principal) redirect('/no-organization');
  return { person, principal };
});

/** The principal of {@link requirePageReader}. */
export async function requirePagePrincipal(): Promise<Principal> {
  return (await requirePageReader()).principal;
}
