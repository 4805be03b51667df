import { QueryClient } from '@tanstack/react-query';
import { createTRPCClient, httpBatchLink } from '@trpc/client';
import { createTRPCOptionsProxy } from '@trpc/tanstack-react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { AppRouter } from '@/server/trpc/app-router';
import { createSend } from './batched-calls';
import { CallError } from './call-error';
import { createProcedures } from './procedures';

const ENDPOINT = {
  url: '/api/trpc',
  maxBatchSize: 3,
  maxUrlLength: 300,
  headers: { 'x-shown': 'an organization' },
};
const fetched = vi.fn<typeof fetch>();

beforeEach(() => {
  vi.stubGlobal('fetch', fetched);
  fetched.mockReset();
});
afterEach(() => {
  vi.unstubAllGlobals();
});

function answer(...answers: unknown[]): void {
  fetched.mockImplementationOnce(() => Promise.resolve(Response.json(answers)));
}

/** The requests as made: tRPC's own client gives its arguments in another order. */
function requests() {
  return fetched.mock.calls.map(([url, init]) => ({
    url,
    method: init?.method ?? 'GET',
    body: init?.body ?? null,
    headers: Object.fromEntries(new Headers(init?.headers)),
  }));
}

const ours = createProcedures(createSend(ENDPOINT));
const theirLinks = [
  httpBatchLink({
    url: ENDPOINT.url,
    maxItems: ENDPOINT.maxBatchSize,
    maxURLLength: ENDPOINT.maxUrlLength,
    headers: ENDPOINT.headers,
  }),
];
const theirClient = createTRPCClient<AppRouter>({ links: theirLinks });
const theirs = createTRPCOptionsProxy<AppRouter>({
  client: theirClient,
  queryClient: new QueryClient(),
});

test('its keys are those of what a page prefetches', () => {
  const input = { softwareId: 'x' };
  const { trpc } = ours;
  expect(trpc.software.types.queryKey()).toEqual(theirs.software.types.queryKey());
  expect(trpc.software.types.queryOptions().queryKey).toEqual(theirs.software.types.queryKey());
  expect(trpc.software.get.queryKey(input)).toEqual(theirs.software.get.queryKey(input));
  expect(trpc.image.pathFilter()).toEqual(theirs.image.pathFilter());
  expect(trpc.check.explain.mutationOptions().mutationKey).toEqual(
    theirs.check.explain.mutationOptions().mutationKey,
  );
});

test("sends what tRPC's own client sends", async () => {
  const inputs = ['a', 'b', 'c', 'd', 'é'.repeat(30), 'f'];
  const send = async ({ software, check }: typeof ours.calls) => {
    fetched.mockReset();
    fetched.mockImplementation(() => Promise.resolve(Response.json({ result: { data: 1 } })));
    await Promise.all([
      software.types.query(),
      ...inputs.map((softwareId) => software.get.query({ softwareId })),
      check.explain.mutate({ components: [] }),
    ]);
    return requests();
  };
  const made = await send(ours.calls);
  expect(made).toHaveLength(5);
  expect(made).toEqual(await send(theirClient));
});

test('each call gets its own answer, whatever became of the others', async () => {
  answer({ result: { data: ['npm'] } }, { error: { message: 'Gone', code: -1, data: { n: 1 } } });
  const [types, gone] = await Promise.allSettled([
    ours.calls.software.types.query(),
    ours.calls.software.get.query({ softwareId: 'x' }),
  ]);
  expect(types).toEqual({ status: 'fulfilled', value: ['npm'] });
  expect(gone).toMatchObject({ reason: new CallError('Gone', { n: 1 }) });
  expect(gone).toMatchObject({ reason: { data: { n: 1 } } });
});

test('a request refused as a whole fails all of its calls, and so does a lost one', async () => {
  const both = () =>
    Promise.allSettled([ours.calls.software.types.query(), ours.calls.image.labels.query()]);
  fetched.mockImplementationOnce(() =>
    Promise.resolve(Response.json({ error: { message: 'Too many', code: -1, data: null } })),
  );
  for (const { status, ...rest } of await both()) {
    expect(status).toBe('rejected');
    expect(rest).toMatchObject({ reason: { message: 'Too many', data: null } });
  }
  fetched.mockImplementationOnce(() => Promise.resolve(new Response('<html>')));
  for (const { status } of await both()) expect(status).toBe('rejected');
  fetched.mockImplementationOnce(() => Promise.resolve(Response.json([{ result: { data: [] } }])));
  const [first, unanswered] = await both();
  expect(first.status).toBe('fulfilled');
  expect(unanswered.status).toBe('rejected');
});

test('a batch is given up once all of its calls are', async () => {
  const [one, other] = [new AbortController(), new AbortController()];
  fetched.mockImplementationOnce(
    (_url, init) =>
      new Promise((_resolve, reject) => {
        init?.signal?.addEventListener('abort', () => reject(new Error('aborted')));
      }),
  );
  const types = ours.calls.software.types.query(undefined, { signal: one.signal });
  const labels = ours.calls.image.labels.query(undefined, { signal: other.signal });
  await vi.waitFor(() => expect(fetched).toHaveBeenCalledOnce());
  const signal = fetched.mock.calls[0]?.[1]?.signal;
  one.abort();
  await expect(types).rejects.toThrow(CallError);
  expect(signal?.aborted).toBe(false);
  other.abort();
  expect(signal?.aborted).toBe(true);
  await expect(labels).rejects.toThrow(CallError);
});
