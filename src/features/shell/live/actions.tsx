'use client';

import {
  startTransition,
  use,
  useCallback,
  useEffect,
  useEffectEvent,
  useReducer,
  useRef,
  useState,
} from 'react';
import { useRouter } from 'next/navigation';
import { useQueryClient } from '@tanstack/react-query';
import { isReaderBusy } from '@/lib/reader-busy';
import { leaveForSignIn, saySignedOut, useTRPC, useTRPCClient } from '@/trpc/client';
import { isFromOtherOrganization, statusOf } from '@/trpc/query-client';
import { ShownOrganizationContext } from '@/trpc/shown-organization';
import { isRecordPage } from './busy';
import { keepLooking, ownPage } from './look';
import { readAgain, type HeldLists } from './read-again';
import { tintWhatMoves } from './tint';
import { NewRows, NotMoving } from './view';

/** Looks that nobody answers, one after the other, before it is said: a restart of the server is over by then. */
const SAID_AFTER = 3;
const NONE: HeldLists = new Map();

/** Why the numbers of a page stand still. */
type Still =
  | { readonly why: 'signed-out'; readonly isBusy: boolean }
  | { readonly why: 'away'; readonly since: Date };

export interface LiveNumbersProps {
  readonly version: string | null;
  readonly today: string;
}

/**
 * Has open pages follow what arrives: when the organization's version is another one, what the page shows is read again, and
 * changes where it stands. Rows stay where they are until the reader asks for them.
 * @param props.version as it was before anything on the page was read
 * @param props.today the UTC day that the page tells its dates from
 */
export function LiveNumbers({ version, today }: LiveNumbersProps) {
  const trpc = useTRPC();
  const calls = useTRPCClient();
  const queries = useQueryClient();
  const router = useRouter();
  const shown = use(ShownOrganizationContext);
  const [held, release, setHeld] = useHeldLists();
  const [still, setStill] = useState<Still | null>(null);
  const [looks, lookAgain] = useReducer((rounds: number) => rounds + 1, 0);
  const seen = useRef(version);
  const told = useRef(version);
  const heard = useRef<Date | null>(null);
  const day = useRef(today);
  const newest = useRef(today);

  const onVersion = useEffectEvent(async (current: string) => {
    heard.current = new Date();
    setStill(null);
    if (seen.current === current) return;
    if (isReaderBusy()) {
      // The bell disturbs nobody. The rest comes with a later look.
      if (told.current !== current) void queries.invalidateQueries(trpc.inbox.summary.pathFilter());
      told.current = current;
      return;
    }
    const { held: lists, fault } = await readAgain(queries);
    tintWhatMoves();
    setHeld(lists);
    // Every date of a page is told from the day that the server wrote it on: "ends tomorrow" is not true for long.
    const isNextDay = newest.current !== day.current;
    // What the server writes comes with all its rows: together with those that wait, then.
    if (isNextDay || (lists.size === 0 && isRecordPage(window.location.pathname)))
      startTransition(() => router.refresh());
    day.current = newest.current;
    // What could not be read is tried with the next look.
    if (fault) throw fault.error;
    seen.current = current;
  });
  const onFailure = useEffectEvent((error: unknown, unanswered: number) => {
    if (statusOf(error) === 401) {
      setStill({ why: 'signed-out', isBusy: isReaderBusy() });
      return false;
    }
    if (isFromOtherOrganization(error)) shown?.onElsewhere(null);
    else if (unanswered >= SAID_AFTER)
      setStill({ why: 'away', since: heard.current ?? new Date() });
    return true;
  });
  useEffect(() => {
    // The page itself was an answer.
    heard.current = new Date();
    return keepLooking({
      page: ownPage,
      ask: async () => {
        const answer = await calls.change.version.query();
        newest.current = answer.today;
        return answer.version;
      },
      onVersion: (current) => onVersion(current),
      onFailure: (error, unanswered) => onFailure(error, unanswered),
    });
  }, [calls, looks]);
  useEffect(() => saySignedOut(() => setStill({ why: 'signed-out', isBusy: true })), []);
  const isSignedOut = still?.why === 'signed-out';
  // Whoever has signed in elsewhere comes back to this page.
  useEffect(() => (isSignedOut ? ownPage.onReturn(lookAgain) : undefined), [isSignedOut]);

  const show = () => {
    release();
    if (isRecordPage(window.location.pathname)) startTransition(() => router.refresh());
  };
  if (still) return <NotMoving {...still} onSignIn={leaveForSignIn} />;
  const added = [...held.values()].reduce((sum, count) => sum + count, 0);
  return <NewRows isWaiting={held.size > 0} added={added} onShow={show} />;
}

/** Keeps which lists show other rows than they have now: for as long as they are shown, and not read otherwise. */
function useHeldLists() {
  const queries = useQueryClient();
  const [held, setHeld] = useState(NONE);
  useEffect(() => {
    const drop = (hash: string) =>
      setHeld((lists) => {
        if (!lists.has(hash)) return lists;
        return new Map([...lists].filter(([other]) => other !== hash));
      });
    return queries.getQueryCache().subscribe((event) => {
      const { query, type } = event;
      if (type === 'updated' && event.action.type === 'success' && !event.action.manual)
        drop(query.queryHash);
      if (type === 'observerRemoved' && !query.isActive()) drop(query.queryHash);
    });
  }, [queries]);
  const release = useCallback(() => {
    void queries.invalidateQueries({ predicate: ({ queryHash }) => held.has(queryHash) });
    setHeld(NONE);
  }, [queries, held]);
  return [held, release, setHeld] as const;
}
