import {
  defaultShouldDehydrateQuery,
  isServer,
  MutationCache,
  QueryCache,
  QueryClient,
} from '@tanstack/react-query';
import { TRPCClientError } from '@trpc/client';
import { OTHER_ORGANIZATION_MESSAGE } from '@/domain/organization';
import type { AppRouter } from '@/server/app-router';

const FRESH_FOR_MS = 30_000;
const MAX_RETRIES = 2;

type CallError = TRPCClientError<AppRouter>;
/** One thing that is wrong with what was sent: where, and what. */
export type CallFault = Pick<NonNullable<CallError['data']>['faults'][number], 'loc' | 'msg'>;

/** Returns the HTTP status that a failed call was answered with; null when no answer came. */
export function statusOf(error: unknown): number | null {
  return dataOf(error)?.httpStatus ?? null;
}

/** Returns the id under which the server knows a failed call; null when no answer came. */
export function requestIdOf(error: unknown): string | null {
  return dataOf(error)?.requestId ?? null;
}

/** Lists all faults that a refused call was answered with; none when it failed for another reason. */
export function faultsOf(error: unknown): readonly CallFault[] {
  return dataOf(error)?.faults ?? [];
}

/** Reads the faults that the server found in a call's input; empty when there are none. */
export function faultsIn(error: unknown): string[] {
  return faultsOf(error).map(({ msg }) => msg.replace(/^Value error, /, ''));
}

/** Narrows as tRPC's documentation shows: the only client here is this router's. */
function isCallError(error: unknown): error is CallError {
  return error instanceof TRPCClientError;
}

function dataOf(error: unknown): CallError['data'] {
  return isCallError(error) ? error.data : null;
}

/**
 * A request that was refused is refused again; one that found no server, or a broken one, may not be. A page
 * does not wait for that: the browser tries what failed on the server.
 */
function mayRetry(failures: number, error: unknown): boolean {
  if (isServer) return false;
  const status = statusOf(error);
  return failures < MAX_RETRIES && (status === null || status >= 500);
}

/** Tells whether a call was refused because its page shows another organization than its session acts in. */
export function isFromOtherOrganization(error: unknown): boolean {
  return error instanceof Error && error.message === OTHER_ORGANIZATION_MESSAGE;
}

export interface CallListeners {
  /** A call was answered with 401. */
  readonly onSignedOut: () => void;
  /** See {@link isFromOtherOrganization}. */
  readonly onOtherOrganization: () => void;
}

/** Makes a query client, alike on the server and in the browser. */
export function createQueryClient(listeners?: CallListeners): QueryClient {
  const onError = (error: unknown) => {
    if (statusOf(error) === 401) listeners?.onSignedOut();
    else if (isFromOtherOrganization(error)) listeners?.onOtherOrganization();
  };
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      // A browser that holds itself for offline may well reach a server on its own machine or network: calls are made,
      // and fail where it does not, rather than wait for ever.
      queries: { staleTime: FRESH_FOR_MS, retry: mayRetry, networkMode: 'always' },
      mutations: { networkMode: 'always' },
      dehydrate: {
        // Queries that a page has begun go on in the browser.
        shouldDehydrateQuery: (query) =>
          defaultShouldDehydrateQuery(query) || query.state.status === 'pending',
      },
    },
  });
}
