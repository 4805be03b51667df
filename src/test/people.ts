import type { PersonRole } from '@/domain/roles/permissions';
import { authenticate } from '@/server/platform/auth/authenticate';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { PersonCaller } from '@/server/platform/auth/principal';
import type { Deps } from '@/server/platform/deps';
import { appRouter } from '@/server/app-router';
import { createCallerFactory } from '@/server/platform/trpc/init';
import { makePerson, makeSession, type TestPerson } from './accounts';
import type { RestCall, RestClient } from './rest-client';

const createCaller = createCallerFactory(appRouter);

/** A person with a browser: what they can do from it. */
export interface SignedIn extends TestPerson {
  readonly cookie: string;
  /** REST, as a page of this service would call it. */
  readonly rest: RestCall;
  /** The caller that the cookie stands for now; null when it is refused. */
  caller(): Promise<PersonCaller | null>;
  /** The dashboard's procedures, as the person is now. */
  dashboard(): Promise<ReturnType<typeof createCaller>>;
}

/** A new person, signed in; a member of an organization when one is given. */
export async function signedIn(
  deps: Deps,
  rest: RestClient,
  membership?: { readonly organizationId: OrganizationId; readonly role: PersonRole },
): Promise<SignedIn> {
  const person = await makePerson(deps, membership);
  return browserOf(deps, rest, person);
}

/** Another browser of a person. */
export async function browserOf(
  deps: Deps,
  rest: RestClient,
  person: TestPerson,
): Promise<SignedIn> {
  const { cookie } = await makeSession(deps, person.id);
  const headers = { cookie, origin: deps.env.publicUrl };
  const caller = async () => {
    const outcome = await authenticate(new Headers({ cookie }), deps);
    return outcome.result === 'accepted' && outcome.caller.kind === 'person'
      ? outcome.caller
      : null;
  };
  return {
    ...person,
    cookie,
    rest: (method, path, body) => rest.call(headers, method, path, body),
    caller,
    dashboard: async () =>
      createCaller({
        deps,
        requestId: 'test-request',
        remoteAddress: '192.0.2.1',
        caller: await caller(),
        scanBody: null,
      }),
  };
}
