'use client';

import { useState, type ReactNode } from 'react';
import { QueryClientProvider } from '@tanstack/react-query';
import { createTRPCClient, httpBatchLink } from '@trpc/client';
import { createTRPCContext } from '@trpc/tanstack-react-query';
import { SHOWN_ORGANIZATION_HEADER } from '@/domain/organization';
import { isReaderBusy } from '@/lib/reader-busy';
import type { AppRouter } from '@/server/app-router';
import { createQueryClient } from './query-client';
import { ShownOrganizationContext, type ShownOrganization } from './shown-organization';

/** The server refuses larger batches. */
const MAX_BATCH_SIZE = 20;
/** Most proxies take 8 KiB of address and headers each; what does not fit is sent in another batch. */
const MAX_URL_LENGTH = 7000;

/**
 * tRPC's own hooks: `useTRPC` gives each procedure's query and mutation options for TanStack Query,
 * `useTRPCClient` the procedures themselves.
 */
export const { TRPCProvider, useTRPC, useTRPCClient } = createTRPCContext<AppRouter>();

export interface ServerCallsProps {
  /**
   * The organization that everything below was rendered for; the server refuses what would happen in another.
   * Held on to from the first render: give another `key` together with another organization. Absent for pages
   * that act in none.
   */
  readonly shown?: ShownOrganization;
  readonly children: ReactNode;
}

/** Everything below it can call the server. */
export function ServerCalls({ shown, children }: ServerCallsProps) {
  const [queryClient] = useState(() =>
    createQueryClient({
      onSignedOut: leaveOrSay,
      onOtherOrganization: () => shown?.onElsewhere(null),
    }),
  );
  const [trpcClient] = useState(() =>
    createTRPCClient<AppRouter>({
      links: [
        httpBatchLink({
          url: '/api/trpc',
          maxItems: MAX_BATCH_SIZE,
          maxURLLength: MAX_URL_LENGTH,
          headers: shown === undefined ? {} : { [SHOWN_ORGANIZATION_HEADER]: shown.organizationId },
        }),
      ],
    }),
  );
  return (
    <QueryClientProvider client={queryClient}>
      <TRPCProvider trpcClient={trpcClient} queryClient={queryClient}>
        <ShownOrganizationContext value={shown ?? null}>{children}</ShownOrganizationContext>
      </TRPCProvider>
    </QueryClientProvider>
  );
}

const sayers = new Set<() => void>();

/**
 * Calls `say` in the place of leaving for sign-in while the reader is at something that leaving would throw away.
 * @returns what ends that
 */
export function saySignedOut(say: () => void): () => void {
  sayers.add(say);
  return () => sayers.delete(say);
}

/** What asks in the background, or when somebody comes back to a page, must not take what they write away from them. */
function leaveOrSay(): void {
  if (sayers.size === 0 || !isReaderBusy()) return leaveForSignIn();
  for (const say of sayers) say();
}

/** Sends the reader to sign in when the session has ended, and back afterwards. */
export function leaveForSignIn(): void {
  const { pathname, search } = window.location;
  if (pathname === '/sign-in' || pathname === '/set-up') return;
  window.location.assign(`/sign-in?callbackUrl=${encodeURIComponent(pathname + search)}`);
}
