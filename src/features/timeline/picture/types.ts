import type { TimeScale } from '@/components/charts/time-scale';
import type { Status } from '@/components/status/states';
import type { Day } from '@/domain/eol/calendar';
import type { RowFacts } from '../layout/rows';
import type { Zoom } from '../layout/scale';

/** A row with the number of images that hold it, where that was counted. */
export interface PictureRow extends RowFacts {
  readonly images: number | null;
}

/** Contents of a picture of the timeline. */
export interface Picture {
  readonly title: string;
  /** What it shows of what, as of when. */
  readonly description: string;
  /** Release cycles by state: of all that the filters keep. */
  readonly states: Readonly<Partial<Record<Status, number>>>;
  readonly rows: readonly PictureRow[];
  /** Below the rows, what is left out of them; nothing, where all are there. */
  readonly rest: string | null;
  readonly today: Day;
  /** Whether that day is looked back at. */
  readonly isPast: boolean;
  /** Labels of the axis. */
  readonly zoom: Zoom;
  /** The days that it shows; its length is that of the axis. */
  readonly scale: (axisPx: number) => TimeScale;
  /** Below the rows, beside the product's name: "Page 2 of 5". */
  readonly place: string;
  readonly widthPx: number;
  /** At least; rows beyond it make it higher. */
  readonly heightPx: number;
  /** How many times larger it is drawn than it is laid out, for letters that are read from afar. */
  readonly magnified: number;
}
