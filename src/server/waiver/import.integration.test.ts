import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { backgroundDone } from '@/server/platform/jobs/background';
import { makeOrganization } from '@/test/accounts';
import { callAs } from '@/test/callers';
import { testDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { scanImage } from '@/test/factories';
import { forgetLimits } from '@/test/limits';
import { signedIn, type SignedIn } from '@/test/people';
import { RestClient } from '@/test/rest-client';
import { ask, decide } from '@/test/waivers';

let deps: TestDeps;
let organizationId: OrganizationId;
let member: SignedIn;
let admin: SignedIn;

beforeAll(async () => {
  deps = testDeps(await testDatabase(), { PUBLIC_URL: 'https://eventide.example.com' });
});
afterAll(async () => {
  await backgroundDone(deps);
  await deps.db.close();
});
beforeEach(async () => {
  await backgroundDone(deps);
  await forgetLimits(deps.db);
  deps.clock.set('2026-11-21T12:00:00Z');
  organizationId = await makeOrganization(deps);
  const rest = new RestClient(deps);
  member = await signedIn(deps, rest, { organizationId, role: 'member' });
  admin = await signedIn(deps, rest, { organizationId, role: 'admin' });
  const software = ['Debian Linux', 'a b', 'A-b'].map((product) => ({ product, cycle: '11' }));
  await scanImage(deps, organizationId, { project: 'shop', software });
});

const PLACE = { scope: 'project', project_name: 'shop' } as const;
type Given = Parameters<Awaited<ReturnType<SignedIn['dashboard']>>['waiver']['import']>[0]['body'];
const importFile = async (body: Omit<Given, 'scope'>) =>
  (await member.dashboard()).waiver.import({ body: { ...PLACE, ...body } });
const total = async () => (await callAs(deps, organizationId).waiver.list({})).total;

const FILE = `# It moves in March
EOL-Debian-Linux-11 exp:2027-01-31
EOL-debian-linux-11 exp:2027-02-28
CVE-2018-14618
EOL-Unheard-of-1 exp:2027-01-31
EOL-a-b-11 exp:2027-01-31
`;

describe('an import', () => {
  test('is shown first, and asks for what is understood alone', async () => {
    const shown = await importFile({ file: '.trivyignore', content: FILE, reason: 'Later' });
    expect(shown).toMatchObject({ preview: true, asked: 1 });
    expect(shown.entries.map((one) => [one.line, one.not_asked_because])).toEqual([
      [2, null],
      [3, 'an earlier entry asks for the same'],
      [4, expect.stringContaining('it is no end of support')],
      [5, 'no image holds software that is called so'],
      [6, 'several are called so: A-b 11, a b 11'],
    ]);
    expect(await total()).toBe(0);

    const done = await importFile({ file: '.trivyignore', content: FILE, preview: false });
    expect(done).toMatchObject({ preview: false, asked: 1 });
    const id = done.entries[0]?.waiver_id ?? '';
    expect(await callAs(deps, organizationId).waiver.get({ id })).toMatchObject({
      ...{ state: 'asked', scope: 'project', project_name: 'shop' },
      ...{ product_name: 'Debian Linux', cycle: '11', ends_on: '2027-01-30' },
      ...{ reason: 'It moves in March', owner: { id: member.id } },
    });
    const again = await importFile({ file: '.trivyignore', content: FILE, preview: false });
    expect(again.asked).toBe(0);
    expect(again.entries[0]?.not_asked_because).toContain(id);
    expect(await total()).toBe(1);
  });

  test('needs an end and a reason for each entry, within what the organization grants', async () => {
    const why = async (content: string, more: object = {}) =>
      (await importFile({ file: '.trivyignore', content, ...more })).entries[0]?.not_asked_because;
    const bare = 'EOL-Debian-Linux-11';
    expect(await why(bare)).toBe('it gives no reason, and none is given for all');
    expect(await why(bare, { reason: 'Later' })).toBe('it has no end, and none is given for all');
    // It expires as today begins.
    expect(await why(`${bare} exp:2026-11-21`, { reason: 'Later' })).toBe(
      'its last day must not have passed',
    );
    expect(await why(`${bare} exp:2029-01-01`, { reason: 'Later' })).toMatch(/at the latest/);
    expect(await why(bare, { reason: 'Later', ends_on: '2027-01-31' })).toBeNull();
  });

  test.each([
    [
      '.trivyignore.yaml',
      String.raw`vulnerabilities:
  - { id: "EOL-Debian-Linux-11\0", statement: "a\0b" }
  - { id: "EOL-\ud800", paths: ["\0"], expired_at: "\0" }
  - { id: EOL-Debian-Linux-11, statement: "It\0 moves\ud800", expired_at: 2027-01-31 }`,
    ],
    [
      '.snyk',
      String.raw`ignore:
  "EOL-Debian-Linux-11\0": [{ "*": { reason: "a\0b" } }]
  "EOL-\ud800": [{ "\0": { expires: "\0" } }]
  EOL-Debian-Linux-11: [{ "*": { reason: "It\0 moves\ud800", expires: 2027-01-31 } }]`,
    ],
  ])(
    'an id that %s writes with NUL is told as unknown, beside what is asked for',
    async (file, content) => {
      const call = await new RestClient(deps).as(organizationId, 'admin');
      const body = { ...PLACE, file, content, owner_email: member.email, preview: false };
      const answer = await call('POST', '/waivers/import', body);
      expect(answer).toMatchObject({
        status: 200,
        body: {
          asked: 1,
          entries: [
            {
              id: 'EOL-Debian-Linux-11\u{fffd}',
              not_asked_because: 'no image holds software that is called so',
            },
            {
              id: 'EOL-\u{fffd}',
              not_asked_because: expect.stringContaining('which no waiver is'),
            },
            { id: 'EOL-Debian-Linux-11', reason: 'It moves\u{fffd}', not_asked_because: null },
          ],
        },
      });
    },
  );

  test('of a file or a place that makes no sense is refused', async () => {
    const refused = { code: 'UNPROCESSABLE_CONTENT' };
    await expect(importFile({ file: '.snyk', content: 'ignore: [' })).rejects.toMatchObject(
      refused,
    );
    const nowhere = { file: '.snyk', content: '', project_name: null } as const;
    await expect(importFile(nowhere)).rejects.toMatchObject(refused);
  });

  test('of a file without bottom is refused with one fault', async () => {
    const msg = expect.stringMatching(/nested deeper than 32 levels$/) as string;
    for (const part of ['[', '- ', '{a: ']) {
      const content = part.repeat(10_000);
      await expect(importFile({ file: '.trivyignore.yaml', content })).rejects.toMatchObject({
        cause: { faults: [{ msg }] },
      });
    }
  });
});

test('documents of exceptions have what holds today, and nothing else', async () => {
  const held = await ask(member);
  await decide(admin, held.id, 'granted');
  await ask(member, { cycle: '10' });
  const ended = await ask(member, { cycle: '9', ends_on: '2026-11-22' });
  await decide(admin, ended.id, 'granted');
  deps.clock.set('2026-11-23T00:00:00Z');
  const elsewhere = await makeOrganization(deps, 'Elsewhere');
  const { statements, author } = await callAs(deps, organizationId).waiver.openVex();
  expect(author).toBe('Acme');
  expect(statements).toMatchObject([
    {
      '@id': `https://eventide.example.com/waivers/${held.id}`,
      vulnerability: { name: 'EOL-Debian-Linux-11' },
      status: 'affected',
    },
  ]);
  const { vulnerabilities } = await callAs(deps, organizationId).waiver.cycloneDxVex();
  expect(vulnerabilities.map(({ id }) => id)).toEqual(['EOL-Debian-Linux-11']);
  // Nothing holds there, and OpenVEX has no document that says nothing.
  await expect(callAs(deps, elsewhere).waiver.openVex()).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
  expect((await callAs(deps, elsewhere).waiver.cycloneDxVex()).vulnerabilities).toEqual([]);
});
