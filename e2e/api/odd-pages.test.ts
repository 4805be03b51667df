import { globSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { insertOperator } from '@/server/operator/repository';
import { makePerson, makeSession } from '@/test/accounts';
import { pagesOf, pathsOf, PAGE_FILE } from '../fuzz/requests/addresses';
import { FAILED_LATER } from '../fuzz/requests/answers';
import { makeRecords } from '../fuzz/requests/records';
import { sendHttp } from './harness/http';
import { clientOf } from './harness/mounts';
import { deps } from './harness/tenants';
import { TenantWorld } from './harness/tenant-world';

const { node } = inject('startedServers');

/** What a part of an address or a parameter may be that nobody meant. */
const ODD_TEXTS = [
  ...['a%00b', '%00', '%zz', '%c0%80', '%ed%a0%80', 'a%0d%0ab', '..%2f..', '%25', '__proto__'],
  'constructor',
  ...['0', '-1', 'null', '%F0%9F%98%80', encodeURIComponent("';--"), 'a'.repeat(180)],
];
/** What parameters are asked with: each is a visit of every page. */
const ODD_CHOICES = ['a%00b', '%c0%80', '__proto__', 'constructor', '-1', 'a'.repeat(180)];
/** A wrong part of an address alone, so long that no name is. */
const LONG = 'a'.repeat(3_000);

/** The parameters of all pages, as the readers of addresses name them. */
const PARAMETERS = [
  ...new Set(
    globSync('src/**/*.{ts,tsx}').flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/(?<=[\s{])(\w+): parseAs[A-Z]\w*/g)].map(
        ([, name = '']) => name,
      ),
    ),
  ),
];

describe('a page, asked for by who may read all', () => {
  let pages: readonly string[];
  let cookie: string;
  beforeAll(async () => {
    const client = clientOf(node);
    const world = await TenantWorld.create(client, 'Odd');
    const records = await makeRecords(world, client.withKey(world.tenant.keys.admin), deps);
    const { organizationId } = world.tenant;
    const person = await makePerson(deps, { organizationId, role: 'admin' });
    await insertOperator(deps.db, person.id, deps.clock.now());
    ({ cookie } = await makeSession(deps, person.id));
    // Once there is an account, that of setting up sends everybody to sign in.
    pages = pagesOf(records).filter((page) => page !== '/set-up');
  });

  const shown = new Set<string>();

  const faultsOf = async (targets: readonly string[]) => {
    const faults: string[] = [];
    for (const target of targets) {
      const { status, text, headers } = await sendHttp(node.origin, {
        ...{ method: 'GET', target, headers: { ...clientOf(node).headers, cookie } },
      });
      // Whoever is sent to sign in sees no page at all.
      const isTurnedAway = [401, 429].includes(status) || headers.location?.includes('/sign-in');
      const hasFailed = status >= 500 || isTurnedAway || FAILED_LATER.test(text);
      if (hasFailed) faults.push(`${String(status)} ${target.slice(0, 200)}`);
      if (status === 200) shown.add(target);
    }
    return faults;
  };

  it('shows what there is', async () => {
    expect(await faultsOf(pages)).toEqual([]);
    // The rest lead to another page, or are of nothing.
    expect(pages.filter((page) => !shown.has(page))).toEqual([
      ...['/nowhere/at/all', '/account', '/catalog/nodejs/edit', '/no-organization'],
      ...['/operator', '/settings', '/sign-in'],
    ]);
  });

  it('says that there is none by an odd address', async () => {
    const paths = pathsOf(PAGE_FILE).filter((path) => path.includes('['));
    expect(paths.length).toBeGreaterThan(10);
    const targets = paths.flatMap((path) =>
      [...ODD_TEXTS, LONG].map((text) => path.replaceAll(/\[.+?\]/g, () => text)),
    );
    expect(await faultsOf(targets)).toEqual([]);
  });

  it.each(ODD_CHOICES)(
    'takes %s for no choice, or for one that nothing answers to',
    async (text) => {
      expect(PARAMETERS).toEqual(expect.arrayContaining(['product', 'cycle', 'label', 'q']));
      const query = PARAMETERS.map((name) => `${name}=${text}`).join('&');
      expect(await faultsOf(pages.map((page) => `${page}?${query}`))).toEqual([]);
    },
  );
});

describe('a file', () => {
  it.each(['/robots.txt', '/icon.svg', '/cli/eventide.mjs'])(
    'is sent whole, whatever part of it and on whatever condition it is asked for: %s',
    async (target) => {
      const get = (headers: Record<string, string>) =>
        sendHttp(node.origin, { method: 'GET', target, headers });
      const { status, text } = await get({});
      expect(status).toBe(200);
      const conditions: Record<string, string>[] = [
        { range: 'bytes=0-9' },
        { range: 'bytes=5-1' },
        { range: 'bytes=99999999-' },
        { range: 'bytes=a-b' },
        { range: 'bytes=-0', 'if-range': 'x' },
        { 'if-match': '"x"' },
        { 'if-unmodified-since': 'Thu, 01 Jan 1970 00:00:00 GMT' },
      ];
      for (const asked of conditions) {
        const answer = await get(asked);
        expect([asked, answer.status, answer.text === text]).toEqual([asked, 200, true]);
      }
    },
  );
});
