import { SLIDE } from '@/components/charts/picture-file';
import { Bars, BarsLegend } from '@/features/forecast/bars/view';
import { lineName, sentencesOf, type Column, type Forecast } from '@/features/forecast/words';
import { At, MARGIN_PX, Paper, shortened } from '@/features/timeline/picture/mark/view';
import { formatDay } from '@/lib/dates';
import { formatCount } from '@/lib/numbers';

const BARS_TOP_PX = 148;
const BARS_PX = 236;
const NAMES_TOP_PX = BARS_TOP_PX + BARS_PX + 24;
const NAME_LINE_PX = 16;
const MOST_NAMES = 5;
/** Of the font that is embedded, on average, at the size of names and of sentences. */
const NAME_CHARACTER_PX = 5.7;
const SENTENCE_CHARACTER_PX = 6.9;

export interface ForecastPictureProps {
  forecast: Forecast;
  organization: string;
  /** Filters in words; none: all software in use. */
  conditions: readonly string[];
}

/** Draws the forecast to stand alone on a slide: titled, dated, in words and as bars, with what is in most images. */
export function ForecastPicture({ forecast, organization, conditions }: ForecastPictureProps) {
  const { columns, as_of: asOf } = forecast;
  const { widthPx, heightPx } = SLIDE;
  const innerPx = widthPx - 2 * MARGIN_PX;
  const bandPx = innerPx / Math.max(1, columns.length);
  const title = `Software end of life: the next quarters · ${organization}`;
  const subject = [...conditions, `as of ${formatDay(asOf)}`].join(' · ');
  return (
    <Paper title={`${title}, ${asOf}`} {...{ widthPx, heightPx }}>
      <At x={MARGIN_PX}>
        <text y={36} fontSize="20" fontWeight="700">
          {shortened(title, Math.floor(innerPx / 11))}
        </text>
        <text y={56} className="fill-muted">
          {shortened(subject, Math.floor(innerPx / SENTENCE_CHARACTER_PX))}
        </text>
        {sentencesOf(forecast).map((sentence, index) => (
          <text key={sentence} y={80 + index * 18} fontSize="13.5">
            {shortened(sentence, Math.floor(innerPx / SENTENCE_CHARACTER_PX))}
          </text>
        ))}
        <At y={BARS_TOP_PX - 14}>
          <BarsLegend widthPx={innerPx} />
        </At>
        <At y={BARS_TOP_PX}>
          <Bars columns={columns} widthPx={innerPx} heightPx={BARS_PX} />
        </At>
        {columns.map((column, index) => (
          <At key={column.quarter ?? ''} x={index * bandPx} y={NAMES_TOP_PX}>
            <Names column={column} widthPx={bandPx} />
          </At>
        ))}
        <text y={heightPx - 14} fontSize="10.5" className="fill-muted">
          Eventide · Bars count software: a release cycle as one package type. Dates are UTC days.
        </text>
      </At>
    </Paper>
  );
}

function Names({ column, widthPx }: { column: Column; widthPx: number }) {
  const { lines, lines_left_out: leftOut } = column;
  const all = lines.length + leftOut;
  const shown = lines.slice(0, all > MOST_NAMES ? MOST_NAMES - 1 : MOST_NAMES);
  const characters = Math.max(6, Math.floor((widthPx - 8) / NAME_CHARACTER_PX));
  const texts = [
    ...shown.map((line) => lineName(line)),
    ...(all > shown.length ? [`and ${formatCount(all - shown.length)} more`] : []),
  ];
  return texts.map((text, index) => (
    <text
      key={text}
      x={widthPx / 2}
      y={index * NAME_LINE_PX}
      fontSize="11"
      textAnchor="middle"
      className={index < shown.length ? 'fill-fg' : 'fill-muted'}
    >
      {shortened(text, characters)}
    </text>
  ));
}
