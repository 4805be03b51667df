import { SLIDE } from '@/components/charts/picture-file';
import type { Status } from '@/components/status/states';
import { addMonths, type Day } from '@/domain/eol/calendar';
import { horizonRange, type Horizon } from '@/domain/timeline/list';
import { formatDay } from '@/lib/dates';
import { countOf, formatCount } from '@/lib/numbers';
import { rowsOfLine, type RowFacts } from '../layout/rows';
import { dayNumber, pictureScale, scaleOfDays, type Anchor, type Zoom } from '../layout/scale';
import type { ImagesInUse } from '../lines/actions';
import type { Outputs } from '@/trpc/outputs';
import { cyclesOf, slideSpan, type TimelineLine } from '../words';
import type { Picture, PictureRow } from './types';
import { frameOf, headCharacters } from './head/view';
import { hasRoomForName } from './row/view';
import { pictureHeight, rowsThatFit } from './view';

/** What every picture of a list says of it. */
export interface PictureFacts {
  readonly organization: string;
  /** Filters in words; none: all software in use. */
  readonly conditions: readonly string[];
  readonly today: Day;
  /** Whether that day is looked back at. */
  readonly isPast: boolean;
  /** Release cycles by state, of the states that are shown. */
  readonly states: Readonly<Partial<Record<Status, number>>>;
  /** All that are shown. */
  readonly cycles: number;
  /** Lines there are. */
  readonly total: number;
}

/** What a slide shows of all that ends within its horizon. */
export type TopLines = Pick<Outputs['timeline']['top'], 'lines' | 'rest'>;

/** Lines of a slide: as many as can be read from the last row of a room, beside what is left out. */
export const SLIDE_LINES = 12;
/** Higher than wide by less than both A4 and Letter are between their margins. */
const SHEET = { widthPx: 800, heightPx: 1000 } as const;
const WIDE_PX = 1600;

/** Draws the lines in most images with what of them ends within a horizon, in the order of their ends, and says what else does. */
export function slideOf(facts: PictureFacts, { lines, rest }: TopLines, within: Horizon): Picture {
  const { organization, conditions, today, isPast, total } = facts;
  // The cycles of all beside a part of them would read as those of the part.
  const shown = rest
    ? [`${formatCount(lines.length)} of ${countOf(total, 'product')}, those in most images`]
    : [countOf(total, 'product'), countOf(facts.cycles, 'release cycle')];
  // A month more on either side, for the bars to begin and the words to stand.
  const from = dayNumber(addMonths(today, -1)) ?? 0;
  const range = horizonRange(within, today);
  const until = dayNumber(addMonths(range.until, 1)) ?? 0;
  return magnifiedSlide({
    title: `What ends ${typeof within === 'number' ? 'in ' : ''}${slideSpan(within, today)} · ${organization}`,
    description: [...conditions, ...shown, `as of ${formatDay(today)}`].join(' · '),
    states: statesOf(lines),
    rows: lines.flatMap((line) =>
      rowsOfLine(line, false, today).map((row) => ({ ...row, images: line.images })),
    ),
    rest: rest && restWords(rest),
    today,
    isPast,
    zoom: range.until > addMonths(today, 12) ? 'quarter' : 'month',
    scale: (axisPx) => scaleOfDays(from, until, axisPx),
    place: '',
  });
}

/** Widths that a slide is laid out at: the smaller, the larger its letters. In the smallest a year's months have their names. */
const SLIDE_WIDTHS = [736, 800, 880] as const;

/** Draws a slide with few rows larger, as far as they and what stands above them have room. */
function magnifiedSlide(slide: Omit<Picture, 'widthPx' | 'heightPx' | 'magnified'>): Picture {
  const sizes = SLIDE_WIDTHS.map((widthPx) => {
    const magnified = SLIDE.widthPx / widthPx;
    return { widthPx, heightPx: SLIDE.heightPx / magnified, magnified };
  });
  const isNameWhole = (row: PictureRow, widthPx: number) =>
    hasRoomForName(row, frameOf({ ...slide, widthPx }).cellPx);
  const hasRoom = ({ widthPx, heightPx }: (typeof sizes)[number]) => {
    const { title, description } = headCharacters(widthPx);
    return (
      slide.rest === null &&
      slide.rows.every((row) => isNameWhole(row, widthPx) || !isNameWhole(row, SLIDE.widthPx)) &&
      slide.title.length <= title &&
      slide.description.length <= description &&
      pictureHeight({ ...slide, widthPx, heightPx }) <= heightPx
    );
  };
  return { ...slide, ...(sizes.find(hasRoom) ?? { ...SLIDE, magnified: 1 }) };
}

