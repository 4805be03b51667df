import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PERSON_ROLES, ROLES } from '@/domain/roles/permissions';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { makeOrganization, makePerson } from '@/test/accounts';
import { callAnonymously, callAs } from '@/test/callers';
import { testDatabase, type TestDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { anotherBrowser } from '@/test/people';

type Caller = ReturnType<typeof callAnonymously>;
type Call = (as: Caller) => Promise<unknown>;

const TOKEN = 'x'.repeat(43);
const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';

/** Every procedure of a person's own account; other tests tell what comes of it beyond being admitted. */
const OWN: Readonly<Record<string, Call>> = {
  'account.get': (as) => as.account.get(),
  'account.rename': (as) => as.account.rename({ name: 'Ada' }),
  'account.changePassword': (as) =>
    as.account.changePassword({ currentPassword: '', newPassword: 'seven purple lamps at noon' }),
  'account.requestEmailChange': (as) =>
    as.account.requestEmailChange({ email: 'new@example.com', currentPassword: '' }),
  'account.cancelEmailChange': (as) => as.account.cancelEmailChange(),
  'account.previewEmail': (as) => as.account.previewEmail({ token: TOKEN }),
  'account.confirmEmail': (as) => as.account.confirmEmail({ token: TOKEN }),
  'session.list': (as) => as.session.list(),
  'session.end': (as) => as.session.end({ id: UNKNOWN_ID }),
  'session.endOthers': (as) => as.session.endOthers(),
};

const OPEN: Readonly<Record<string, Call>> = {
  'account.checkPassword': (as) => as.account.checkPassword({ password: 'x' }),
  'account.requestReset': (as) => as.account.requestReset({ email: 'nobody@example.com' }),
  'account.previewReset': (as) => as.account.previewReset({ token: TOKEN }),
  'account.resetPassword': (as) =>
    as.account.resetPassword({ token: TOKEN, password: 'seven purple lamps at noon' }),
};

let db: TestDatabase;
let deps: TestDeps;
let organizationId: OrganizationId;
beforeAll(async () => {
  db = await testDatabase();
  deps = testDeps(db);
  organizationId = await makeOrganization(deps);
});
afterAll(() => db.close());

/** Gives the code that a call was refused with; "admitted" for any other outcome. */
async function refusalOf(call: Promise<unknown>): Promise<string> {
  try {
    await call;
  } catch (error) {
    // tRPC's errors carry their code.
    const { code } = error as { code: string };
    if (['UNAUTHORIZED', 'FORBIDDEN'].includes(code)) return code;
  }
  return 'admitted';
}

describe.each(Object.entries(OWN))('%s', (_name, call) => {
  it('is closed to whoever is not signed in, and to keys of any role', async () => {
    expect(await refusalOf(call(callAnonymously(deps)))).toBe('UNAUTHORIZED');
    for (const role of ROLES) {
      expect(await refusalOf(call(callAs(deps, organizationId, role)))).toBe('FORBIDDEN');
    }
  });

  it('is open to people of any role, and of no organization', async () => {
    const people = [
      await makePerson(deps),
      ...(await Promise.all(
        PERSON_ROLES.map((role) => makePerson(deps, { organizationId, role })),
      )),
    ];
    for (const person of people) {
      const browser = await anotherBrowser(deps, person);
      expect(await refusalOf(call(await browser.dashboard()))).toBe('admitted');
    }
  });
});

describe.each(Object.entries(OPEN))('%s', (_name, call) => {
  it('is open to anybody', async () => {
    expect(await refusalOf(call(callAnonymously(deps)))).toBe('admitted');
  });
});
