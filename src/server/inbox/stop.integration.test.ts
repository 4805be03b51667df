import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { itemOf, type MessageContent } from '@/domain/message/content';
import { sendMessage } from '@/server/message/service';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { makeOrganization } from '@/test/accounts';
import { callAnonymously } from '@/test/callers';
import { testDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { signedIn, type SignedIn } from '@/test/people';
import { RestClient } from '@/test/rest-client';
import { writeDigests } from './service/digests';
import { sendLetters } from './service/sending';

const signal = new AbortController().signal;
let deps: TestDeps;
let organizationId: OrganizationId;

beforeAll(async () => {
  deps = testDeps(await testDatabase(), { PUBLIC_URL: 'https://eventide.example.com' });
});
afterAll(() => deps.db.close());
beforeEach(async () => {
  deps.clock.set('2026-11-26T12:00:00Z');
  organizationId = await makeOrganization(deps);
});

const person = () => signedIn(deps, new RestClient(deps), { organizationId, role: 'member' });
const send = () => sendLetters(deps, signal);
const mailsTo = (email: string) => deps.mails().filter(({ to }) => to === email);

/** Says something that concerns one person. */
function say(kind: MessageContent['kind'], { id }: SignedIn) {
  const content: MessageContent = {
    ...{ kind, severity: 'warning', title: 'Something is said', summary: '', links: [], total: 1 },
    items: [itemOf({ key: 'a', what: 'Thing', personIds: [id] })],
  };
  return deps.db.transaction((tx) =>
    sendMessage(tx, organizationId, content, 'listeners', deps.clock.now()),
  );
}

describe('the link that stops mails', () => {
  const tokenIn = ({ email }: SignedIn) =>
    /\/unsubscribe\/([\w.-]+)/.exec(mailsTo(email).at(-1)?.text ?? '')?.[1] ?? 'none';

  async function mailed(): Promise<SignedIn> {
    const ada = await person();
    await say('build.denied', ada);
    await send();
    return ada;
  }

  test('stops its kind alone, signed out, as often as it is asked, and not when it is looked at', async () => {
    const ada = await mailed();
    const token = tokenIn(ada);
    const { inbox } = callAnonymously(deps);
    const preview = { organizationName: 'Acme', what: 'build.denied' };
    expect(await inbox.previewStop({ token })).toEqual({ ...preview, isStopped: false });
    expect(await inbox.previewStop({ token })).toEqual({ ...preview, isStopped: false });
    await inbox.confirmStop({ token });
    await inbox.confirmStop({ token });
    expect(await inbox.previewStop({ token })).toEqual({ ...preview, isStopped: true });
    const { chosen } = await (await ada.dashboard()).inbox.mail();
    expect(chosen).toMatchObject({ choices: { 'build.denied': 'off' }, tempo: 'weekly' });
  });

  test('keeps back what waits to be sent already', async () => {
    const ada = await mailed();
    await say('build.denied', ada);
    await callAnonymously(deps).inbox.confirmStop({ token: tokenIn(ada) });
    await send();
    expect(mailsTo(ada.email)).toHaveLength(1);
  });

  test('stops the digest that it came with', async () => {
    const ada = await person();
    await say('waiver.decided', ada);
    deps.clock.set('2026-11-30T08:00:00Z');
    await writeDigests(deps, signal);
    await send();
    await callAnonymously(deps).inbox.confirmStop({ token: tokenIn(ada) });
    const { chosen } = await (await ada.dashboard()).inbox.mail();
    expect(chosen).toMatchObject({ choices: {}, tempo: 'off' });
  });

  test('is nothing that anybody can make up, or change', async () => {
    const ada = await mailed();
    const token = tokenIn(ada);
    const { inbox } = callAnonymously(deps);
    const [said = '', signature = ''] = token.split('.');
    const other = Buffer.from(
      Buffer.from(said, 'base64url').toString().replace('build.denied', 'digest'),
    ).toString('base64url');
    for (const made of [
      `${other}.${signature}`,
      said,
      `${said}.`,
      `.${signature}`,
      'x',
      `${token}.x`,
    ]) {
      await expect(inbox.previewStop({ token: made })).rejects.toMatchObject({ code: 'NOT_FOUND' });
      await expect(inbox.confirmStop({ token: made })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    }
  });

  test('finds nothing to stop of who is no member any more', async () => {
    const ada = await mailed();
    await deps.db.of(organizationId).membership.deleteMany({ where: { userId: ada.id } });
    const { inbox } = callAnonymously(deps);
    await inbox.confirmStop({ token: tokenIn(ada) });
    await expect(inbox.previewStop({ token: tokenIn(ada) })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });
});
