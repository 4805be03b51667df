import { cache, type ReactNode } from 'react';
import { dehydrate, HydrationBoundary } from '@tanstack/react-query';
import { createTRPCOptionsProxy } from '@trpc/tanstack-react-query';
import { headers } from 'next/headers';
import { PAGE_PATH_HEADER } from '@/server/platform/auth/page-path-header';
import { pagePerson } from '@/server/page/reader';
import { REMOTE_ADDRESS_HEADER, requestIdOf } from '@/server/platform/http/mount';
import { pageVersion } from '@/server/page/version';
import { getDeps } from '@/server/runtime';
import { appRouter } from '@/server/app-router';
import type { RequestContext } from '@/server/platform/trpc/context';
import { createCallerFactory } from '@/server/platform/trpc/init';
import { createQueryClient } from './query-client';
import { RenderedFor } from './shown-organization';

const pageContext = cache(async (): Promise<RequestContext> => {
  const given = await headers();
  // Before anything that the page shows is read: what comes in between then counts as having come afterwards.
  await pageVersion();
  return {
    deps: await getDeps(),
    requestId: requestIdOf(given),
    remoteAddress: given.get(REMOTE_ADDRESS_HEADER) ?? '',
    caller: await pagePerson(),
    scanBody: null,
  };
});

/** Returns the query client of one request; what is prefetched into it reaches the browser through {@link Hydrated}. */
export const pageQueryClient = cache(() => createQueryClient());

/** Query options for prefetching in a page: `pageQueryClient().prefetchQuery(trpc.image.list.queryOptions(…))`. */
export const trpc = createTRPCOptionsProxy({
  ctx: pageContext,
  router: appRouter,
  queryClient: pageQueryClient,
});

/** Calls procedures from a page as its reader. Failures are logged, and shown with the request's id. */
export const callServer = createCallerFactory(appRouter)(pageContext, {
  onError: ({ error, ctx, path }) => {
    if (!ctx) return;
    // Next shows a page's failure by its digest, and keeps one that is there.
    Object.assign(error, { digest: ctx.requestId });
    if (error.code !== 'INTERNAL_SERVER_ERROR') return;
    const { deps, requestId } = ctx;
    deps.logger.error({ err: error.cause ?? error, requestId, path }, 'request failed');
  },
});

/** Returns the path and query of the page asked for, as its reader's browser shows them. */
export async function pageAddress(): Promise<string> {
  return (await headers()).get(PAGE_PATH_HEADER) ?? '/';
}

/** Tells whether a call was answered with one of these refusals. By code: a page has no use for the class. */
export function isRefused(error: unknown, codes: readonly string[]): boolean {
  return error instanceof Error && 'code' in error && codes.some((code) => code === error.code);
}

/**
 * Reads what a page shows as of a day: null where there is nothing by this id; `refused` for a day to come, and for one of
 * which nothing is kept any more.
 */
export async function readAsOf<Read>(read: () => Promise<Read>): Promise<Read | 'refused' | null> {
  try {
    return await read();
  } catch (error) {
    if (isRefused(error, ['NOT_FOUND', 'BAD_REQUEST'])) return null;
    if (isRefused(error, ['UNPROCESSABLE_CONTENT'])) return 'refused';
    throw error;
  }
}

/** Hands what was prefetched to the client components below, and says for which organization that was. */
export async function Hydrated({ children }: { readonly children: ReactNode }) {
  const person = await pagePerson();
  return (
    <RenderedFor organizationId={person?.active?.organizationId ?? null}>
      <HydrationBoundary state={dehydrate(pageQueryClient())}>{children}</HydrationBoundary>
    </RenderedFor>
  );
}
