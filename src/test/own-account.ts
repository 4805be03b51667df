import type { AskableDeps } from '@/test/with-query';
import { hashPassword } from '@/server/user/service/password';
import { makePerson, type TestPerson } from './accounts';
import { browserOf, type SignedIn } from './people';
import { RestClient } from './rest-client';

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

/** What the installation remembers of a person's account beside their sign-ins, oldest first. */
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
