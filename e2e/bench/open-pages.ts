import { QueryObserver, type QueryClient, type QueryObserverOptions } from '@tanstack/react-query';
import { createTRPCClient, httpBatchLink } from '@trpc/client';
import { createTRPCOptionsProxy } from '@trpc/tanstack-react-query';
import type { AppRouter } from '@/server/app-router';
import { keepLooking, LOOK_EVERY_MS, type LookingPage } from '@/features/shell/live/look';
import { readAgain } from '@/features/shell/live/read-again';
import { createQueryClient } from '@/trpc/query-client';
import { timed } from './runner';

/** As the dashboard's own. */
const MAX_BATCH_SIZE = 20;
const FIRST_PAGE = { page: 1, size: 50 } as const;

/** Pages that nobody ever hides. */
const SEEN: LookingPage = { isSeen: () => true, onReturn: () => () => undefined };

/** What open pages did until now: milliseconds of each. */
export interface Looks {
  readonly asked: number[];
  readonly readings: number[];
  failures: number;
}

export interface OpenPages {
  readonly looks: Looks;
  close(): void;
}

interface Address {
  readonly origin: string;
  /** Of somebody who is signed in. */
  readonly cookie: string;
}

/**
 * Opens pages as browsers have them open, without what they draw: each asks whether its numbers have moved as often as a page
 * does, and then reads again what it shows. One after the other, so that they do not ask all at once.
 */
export async function openPages(count: number, address: Address): Promise<OpenPages> {
  const looks: Looks = { asked: [], readings: [], failures: 0 };
  const closings: (() => void)[] = [];
  let isClosed = false;
  for (let number = 0; number < count; number += 1) {
    const page = await openPage(number, address);
    const delay = setTimeout(
      () => {
        if (!isClosed) closings.push(follow(page, looks));
      },
      (LOOK_EVERY_MS / count) * number,
    );
    closings.push(page.close, () => {
      clearTimeout(delay);
    });
  }
  return {
    looks,
    close: () => {
      isClosed = true;
      for (const close of closings) close();
    },
  };
}

type OpenPage = Awaited<ReturnType<typeof openPage>>;

function follow({ queries, version }: OpenPage, looks: Looks): () => void {
  let seen = '';
  return keepLooking({
    page: SEEN,
    ask: async () => {
      let current = '';
      looks.asked.push(
        await timed(async () => {
          current = await version();
        }),
      );
      return current;
    },
    onVersion: async (current) => {
      if (current === seen) return;
      looks.readings.push(
        await timed(async () => {
          const { fault } = await readAgain(queries);
          if (fault) throw fault.error;
        }),
      );
      seen = current;
    },
    onFailure: () => {
      looks.failures += 1;
      return true;
    },
  });
}

/** Reads one of the pages that stay open on a screen, and keeps its queries shown. */
async function openPage(number: number, { origin, cookie }: Address) {
  const queries = createQueryClient();
  const client = createTRPCClient<AppRouter>({
    links: [
      httpBatchLink({ url: `${origin}/api/trpc`, maxItems: MAX_BATCH_SIZE, headers: { cookie } }),
    ],
  });
  const trpc = createTRPCOptionsProxy<AppRouter>({ client, queryClient: queries });
  const shown = new Shown(queries);
  const page = PAGES[number % PAGES.length];
  page?.(trpc, shown);
  await shown.read();
  return {
    queries,
    version: async () => (await client.change.version.query()).version,
    close: () => {
      shown.close();
    },
  };
}

type Procedures = ReturnType<typeof createTRPCOptionsProxy<AppRouter>>;

/** Queries that a page shows. */
class Shown {
  private readonly unsubscribes: (() => void)[] = [];
  private readonly readings: Promise<unknown>[] = [];

  constructor(private readonly queries: QueryClient) {}

  add<Data, Failure, Read, Given, Key extends readonly unknown[]>(
    options: QueryObserverOptions<Data, Failure, Read, Given, Key>,
  ): void {
    const observer = new QueryObserver(this.queries, options);
    this.unsubscribes.push(observer.subscribe(() => undefined));
    this.readings.push(observer.refetch({ throwOnError: true }));
  }

  async read(): Promise<void> {
    await Promise.all(this.readings);
  }

  close(): void {
    for (const unsubscribe of this.unsubscribes) unsubscribe();
  }
}

const TREND = { months: 12, period: 'MONTHLY', by: 'state' } as const;

/** What the pages read that count something, as they are opened without a filter. */
const PAGES: readonly ((trpc: Procedures, shown: Shown) => void)[] = [
  (trpc, shown) => {
    shown.add(trpc.overview.states.queryOptions());
    shown.add(trpc.overview.toMove.queryOptions());
    shown.add(trpc.plan.counts.queryOptions({ owner: null }));
    shown.add(
      trpc.image.listForDashboard.queryOptions({ ...FIRST_PAGE, size: 6, sort: 'latestScan' }),
    );
    shown.add(trpc.analytics.trend.queryOptions(TREND));
  },
  (trpc, shown) => {
    shown.add(
      trpc.image.listForDashboard.queryOptions({ ...FIRST_PAGE, sort: 'ended', direction: 'desc' }),
    );
    shown.add(trpc.image.states.queryOptions({}));
    shown.add(trpc.image.labels.queryOptions());
  },
  (trpc, shown) => {
    shown.add(trpc.software.listForDashboard.queryOptions(FIRST_PAGE));
    shown.add(trpc.software.types.queryOptions());
  },
  (trpc, shown) => {
    shown.add(trpc.finding.list.queryOptions(FIRST_PAGE));
    shown.add(trpc.software.types.queryOptions());
  },
  (trpc, shown) => {
    shown.add(trpc.timeline.list.queryOptions({}));
  },
  (trpc, shown) => {
    shown.add(trpc.project.listForDashboard.queryOptions(FIRST_PAGE));
  },
];