/** Says how much is left out of a slide, when it begins to end, and what of it is in most images. */
function restWords({ lines, from, largest }: NonNullable<TopLines['rest']>): string {
  const { productName, images } = largest;
  const more = countOf(lines, 'more product');
  if (lines === 1) {
    const when = from === null ? '' : ` on ${formatDay(from)}`;
    return `${more} ends${when}: ${productName}, in ${countOf(images, 'image')}`;
  }
  const when = from === null ? '' : ` from ${formatDay(from)} on`;
  return `${more} end${when}; the one in most images is ${productName}, in ${formatCount(images)}`;
}

/** Counts the cycles of some lines by state. */
function statesOf(lines: readonly TimelineLine[]): Picture['states'] {
  const cycles = lines.flatMap(({ items }) => cyclesOf(items));
  const byState = Map.groupBy(cycles, ({ state }) => state);
  return Object.fromEntries([...byState].map(([state, { length }]) => [state, length]));
}

export interface ListedLines {
  readonly lines: readonly TimelineLine[];
  readonly images: ImagesInUse;
  readonly zoom: Zoom;
  readonly anchor: Anchor;
}

/** Draws all lines in one picture, open as they are on the screen. */
export function wholeOf(
  facts: PictureFacts,
  { lines, images, zoom, anchor }: ListedLines,
  open: readonly string[],
): Picture {
  const { today, isPast } = facts;
  return {
    ...captionOf(facts, lines),
    rows: lines.flatMap((line) =>
      rowsOfLine(line, open.includes(line.productName), today).map((row) => counted(row, images)),
    ),
    rest: null,
    today,
    isPast,
    zoom,
    scale: (axisPx) => pictureScale(zoom, anchor, axisPx),
    place: '',
    widthPx: WIDE_PX,
    heightPx: 0,
    magnified: 1,
  };
}

/** Draws all lines on sheets of paper, each with its head, cut between lines where these are not longer than a sheet. */
export function sheetsOf(
  facts: PictureFacts,
  { lines, images, zoom, anchor }: ListedLines,
): Picture[] {
  const { today, isPast } = facts;
  const groups = lines.map((line) =>
    rowsOfLine(line, true, today).map((row) => counted(row, images)),
  );
  const fit = rowsThatFit({ ...SHEET, zoom, rows: groups.flat() });
  const sheets = inSheets(groups, fit);
  return sheets.map((rows, index) => ({
    ...captionOf(facts, lines),
    ...SHEET,
    magnified: 1,
    rows,
    rest: null,
    today,
    isPast,
    zoom,
    scale: (axisPx) => pictureScale(zoom, anchor, axisPx),
    place: sheets.length === 1 ? '' : `Sheet ${String(index + 1)} of ${String(sheets.length)}`,
  }));
}

/** Puts groups of rows on sheets of so many rows: a group that does not fit begins a new one. */
export function inSheets<Row>(groups: readonly (readonly Row[])[], fit: number): Row[][] {
  const sheets: Row[][] = [];
  let room = 0;
  for (const group of groups) {
    if (group.length > room) {
      sheets.push([]);
      room = fit;
    }
    for (const row of group) {
      if (room === 0) {
        sheets.push([]);
        room = fit;
      }
      sheets.at(-1)?.push(row);
      room -= 1;
    }
  }
  return sheets;
}

function captionOf(facts: PictureFacts, lines: readonly TimelineLine[]) {
  const { organization, conditions, today, total, cycles, states } = facts;
  const filter = conditions.length === 0 ? 'All software in use' : conditions.join(' · ');
  const size =
    lines.length < total
      ? `${formatCount(lines.length)} of ${countOf(total, 'product')}`
      : `${countOf(total, 'product')} · ${countOf(cycles, 'release cycle')}`;
  return {
    title: `Software end of life · ${organization}`,
    description: `${filter} · ${size} · as of ${formatDay(today)}`,
    states,
  };
}

function counted(row: RowFacts, images: ImagesInUse): PictureRow {
  const { item, line } = row;
  const count = item ? images.ofSoftware.get(item.id) : images.ofLine.get(line.productName);
  return { ...row, images: count ?? null };
}
