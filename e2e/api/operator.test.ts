import { beforeAll, describe, expect, it } from 'vitest';
import { PERSON_ROLES, ROLES } from '@/domain/roles/permissions';
import { appRouter } from '@/server/app-router';
import { addOperator, COMMAND_LINE } from '@/server/operator/service';
import { makePerson, makeSession, type TestPerson } from '@/test/accounts';
import { Browser } from './harness/browser';
import { mounts } from './harness/mounts';
import { deps, makeDeadKey, makeTenant } from './harness/tenants';

const PAGES = ['', '/catalog', '/organizations', '/limits', '/audit', '/operators', '/nothing'];
const PROCEDURES = Object.keys(appRouter._def.procedures)
  .filter((path) => path.startsWith('operator.'))
  .map((path) => ({ path, isQuery: path !== 'operator.updateCatalog' }));

/** The words of a page, without what differs from one answer to the next. */
function wordsOf(html: string): string {
  const body = html.replace(/<script[\s\S]*?<\/script>/g, '').replace(/<[^>]+>/g, ' ');
  return body.replace(/\s+/g, ' ').trim();
}

describe.each(mounts)('what operators look after, on the $name mount', (mount) => {
  const callers = new Map<string, Browser>();
  let operator: Browser;
  beforeAll(async () => {
    const tenant = await makeTenant();
    const { organizationId } = tenant;
    const browserOf = async ({ id }: TestPerson) => {
      const { sessionId, cookie } = await makeSession(deps, id);
      await deps.db.query('UPDATE user_session SET active_organization_id = $2 WHERE id = $1', [
        sessionId,
        organizationId,
      ]);
      const [name = '', value = ''] = cookie.split('=');
      return new Browser(mount).plant(name, value);
    };
    const keyed = (key: string) => new Browser(mount, { authorization: `ApiKey ${key}` });
    callers.set('nobody', new Browser(mount));
    callers.set('a revoked key', keyed(await makeDeadKey(tenant, 'revoked_at')));
    callers.set('somebody without an organization', await browserOf(await makePerson(deps)));
    for (const role of ROLES) callers.set(`a key: ${role}`, keyed(tenant.keys[role]));
    for (const role of PERSON_ROLES) {
      const person = await makePerson(deps, { organizationId, role });
      callers.set(`a person: ${role}`, await browserOf(person));
    }
    const person = await makePerson(deps, { organizationId, role: 'viewer' });
    await deps.db.transaction((tx) =>
      addOperator(tx, COMMAND_LINE, { ...person, name: 'Olga' }, new Date()),
    );
    operator = await browserOf(person);
  });

  const call = (browser: Browser, path: string, isQuery: boolean) =>
    isQuery
      ? browser.get(`/api/trpc/${path}?input=%7B%7D`)
      : browser.json('POST', `/api/trpc/${path}`, undefined);

  it.each(PROCEDURES)('$path is open to operators, and for others no procedure', async (one) => {
    const { path, isQuery } = one;
    for (const [who, browser] of callers) {
      const [asked, unknown] = [
        await call(browser, path, isQuery),
        await call(browser, 'operator.unknown', isQuery),
      ];
      const shape = (text: string) =>
        text.replaceAll(path, 'operator.unknown').replaceAll(/"requestId":"[^"]*"/g, '');
      expect([who, asked.status, shape(asked.text)]).toEqual([who, 404, shape(unknown.text)]);
    }
    // These servers have no address to update the catalog from.
    expect((await call(operator, path, isQuery)).status).toBe(isQuery ? 200 : 409);
  });

  it.each(PAGES)('/operator%s is no page for others', async (page) => {
    const seen = new Set<string>();
    for (const [who, browser] of callers) {
      const { status, headers, text } = await browser.get(`/operator${page}`);
      expect([who, status, headers.location]).toEqual([who, 404, undefined]);
      seen.add(wordsOf(text));
    }
    // The same for all of them, and nothing but that there is no such page: the browser shows it, or the server.
    expect([...seen].filter((words) => words !== '' && !words.startsWith('No such page'))).toEqual(
      [],
    );
    expect(seen.size).toBe(1);
    const { status } = await operator.get(`/operator${page}`);
    expect(status).toBe(page === '' ? 307 : page === '/nothing' ? 404 : 200);
  });
});
