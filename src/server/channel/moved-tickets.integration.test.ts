import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { startTicketBench, thing, type TicketBench } from '@/test/ticket-bench';
import { answering, type Asked, isCreation } from '@/test/ticket-service';

const MOVED = '/repositories/77/issues/5';
let deps: TestDeps;
let bench: TicketBench;

beforeAll(async () => {
  deps = testDeps(await testDatabase(), { OUTGOING_ALLOW: '127.0.0.1' });
});
afterAll(() => deps.db.close());

const written = () =>
  bench.service.asked.filter(({ method, path }) => method !== 'GET' && path.startsWith(MOVED));
const made = () => bench.service.asked.filter(isCreation);
const answerTo = async (id: string) => (await bench.shown(id)).made[0]?.answer;

describe('an issue of GitHub that was transferred', () => {
  let state: 'open' | 'closed';
  let isWritable: boolean;

  beforeEach(async () => {
    bench = await startTicketBench(deps, 'github');
    [state, isWritable] = ['open', true];
    await bench.tell(thing('Debian 10'));
    transferTo(bench.service.url + MOVED);
    return () => bench.service.close();
  });

  function transferTo(location: string, instead?: (response: ServerResponse) => void): void {
    bench.service.interfere(({ method, path, body }) => {
      if (/^\/repos\/.*\/issues\/1$/.test(path)) return { instead: answering(301, { location }) };
      if (!path.startsWith(MOVED)) return null;
      if (instead) return { instead };
      if (method !== 'GET' && !isWritable) return { instead: answering(403) };
      if (method === 'PATCH' && JSON.stringify(body).includes('"closed"')) state = 'closed';
      const shown = { number: 5, html_url: 'https://github.example/team/repo/issues/5', state };
      return { instead: answering(200, {}, JSON.stringify(shown)) };
    });
  }

  it('is changed and closed where it is now', async () => {
    const changed = await bench.tell(thing('Debian 10', { moveTo: 'Debian 13' }));
    expect(await answerTo(changed)).toBe('Changed #5');
    expect(JSON.stringify(written()[0]?.body)).toContain('Debian 13');
    const [ticket] = await bench.tickets();
    expect(ticket).toMatchObject({ remoteId: '77/5', name: '#5' });
    expect(ticket?.address).toBe('https://github.example/team/repo/issues/5');
    const closed = await bench.tell(thing('Debian 10', { isSolved: true }));
    expect(await answerTo(closed)).toBe('Closed #5');
    expect(written().map(({ method, path }) => `${method} ${path}`)).toEqual([
      `PATCH ${MOVED}`,
      `POST ${MOVED}/comments`,
      `PATCH ${MOVED}`,
    ]);
    expect(made()).toHaveLength(1);
  });

  it('stays closed if a person closed it there', async () => {
    state = 'closed';
    await bench.tell(thing('Debian 10', { moveTo: 'Debian 13' }));
    expect(written().some(({ body }) => JSON.stringify(body).includes('"open"'))).toBe(false);
  });

  it.each([
    ['read', answering(404)],
    ['read, which is said otherwise', answering(403)],
  ])('is left as it is where it may not be %s, and none is made in its place', async (_, how) => {
    transferTo(bench.service.url + MOVED, how);
    const changed = await bench.tell(thing('Debian 10', { moveTo: 'Debian 13' }));
    expect(await answerTo(changed)).toMatch(/^Left #1 as it is/);
    const solved = await bench.tell(thing('Debian 10', { isSolved: true }));
    expect(await bench.shown(solved)).toMatchObject({ state: 'delivered' });
    expect((await bench.tickets())[0]?.solvedAt).not.toBeNull();
    expect(made()).toHaveLength(1);
  });

  it('is left as it is where it may not be written to, until it may', async () => {
    isWritable = false;
    const refused = await bench.tell(thing('Debian 10', { moveTo: 'Debian 13' }));
    expect(await bench.shown(refused)).toMatchObject({ state: 'delivered' });
    expect(await answerTo(refused)).toMatch(/^Left .* as it is/);
    isWritable = true;
    const again = await bench.tell(thing('Debian 10', { moveTo: 'Debian 13' }));
    expect(await answerTo(again)).toBe('Changed #5');
  });

  it.each([
    ['another host', 'http://127.0.0.1:1/repositories/77/issues/5'],
    ['what is no issue', '/repositories/77/pulls/5'],
    ['what goes up again', '/repositories/77/issues/../../../user'],
    ['nowhere', ''],
  ])('is looked for at %s by nobody', async (_, location) => {
    transferTo(location.startsWith('/') ? bench.service.url + location : location);
    const before = bench.service.asked.length;
    const id = await bench.tell(thing('Debian 10', { moveTo: 'Debian 13' }));
    expect(await bench.shown(id)).toMatchObject({
      state: 'pending',
      made: [{ failure: 'redirect' }],
    });
    expect(bench.service.asked.slice(before).map(({ path }) => path)).toEqual([
      '/repos/acme/shop/issues/1',
    ]);
  });
});

describe('an issue of Jira that cannot be edited once it is done', () => {
  beforeEach(async () => {
    bench = await startTicketBench(deps, 'jira-cloud');
    const isEdit = ({ method, path }: Asked) => method === 'PUT' && /\/issue\/1$/.test(path);
    bench.service.interfere((asked) =>
      isEdit(asked) && bench.service.tickets[0]?.isOpen === false
        ? { instead: answering(400, {}, '{"errorMessages":["not in an editable workflow state"]}') }
        : null,
    );
    await bench.tell(thing('Debian 10'));
    return () => bench.service.close();
  });

  it('is opened before it is written to, when it is found again', async () => {
    await bench.tell(thing('Debian 10', { isSolved: true }));
    const id = await bench.tell(thing('Debian 10', { moveTo: 'Debian 13' }));
    expect(await answerTo(id)).toBe('Opened SHOP-1');
    const [ticket] = bench.service.tickets;
    expect(ticket?.isOpen).toBe(true);
    expect(JSON.stringify(ticket?.body)).toContain('Debian 13');
  });

  it('is left as it is where a person closed it, and written to once it is open', async () => {
    const [ticket] = bench.service.tickets;
    if (!ticket) throw new Error('There is a ticket');
    ticket.isOpen = false;
    const id = await bench.tell(thing('Debian 10', { moveTo: 'Debian 12' }));
    expect(await bench.shown(id)).toMatchObject({ state: 'delivered' });
    expect(await answerTo(id)).toBe('Left SHOP-1 as it is: it is closed, and takes no text');
    expect(ticket.isOpen).toBe(false);
    ticket.isOpen = true;
    await bench.tell(thing('Debian 10', { moveTo: 'Debian 12' }));
    expect(JSON.stringify(ticket.body)).toContain('Debian 12');
  });
});
