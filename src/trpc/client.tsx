'use client';

import { createContext, use, useState, type ReactNode } from 'react';
import { QueryClientProvider } from '@tanstack/react-query';
import { SHOWN_ORGANIZATION_HEADER } from '@/domain/shown-organization';
import { createSend } from './batched-calls';
import { createProcedures, type Calls, type Procedures } from './procedures';
import { createQueryClient } from './query-client';
import { ShownOrganizationContext, type ShownOrganization } from './shown-organization';

/** The server refuses larger batches. */
const MAX_BATCH_SIZE = 20;
/** Most proxies take 8 KiB of address and headers each; what does not fit is sent in another batch. */
const MAX_URL_LENGTH = 7000;

const ProceduresContext = createContext<ReturnType<typeof createProcedures> | null>(null);

/** The query and mutation options of every procedure. */
export function useTRPC(): Procedures {
  return useProcedures().trpc;
}

/** The procedures themselves. */
export function useTRPCClient(): Calls {
  return useProcedures().calls;
}

function useProcedures() {
  const procedures = use(ProceduresContext);
  if (!procedures) throw new Error('What calls the server stands outside of ServerCalls');
  return procedures;
}

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
      onSignedOut: leaveForSignIn,
      onOtherOrganization: () => shown?.onElsewhere(null),
    }),
  );
  const [procedures] = useState(() =>
    createProcedures(
      createSend({
        url: '/api/trpc',
        maxBatchSize: MAX_BATCH_SIZE,
        maxUrlLength: MAX_URL_LENGTH,
        headers: shown === undefined ? {} : { [SHOWN_ORGANIZATION_HEADER]: shown.organizationId },
      }),
    ),
  );
  return (
    <QueryClientProvider client={queryClient}>
      <ProceduresContext value={procedures}>
        <ShownOrganizationContext value={shown ?? null}>{children}</ShownOrganizationContext>
      </ProceduresContext>
    </QueryClientProvider>
  );
}

/** The session has ended meanwhile: sign in again, and come back. */
function leaveForSignIn(): void {
  const { pathname, search } = window.location;
  if (pathname === '/sign-in' || pathname === '/set-up') return;
  window.location.assign(`/sign-in?callbackUrl=${encodeURIComponent(pathname + search)}`);
}
