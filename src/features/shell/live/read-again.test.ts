import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { TRPCClientError } from '@trpc/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { readAgain } from './read-again';

const LIST = [['image', 'listForDashboard'], { type: 'query' }] as const;
const OTHER = [['apiKey', 'list'], { type: 'query' }] as const;
const page = (...ids: readonly string[]) => ({
  total: ids.length,
  items: ids.map((id) => ({ id })),
});

let client: QueryClient;
let answer: () => Promise<unknown>;
const ends: (() => void)[] = [];

/** Shows what a query has, as a page does. */
async function show(queryKey: readonly unknown[]) {
  const options = { queryKey, queryFn: () => answer(), staleTime: Infinity, retry: false };
  const observer = new QueryObserver(client, options);
  const end = observer.subscribe(() => undefined);
  ends.push(end);
  await vi.waitFor(() => expect(observer.getCurrentResult().isSuccess).toBe(true));
  return end;
}
const stateOf = (queryKey: readonly unknown[]) => client.getQueryState(queryKey);
const refusal = (httpStatus: number) =>
  TRPCClientError.from({ error: { code: -32_000, message: 'no', data: { httpStatus } } });

beforeEach(() => {
  client = new QueryClient();
  answer = () => Promise.resolve(page('a', 'b'));
});
afterEach(() => {
  for (const end of ends.splice(0)) end();
  client.clear();
});

it('shows values of now in place, and tells of lists whose rows wait', async () => {
  await show(LIST);
  answer = () => Promise.resolve(page('c', 'a', 'b'));
  const { held, fault } = await readAgain(client);
  expect([...held.values()]).toEqual([1]);
  expect(fault).toBeNull();
  expect(client.getQueryData(LIST)).toEqual({ ...page('a', 'b'), total: 3 });
  // For when the reader comes back to it.
  expect(stateOf(LIST)?.isInvalidated).toBe(true);
});

it('reads what is not shown when it is shown, and what holds no numbers not at all', async () => {
  (await show(LIST))();
  await show(OTHER);
  const asked = vi.fn(() => Promise.resolve(page('x')));
  answer = asked;
  expect((await readAgain(client)).held.size).toBe(0);
  expect(asked).not.toHaveBeenCalled();
  expect(stateOf(LIST)?.isInvalidated).toBe(true);
  expect(stateOf(OTHER)?.isInvalidated).toBe(false);
});

it.each([
  ['image', 'listForDashboard'],
  ['software', 'listForDashboard'],
  ['project', 'listForDashboard'],
  ['finding', 'list'],
  ['catalog', 'listForDashboard'],
  ['knowledge', 'unknown'],
  ['note', 'listForDashboard'],
  ['supportPromise', 'list'],
])('follows the list %s.%s', async (...path) => {
  const key = [path, { type: 'query' }];
  await show(key);
  answer = () => Promise.resolve({ ...page('a', 'b'), total: 7 });
  await readAgain(client);
  expect(client.getQueryData(key)).toMatchObject({ total: 7 });
});

it('leaves what the reader has changed meanwhile', async () => {
  await show(LIST);
  answer = () => {
    client.setQueryData(LIST, page('mine'), { updatedAt: Date.now() + 1_000 });
    return Promise.resolve(page('a', 'b'));
  };
  await readAgain(client);
  expect(client.getQueryData(LIST)).toEqual(page('mine'));
});

it('keeps what is shown when it is refused, and tells when the server fails', async () => {
  await show(LIST);
  answer = () => Promise.reject(refusal(404));
  expect((await readAgain(client)).held.size).toBe(0);
  for (const status of [401, 500, 503]) {
    answer = () => Promise.reject(refusal(status));
    const { fault } = await readAgain(client);
    expect(fault?.error).toMatchObject({ data: { httpStatus: status } });
  }
  expect(client.getQueryData(LIST)).toEqual(page('a', 'b'));
  expect(stateOf(LIST)?.status).toBe('success');
});

it('shows what came when something else could not be read', async () => {
  const broken = [['team', 'list'], { type: 'query' }] as const;
  await show(broken);
  await show(LIST);
  let calls = 0;
  answer = () =>
    (calls += 1) === 1
      ? Promise.reject(refusal(500))
      : Promise.resolve({ ...page('a', 'b'), total: 9 });
  expect((await readAgain(client)).fault).not.toBeNull();
  expect(client.getQueryData(LIST)).toMatchObject({ total: 9 });
  expect(client.getQueryData(broken)).toEqual(page('a', 'b'));
});
