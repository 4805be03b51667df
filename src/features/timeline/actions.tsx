'use client';

import { Fragment, useMemo, useState, type ReactNode } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Braces, Download, FileImage, FileType, Presentation, Printer, Sheet } from 'lucide-react';
import type { ExportFormat } from '@/components/charts/picture-file';
import { useExporting } from '@/components/charts/use-exporting';
import { asJson } from '@/components/data-table/export-href';
import { toast } from '@/components/ui/toast';
import { Button } from '@/components/ui/button';
import { DropdownMenu, MenuItem, MenuSeparator } from '@/components/ui/dropdown-menu';
import type { Day } from '@/domain/eol/calendar';
import { LINES_AT_A_TIME, type Horizon } from '@/domain/timeline/list';
import { useOwnerNames } from '@/features/names/owner';
import { useProjectOption } from '@/features/names/project-filter';
import { useShortcuts } from '@/lib/use-shortcuts';
import { useTRPC } from '@/trpc/client';
import { useShownExportHref } from './columns/params';
import { anchorAt } from './layout/scale';
import { batchesOf, byPlace, joined, type LoadedLines, type TimelineList } from './lines/actions';
import { shownStates, timelineExportHref, toTimelineQuery, type TimelineParams } from './params';
import type { ListedLines, PictureFacts } from './picture/values';
import { describeConditions, horizonWords, slideSpan } from './words';

export interface ExportMenuProps {
  list: TimelineList;
  params: TimelineParams;
  today: Day;
  /** Prints these lines: they are on paper once this returns. */
  onPrint: (lines: ListedLines) => void;
}

/** More of one picture than anybody reads, and than a browser draws. */
const MOST_LINES = 2_000;
/** Without a horizon in the filter a slide tells of the year to come, or of the quarter that is reported about next. */
const SLIDE_HORIZON = 12;

/** Exports the view: as a slide of what comes next, whole as one picture, or on sheets of paper. */
export function ExportMenu(props: ExportMenuProps) {
  const [open, setOpen] = useState(false);
  const { busy, slide, whole, print } = useExports(props);
  const { params, today } = props;
  const tableHref = useShownExportHref(params);
  const shown = params.within ?? SLIDE_HORIZON;
  const slides = params.within === null ? [shown, 'next-quarter' as const] : [shown];
  useShortcuts(
    useMemo(
      () => [{ keys: 'e', label: 'Export', group: 'Timeline', run: () => setOpen(true) }],
      [],
    ),
  );
  return (
    <DropdownMenu
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button loading={busy}>
          {!busy && <Download aria-hidden />}
          Export
        </Button>
      }
    >
      {slides.map((within) => (
        <Fragment key={within}>
          <MenuItem onSelect={() => void slide(within, 'png')}>
            <Presentation aria-hidden /> Slide of {slideSpan(within, today)}, PNG
          </MenuItem>
          <MenuItem onSelect={() => void slide(within, 'svg')}>
            <FileImage aria-hidden /> Slide of {slideSpan(within, today)}, SVG
          </MenuItem>
        </Fragment>
      ))}
      <MenuSeparator />
      <MenuItem onSelect={() => void whole()}>
        <FileType aria-hidden /> All of this view, SVG
      </MenuItem>
      <MenuItem onSelect={() => void print()}>
        <Printer aria-hidden /> Print or save as PDF
      </MenuItem>
      <MenuSeparator />
      <FileItem href={tableHref} icon={<Sheet aria-hidden />} label="The table, CSV" />
      <FileItem href={asJson(tableHref)} icon={<Braces aria-hidden />} label="The table, JSON" />
      <FileItem
        href={timelineExportHref(params)}
        icon={<Sheet aria-hidden />}
        label="The table with all columns, CSV"
      />
    </DropdownMenu>
  );
}

interface FileItemProps {
  href: string;
  icon: ReactNode;
  label: string;
}

function FileItem({ href, icon, label }: FileItemProps) {
  return (
    <MenuItem asChild>
      <a href={href} download>
        {icon}
        {label}
      </a>
    </MenuItem>
  );
}

