import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { backgroundDone } from '@/server/platform/jobs/background';
import { acceptAsNewPerson } from '@/server/sign-in/service/accept';
import { invite } from '@/server/invitation/service/invite';
import { membershipsOf } from '@/server/organization/service';
import { makeActor, makePerson } from '@/test/accounts';
import { AddressBench, OWNED } from '@/test/address-bench';
import type { TestDeps } from '@/test/deps';
import { accountAudit, anotherBrowser, GOOD_PASSWORD, linkTokenTo } from '@/test/people';

const ORIGIN = { requestId: 'test-request', remoteAddress: '192.0.2.1' };

let bench: AddressBench;
let deps: TestDeps;

beforeEach(async () => {
  bench = await AddressBench.start();
  ({ deps } = bench);
});
afterEach(() => bench.stop());

/** The end of the link in the mail of an invitation. */
const mailedToken = (email: string) =>
  deps
    .mails()
    .findLast(({ to, text }) => to === email && text.includes('/invitations/'))
    ?.text.match(/\/invitations\/([\w-]{43})/)?.[1] ?? 'no invitation came';

describe('an address is proven', () => {
  async function invited(email: string) {
    const admin = await makeActor(deps, bench.company);
    const { accept_url: shown } = await invite(deps, admin, { email, role: 'member' });
    return { shown: shown.slice(-43), mailed: mailedToken(email) };
  }

  it('by the link of an invitation that was mailed there, and then keeps its password', async () => {
    const { shown, mailed } = await invited(OWNED);
    expect(mailed).not.toBe(shown);
    const { email } = await acceptAsNewPerson(
      deps,
      { token: mailed, name: 'The CEO', password: GOOD_PASSWORD },
      ORIGIN,
    );
    expect(await bench.proofOf()).toMatchObject({ by: 'invitation' });
    const { userId } = await bench.passwordSignIn(email);
    expect((await bench.ownerSignsIn()).caller).toMatchObject({ id: userId });
    await expect(bench.passwordSignIn(email)).resolves.toMatchObject({ userId });
    const browser = await anotherBrowser(deps, { id: userId, email });
    expect(await (await browser.dashboard()).account.notices()).toMatchObject([
      { notice: { kind: 'linked' } },
    ]);
    expect(deps.mails().findLast(({ to }) => to === OWNED)?.text).toContain(
      'Your password goes on to work as well.',
    );
  });

  it('by that link for somebody who is signed in', async () => {
    const person = await makePerson(deps, undefined, null, null);
    const { mailed } = await invited(person.email);
    const browser = await anotherBrowser(deps, person);
    await (await browser.dashboard()).invitation.accept({ token: mailed });
    expect(await bench.proofOf(person.email)).toMatchObject({ by: 'invitation' });
    expect((await accountAudit(deps, person.id)).at(-1)?.action).toBe('account.email_proven');
  });

  it('by a link to confirm it, in a browser that is signed in, and nothing ends', async () => {
    const person = await makePerson(
      deps,
      { organizationId: bench.company, role: 'admin' },
      null,
      null,
    );
    const browser = await anotherBrowser(deps, person);
    const { account, member } = await browser.dashboard();
    expect(await account.get()).toMatchObject({ emailProven: false });
    expect(await member.list({ idp_org_id: bench.company })).toMatchObject([
      { email_verified: false },
    ]);
    await account.requestEmailProof();
    await backgroundDone(deps);
    const token = linkTokenTo(deps, person.email);
    expect(await account.confirmEmail({ token })).toEqual({ email: person.email });
    expect(await account.get()).toMatchObject({ emailProven: true });
    expect(await browser.caller()).not.toBeNull();
    await expect(account.requestEmailProof()).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await member.list({ idp_org_id: bench.company })).toMatchObject([
      { email_verified: true },
    ]);
  });

  it('by the provider for somebody who comes for the first time, without anything to tell', async () => {
    const { caller } = await bench.ownerSignsIn('new@corp.example');
    expect(await bench.proofOf('new@corp.example')).toMatchObject({ by: 'provider' });
    const memberships = await membershipsOf(deps, caller?.id ?? '');
    expect(memberships).toMatchObject([{ organizationId: bench.company }]);
    expect(await deps.db.query('SELECT FROM account_notice')).toEqual([]);
  });
});
