'use client';

import type { ReactNode } from 'react';
import { Link } from '@/components/ui/link';
import { useQuery } from '@tanstack/react-query';
import {
  Boxes,
  ChevronRight,
  FileCheck2,
  FolderGit2,
  KeyRound,
  ListTodo,
  Radar,
  Upload,
} from 'lucide-react';
import { SectionHead } from '@/components/layout/section-head';
import { useMay } from '@/features/frame/reader';
import { hrefs } from '@/features/hrefs';
import { plansHref } from '@/features/plan/params';
import { waiversHref } from '@/features/waiver/params';
import { countOf } from '@/lib/numbers';
import { useTRPC } from '@/trpc/client';
import {
  FIRST_CLUSTERS,
  KEYS_LATELY,
  REFUSED_LATELY,
  UNOWNED,
  useOverviewScope,
  waitingWaiversOf,
} from '../params';
import { isSilent } from './words';

interface Waiting {
  readonly id: string;
  readonly icon: ReactNode;
  readonly count: number;
  /** There may be more. */
  readonly isAtLeast?: boolean;
  /** "waiver waits for your decision", with the number before it. */
  readonly words: readonly [one: string, many: string];
  readonly href: string;
}

/**
 * Lists what waits for the reader: decisions, plans that are late or broken, and, where the page is for all, what nobody
 * looks after or hears of. None of it is one project's.
 * @param props.now the instant that the page is made at
 */
export function WaitingForYou({ now }: { now: string }) {
  const parts = [
    ...[useDecisions(), usePlans(), useUnowned()],
    ...[useSilentClusters(), useSilentScanners(now), useUploads()],
  ];
  const all = parts.flatMap(({ items }) => items).filter(({ count }) => count > 0);
  const isPending = parts.some((part) => part.isPending);
  const hasFailed = parts.some((part) => part.hasFailed);
  return (
    <section aria-labelledby="waiting" className="grid min-w-0 content-start gap-2">
      <SectionHead id="waiting" title="Waiting for you" />
      <ul className="min-w-0 divide-y rounded-md border bg-surface text-sm">
        {all.map((item) => (
          <li key={item.id}>
            <Link
              href={item.href}
              prefetch={false}
              className="flex min-h-9 items-center gap-2.5 px-3 py-1.5 -outline-offset-2 hover:bg-hover [&>svg]:size-4 [&>svg]:shrink-0 [&>svg]:text-subtle"
            >
              {item.icon}
              <span className="min-w-0 grow">
                {item.isAtLeast && 'At least '}
                {countOf(item.count, ...item.words)}
              </span>
              <ChevronRight aria-hidden />
            </Link>
          </li>
        ))}
        {all.length === 0 && !hasFailed && (
          <li className="px-3 py-2 text-muted">
            {isPending ? 'Loading…' : 'Nothing waits for you.'}
          </li>
        )}
        {hasFailed && (
          <li className="px-3 py-2 text-danger-text">Some of it could not be loaded.</li>
        )}
      </ul>
    </section>
  );
}

interface Part {
  readonly items: readonly Waiting[];
  readonly isPending: boolean;
  readonly hasFailed: boolean;
}

function useDecisions(): Part {
  const [{ owner }] = useOverviewScope();
  const waivers = useQuery(useTRPC().waiver.list.queryOptions(waitingWaiversOf(owner)));
  return {
    isPending: waivers.isPending,
    hasFailed: waivers.isError,
    items: [
      {
        ...{ id: 'waivers', icon: <FileCheck2 aria-hidden />, count: waivers.data?.total ?? 0 },
        words: ['waiver awaits your decision', 'waivers await your decision'],
        href: waiversHref({ show: 'waiting', owner }),
      },
    ],
  };
}

