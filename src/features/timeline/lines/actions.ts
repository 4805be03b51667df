'use client';

import { useMemo } from 'react';
import { keepPreviousData, useQueries, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { LINES_AT_A_TIME, MAX_COUNTED_LINES } from '@/domain/timeline/list';
import { useTRPC } from '@/trpc/client';
import type { Outputs } from '@/trpc/outputs';
import { toShownQuery, toTimelineQuery, type TimelineParams } from '../params';
import type { TimelineLine } from '../words';

export type TimelineList = Outputs['timeline']['list'];
type ImageCounts = Outputs['timeline']['images'];

/** Lines by their places, of which those are loaded that were in sight. */
export type LoadedLines = ReadonlyMap<number, TimelineLine>;

/** Reads the lines that are shown first, with the numbers of all. */
export function useTimeline(params: TimelineParams) {
  return useQuery({
    ...useTRPC().timeline.list.queryOptions(toShownQuery(params)),
    placeholderData: keepPreviousData,
  });
}

/** Reads the lines of some places, besides those that are there already. */
export function useLines(
  params: TimelineParams,
  first: TimelineList,
  inSight: { readonly from: number; readonly until: number },
): LoadedLines {
  const { timeline } = useTRPC();
  const query = useMemo(() => toTimelineQuery(params), [params]);
  const starts = useMemo(
    () => startsOf(inSight.from, Math.min(inSight.until, first.total)),
    [inSight.from, inSight.until, first.total],
  );
  const further = useQueries({
    queries: starts
      .filter((from) => from !== first.from)
      .map((from) => timeline.list.queryOptions({ ...query, from })),
    combine: dataOf<TimelineList>,
  });
  return useMemo(() => byPlace([first, ...further]), [first, further]);
}

function dataOf<Data>(results: readonly Pick<UseQueryResult<Data>, 'data'>[]): Data[] {
  return results.flatMap(({ data }) => data ?? []);
}

/** The places where the pages begin that hold these. */
function startsOf(from: number, until: number): number[] {
  const first = Math.floor(from / LINES_AT_A_TIME);
  const pages = Math.max(0, Math.ceil(until / LINES_AT_A_TIME) - first);
  return Array.from({ length: pages }, (_, index) => (first + index) * LINES_AT_A_TIME);
}

/** Orders lines by their places. */
export function byPlace(lists: readonly TimelineList[]): LoadedLines {
  return new Map(
    lists.flatMap(({ from, lines }) => lines.map((line, index) => [from + index, line] as const)),
  );
}

/** Numbers of images by the name of a product and by the id of software; what is not counted yet is missing. */
export interface ImagesInUse {
  readonly ofLine: ReadonlyMap<string, number>;
  readonly ofSoftware: ReadonlyMap<string, number>;
}

/** As many are counted at once as are in sight together. */
const COUNTED_AT_A_TIME = Math.min(40, MAX_COUNTED_LINES);

/** Counts the images of lines that are in sight. */
export function useImageCounts(
  params: TimelineParams,
  lines: LoadedLines,
  inSight: { readonly from: number; readonly until: number },
): ImagesInUse {
  const { timeline } = useTRPC();
  const query = useMemo(() => toTimelineQuery(params), [params]);
  const batches = useMemo(
    () => batchesOf(lines, inSight.from, inSight.until),
    [lines, inSight.from, inSight.until],
  );
  const counted = useQueries({
    queries: batches.map((productNames) =>
      timeline.images.queryOptions({ ...query, productNames }),
    ),
    combine: dataOf<ImageCounts>,
  });
  return useMemo(() => joined(counted), [counted]);
}

/** Names in batches that begin at the same places however the reader has moved. */
export function batchesOf(lines: LoadedLines, from: number, until: number): string[][] {
  const first = Math.floor(from / COUNTED_AT_A_TIME);
  const batches = Math.max(0, Math.ceil(until / COUNTED_AT_A_TIME) - first);
  return Array.from({ length: batches }, (_, index) =>
    Array.from({ length: COUNTED_AT_A_TIME }, (_, place) =>
      lines.get((first + index) * COUNTED_AT_A_TIME + place),
    ).flatMap((line) => (line ? [line.productName] : [])),
  ).filter((names) => names.length > 0);
}

/** Puts counts together. */
export function joined(counts: readonly ImageCounts[]): ImagesInUse {
  return {
    ofLine: new Map(
      counts.flatMap(({ lines }) => lines.map((line) => [line.productName, line.images] as const)),
    ),
    ofSoftware: new Map(
      counts.flatMap(({ software }) => software.map(({ id, images }) => [id, images] as const)),
    ),
  };
}
