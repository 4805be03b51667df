import { cache, type ReactNode } from 'react';
import { dehydrate, HydrationBoundary } from '@tanstack/react-query';
import { createTRPCOptionsProxy } from '@trpc/tanstack-react-query';
import { headers } from 'next/headers';
import { pagePerson } from '@/server/auth/page-session';
import { REMOTE_ADDRESS_HEADER } from '@/server/rest/mount';
import { requestIdOf } from '@/server/rest/request-id';
import { getDeps } from '@/server/runtime';
import { appRouter } from '@/server/trpc/app-router';
import type { RequestContext } from '@/server/trpc/context';
import { createCallerFactory } from '@/server/trpc/init';
import { createQueryClient } from './query-client';

const pageContext = cache(async (): Promise<RequestContext> => {
  const given = await headers();
  return {
    deps: await getDeps(),
    requestId: requestIdOf(given),
    remoteAddress: given.get(REMOTE_ADDRESS_HEADER) ?? '',
    caller: await pagePerson(),
    scanBody: null,
  };
});

/** The query client of one request; what is prefetched into it reaches the browser through {@link Hydrated}. */
export const pageQueryClient = cache(() => createQueryClient());

/** Query options for prefetching in a page: `pageQueryClient().prefetchQuery(trpc.image.list.queryOptions(…))`. */
export const trpc = createTRPCOptionsProxy({
  ctx: pageContext,
  router: appRouter,
  queryClient: pageQueryClient,
});

/** Calls procedures from a page as its reader. */
export const callServer = createCallerFactory(appRouter)(pageContext);

/** Hands what was prefetched to the client components below. */
export function Hydrated({ children }: { readonly children: ReactNode }) {
  return <HydrationBoundary state={dehydrate(pageQueryClient())}>{children}</HydrationBoundary>;
}