function useExports({ list, params, today, onPrint }: ExportMenuProps) {
  const { busy, during } = useExporting();
  const { timeline } = useTRPC();
  const queryClient = useQueryClient();
  const facts = usePictureFacts(list, params, today);
  const readLines = useReadLines(list, params, today);
  const slide = (within: Horizon, format: ExportFormat) =>
    during(async () => {
      const [{ fileName }, { exportTimeline }, { slideOf, SLIDE_LINES }] = await Promise.all([
        import('@/components/charts/picture-file'),
        import('./picture/actions'),
        import('./picture/values'),
      ]);
      const query = { ...toTimelineQuery(params), within, limit: SLIDE_LINES };
      const top = await queryClient.fetchQuery(timeline.top.queryOptions(query));
      const about = facts({ ...params, within: null });
      if (top.lines.length === 0) {
        toast.info(`Nothing of this view ends ${horizonWords(within, today)}.`);
        return;
      }
      const { total, cycles } = top;
      const picture = slideOf({ ...about, total, cycles }, top, within);
      const span = typeof within === 'number' ? `${String(within)}-months` : within;
      const name = fileName(`timeline-slide-${span}`, about, format);
      await exportTimeline(picture, { name, format });
    });
  const whole = () =>
    during(async () => {
      const [{ fileName }, { exportTimeline }, { wholeOf }, lines] = await Promise.all([
        import('@/components/charts/picture-file'),
        import('./picture/actions'),
        import('./picture/values'),
        readLines(),
      ]);
      const about = facts();
      const name = fileName('timeline', about, 'svg');
      await exportTimeline(wholeOf(about, lines, params.open), { name, format: 'svg' });
    });
  const print = () => during(async () => onPrint(await readLines()));
  return { busy, slide, whole, print };
}

/** Says of a picture whose it is, and what is in it. */
export function usePictureFacts(
  list: TimelineList | undefined,
  params: TimelineParams,
  today: Day,
) {
  const session = useQuery(useTRPC().session.current.queryOptions());
  const project = useProjectOption(params.project)?.label;
  const names = { ...useOwnerNames(params.owner), project };
  return (conditions: TimelineParams = params): PictureFacts => ({
    organization: session.data?.active?.organizationName ?? '',
    conditions: describeConditions(conditions, today, names),
    today,
    isPast: params.as_of !== null,
    states: shownStates(list?.states ?? {}, params),
    cycles: list?.cycles ?? 0,
    total: list?.total ?? 0,
  });
}

/** Tells the lines and numbers that were loaded, for paper: nothing can be waited for once a browser prints. */
export function useLoaded(list: TimelineList | undefined, params: TimelineParams, today: Day) {
  const { timeline } = useTRPC();
  const queryClient = useQueryClient();
  return (): ListedLines => {
    const pages = startsUntil(list?.total ?? 0).flatMap(
      (from) =>
        queryClient.getQueryData(timeline.list.queryKey({ ...toTimelineQuery(params), from })) ??
        [],
    );
    const lines = byPlace([...(list ? [list] : []), ...pages]);
    const counts = batchesOf(lines, 0, list?.total ?? 0).flatMap(
      (productNames) =>
        queryClient.getQueryData(
          timeline.images.queryKey({ ...toTimelineQuery(params), productNames }),
        ) ?? [],
    );
    return viewOf(lines, counts, params, today);
  };
}

/** The places where pages of lines begin, as far as a picture may hold them. */
function startsUntil(total: number): number[] {
  const pages = Math.ceil(Math.min(total, MOST_LINES) / LINES_AT_A_TIME);
  return Array.from({ length: pages }, (_, page) => page * LINES_AT_A_TIME);
}

function viewOf(
  lines: LoadedLines,
  counts: Parameters<typeof joined>[0],
  { zoom, at }: TimelineParams,
  today: Day,
): ListedLines {
  const inOrder = [...lines].toSorted(([one], [other]) => one - other);
  return {
    lines: inOrder.map(([, line]) => line),
    images: joined(counts),
    zoom,
    anchor: anchorAt(at, today),
  };
}

/** Reads all lines of the view, as far as a picture may hold them, with the numbers of their images. */
function useReadLines(list: TimelineList, params: TimelineParams, today: Day) {
  const { timeline } = useTRPC();
  const queryClient = useQueryClient();
  return async (): Promise<ListedLines> => {
    const query = toTimelineQuery(params);
    const pages = startsUntil(list.total).map((from) =>
      // The table's pages are shorter.
      from === list.from && list.lines.length === Math.min(LINES_AT_A_TIME, list.total - from)
        ? list
        : queryClient.fetchQuery(timeline.list.queryOptions({ ...query, from })),
    );
    const lines = byPlace(await Promise.all(pages));
    const batches = batchesOf(lines, 0, lines.size).map((productNames) =>
      queryClient.fetchQuery(
        timeline.images.queryOptions({ ...toTimelineQuery(params), productNames }),
      ),
    );
    return viewOf(lines, await Promise.all(batches), params, today);
  };
}
