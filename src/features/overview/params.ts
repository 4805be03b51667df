import { useQuery } from '@tanstack/react-query';
import { useQueryStates } from 'nuqs';
import { createLoader, createSerializer, type inferParserType } from 'nuqs/server';
import { useMemo } from 'react';
import { labelFilterOf } from '@/domain/image/list';
import { hrefs } from '@/features/hrefs';
import { parseAsDay } from '@/features/names/day';
import { labelParsers, parseAsId, parseAsOwner } from '@/lib/page-params';
import { useTRPC } from '@/trpc/client';
import type { Outputs } from '@/trpc/outputs';

/** Tells whether there are any images. */
export const ANY_IMAGES = { sort: 'latestScan', direction: 'desc', page: 1, size: 1 } as const;

const overviewParsers = { owner: parseAsOwner, project: parseAsId, ...labelParsers };
const asOfParsers = { as_of: parseAsDay };

/** Reads the day that the overview is looked at as of; null: now. */
export function useAsOf() {
  const [{ as_of: asOf }] = useQueryStates(asOfParsers);
  return asOf;
}

/** Which images count: an owner's, those of one project, with a label, or all of these together; null: any. */
export type OverviewScope = inferParserType<typeof overviewParsers>;

/** The state of the overview in the address, beside that of its trend. */
export const loadOverviewParams = /* @__PURE__ */ createLoader(overviewParsers);
export const loadOverviewDay = /* @__PURE__ */ createLoader(asOfParsers);
const serialize = createSerializer(overviewParsers);

/** Builds the address of the overview in a scope, as it is now. */
export function overviewHref(scope: OverviewScope): string {
  return serialize(hrefs.start, scope);
}

/** Reads and writes which images count. Every change is an entry in the history, so that Back undoes it. */
export function useOverviewScope() {
  const [written, write] = useQueryStates(overviewParsers, { history: 'push', scroll: false });
  const { owner, project, label, labelIs, labelValue } = written;
  const scope: OverviewScope = useMemo(
    () => ({ owner, project, label, labelIs, labelValue }),
    [owner, project, label, labelIs, labelValue],
  );
  return [scope, write] as const;
}

/** Turns the scope into the input of the overview's figures. */
export function toScopeQuery({ owner, project, ...label }: OverviewScope) {
  return { owner, projectId: project, label: labelFilterOf(label) };
}

/** Everything counts. */
export const FOR_ALL = {
  ...{ owner: null, project: null },
  ...{ label: null, labelIs: 'in', labelValue: '' },
} as const satisfies OverviewScope;

/** Tells whether everything counts. */
export function isForAll({ owner, project, label }: OverviewScope): boolean {
  return owner === null && project === null && label === null;
}

/** Tells whether what waits for people belongs to a scope: none of it is one project's, or of images with a label. */
export function hasWaiting({ project, label }: OverviewScope): boolean {
  return project === null && label === null;
}

/** The images of a scope that were scanned last. */
export function latestScansOf(scope: OverviewScope) {
  return {
    ...toScopeQuery(scope),
    ...({ sort: 'latestScan', direction: 'desc', page: 1, size: 6 } as const),
  };
}

/** The waivers that wait for the reader's decision, as a count. */
export function waitingWaiversOf(owner: string | null) {
  return { waiting: 'true', owner, page: 1, size: 1 } as const;
}

/** As many clusters as one call lists; of more than these, it is said that there may be others. */
export const FIRST_CLUSTERS = { page: 1, size: 100 } as const;

/** Projects that nobody owns. */
export const UNOWNED = {
  owner: 'none',
  sort: 'name',
  direction: 'asc',
  page: 1,
  size: 1,
} as const;

/** Refused uploads of a week: what went wrong since the reader last looked. */
export const REFUSED_LATELY = { days: 7, page: 1, size: 1 } as const;

/** Keys that no longer hold and were used in a week. */
export const KEYS_LATELY = { days: 7 } as const;

type ToMove = Outputs['overview']['toMove'];

/** Software that is one story: the package types of a cycle, or the cycles of a product. */
export type EndingGroup = ToMove['lines'][number];
/** Software that has ended or will, with the cycle to move to. */
export type SoftwareToMove = EndingGroup['software'][number];

/** Reads the software that has ended or will; several parts of the page share one answer. */
export function useToMove() {
  const [scope] = useOverviewScope();
  return useQuery(useTRPC().overview.toMove.queryOptions(toScopeQuery(scope)));
}