function usePlans(): Part {
  const [{ owner }] = useOverviewScope();
  const plans = useQuery(useTRPC().plan.counts.queryOptions({ owner }));
  const icon = <ListTodo aria-hidden />;
  return {
    isPending: plans.isPending,
    hasFailed: plans.isError,
    items: [
      {
        ...{ id: 'overdue', icon, count: plans.data?.overdue ?? 0 },
        words: ['plan is overdue', 'plans are overdue'],
        href: plansHref({ owner, overdue: true }),
      },
      {
        ...{ id: 'found-again', icon, count: plans.data?.found_again ?? 0 },
        words: [
          'finished plan whose software was found again',
          'finished plans whose software was found again',
        ],
        href: plansHref({ owner, state: 'found_again' }),
      },
    ],
  };
}

/** Tells whether the page is for all: what is nobody's in particular waits only there. */
function useIsForAll(): boolean {
  const [{ owner, project }] = useOverviewScope();
  return owner === null && project === null;
}

function useUnowned(): Part {
  const isForAll = useIsForAll();
  const projects = useQuery({
    ...useTRPC().project.listForDashboard.queryOptions(UNOWNED),
    enabled: isForAll,
  });
  return {
    isPending: isForAll && projects.isPending,
    hasFailed: projects.isError,
    items: [
      {
        ...{ id: 'unowned', icon: <FolderGit2 aria-hidden /> },
        count: isForAll ? (projects.data?.total ?? 0) : 0,
        words: ['project has no owner', 'projects have no owner'],
        href: hrefs.projects({ owner: 'none' }),
      },
    ],
  };
}

function useSilentClusters(): Part {
  const isForAll = useIsForAll();
  const clusters = useQuery({
    ...useTRPC().cluster.list.queryOptions(FIRST_CLUSTERS),
    enabled: isForAll,
  });
  const { items = [], total = 0 } = clusters.data ?? {};
  return {
    isPending: isForAll && clusters.isPending,
    hasFailed: clusters.isError,
    items: [
      {
        ...{ id: 'clusters', icon: <Boxes aria-hidden /> },
        count: isForAll ? items.filter(({ silent }) => silent).length : 0,
        isAtLeast: total > items.length,
        words: [
          'cluster has not reported for over a day',
          'clusters have not reported for over a day',
        ],
        href: hrefs.clusters,
      },
    ],
  };
}

/** Keys that uploaded and do not any more, for admins: a scanner that stopped tells nobody. */
function useSilentScanners(now: string): Part {
  const isForAll = useIsForAll();
  const mayRead = useMay('api-key:manage') && isForAll;
  const keys = useQuery({ ...useTRPC().apiKey.list.queryOptions(), enabled: mayRead });
  return {
    isPending: mayRead && keys.isPending,
    hasFailed: keys.isError,
    items: [
      {
        ...{ id: 'scanners', icon: <Radar aria-hidden />, href: hrefs.settings.apiKeys },
        count: mayRead ? (keys.data?.filter((key) => isSilent(key, now)).length ?? 0) : 0,
        words: [
          'key for uploads has not been used for a week',
          'keys for uploads have not been used for a week',
        ],
      },
    ],
  };
}

/** Uploads refused this week and dead keys in use, for admins, since scanners report neither. */
function useUploads(): Part {
  const trpc = useTRPC();
  const isForAll = useIsForAll();
  const isRead = useMay('refused-upload:read') && isForAll;
  const refused = useQuery({
    ...trpc.refusedUpload.list.queryOptions(REFUSED_LATELY),
    enabled: isRead,
  });
  const keys = useQuery({
    ...trpc.refusedUpload.keys.queryOptions(KEYS_LATELY),
    enabled: isRead,
  });
  const href = hrefs.settings.refusedUploads({ days: '7' });
  return {
    isPending: isRead && (refused.isPending || keys.isPending),
    hasFailed: refused.isError || keys.isError,
    items: [
      {
        ...{ id: 'refused', icon: <Upload aria-hidden />, href },
        count: isRead ? (refused.data?.total ?? 0) : 0,
        words: ['upload refused in 7 days', 'uploads refused in 7 days'],
      },
      {
        ...{ id: 'keys', icon: <KeyRound aria-hidden />, href },
        count: isRead ? new Set(keys.data?.items.map(({ apiKeyId }) => apiKeyId)).size : 0,
        words: ['dead key still in use', 'dead keys still in use'],
      },
    ],
  };
}
