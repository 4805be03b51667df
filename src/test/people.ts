import type { PersonRole } from '@/domain/roles/permissions';
import { appRouter } from '@/server/app-router';
import { authenticate } from '@/server/platform/auth/authenticate';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { PersonCaller } from '@/server/platform/auth/principal';
import type { Deps } from '@/server/platform/deps';
import { createCallerFactory } from '@/server/platform/trpc/init';
import { hashPassword } from '@/server/user/service/password';
import { makePerson, makeSession, type TestPerson } from './accounts';
import { type RestCall, RestClient } from './rest-client';
import type { AskableDeps } from './with-query';

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

/** A password that every rule takes. */
export const GOOD_PASSWORD = 'correct horse battery staple';

let hash: Promise<string> | null = null;

/** A new person who signs in with {@link GOOD_PASSWORD}; belongs to no organization. */
export async function personWithPassword(deps: AskableDeps): Promise<TestPerson> {
  hash ??= hashPassword(GOOD_PASSWORD);
  return makePerson(deps, undefined, await hash);
}

/** A browser in which a person is signed in. */
export function anotherBrowser(deps: AskableDeps, person: TestPerson): Promise<SignedIn> {
  return browserOf(deps, new RestClient(deps), person);
}

/** The end of the link in the newest mail to an address. */
export function linkTokenTo(
  deps: { mails(): readonly { readonly to: string; readonly text: string }[] },
  address: string,
): string {
  const mail = deps.mails().findLast(({ to, text }) => to === address && TOKEN.test(text));
  return TOKEN.exec(mail?.text ?? '')?.[1] ?? 'no link came';
}

const TOKEN = /\/(?:reset-password|confirm-email)\/([\w-]{43})/;

/** Lists the audit trail of a person's account without their sign-ins, oldest first. */
export function accountAudit(
  deps: AskableDeps,
  personId: string,
): Promise<{ action: string; detail: object; actor_name: string; remote_address: string }[]> {
  return deps.db.query(
    `SELECT action, detail, actor_name, remote_address FROM installation_audit_event
      WHERE subject_id = $1 AND NOT starts_with(action, 'account.sign_in') ORDER BY at, id`,
    [personId],
  );
}
