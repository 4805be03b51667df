import { countScale } from '@/components/charts/axes';
import { PLAN_COVERS, type PlanCover } from '@/domain/forecast/forecast';
import { countOf, formatCount } from '@/lib/numbers';
import { columnName, type Column } from '@/features/forecast/words';

/** Told apart without colours, too: full, half and hollow. */
const FILLS: Readonly<Record<PlanCover, { readonly opacity: number; readonly label: string }>> = {
  all: { opacity: 1, label: 'Planned' },
  part: { opacity: 0.45, label: 'Planned in part' },
  none: { opacity: 0, label: 'Not planned' },
};
const NUMBER_PX = 22;
const NAME_PX = 22;
const FACT_PX = 17;
const WIDEST_BAR_PX = 92;
/** With less room for a column its facts are read below the picture alone. */
const NARROWEST_FACTS_PX = 92;
const SWATCH_PX = 12;
const LEGEND_CHARACTER_PX = 6.6;
/** Between the square and its name. */
const SWATCH_GAP_PX = 7;
/** Between one name and the next square, where there is room. */
const LEGEND_GAP_PX = { least: 8, most: 33 } as const;

export interface BarsProps {
  columns: readonly Column[];
  widthPx: number;
  heightPx: number;
}

/** Draws the columns of a forecast: a bar of software by how much of it is planned, its number, and what it is in. */
export function Bars({ columns, widthPx, heightPx }: BarsProps) {
  const bandPx = widthPx / Math.max(1, columns.length);
  const hasFacts = bandPx >= NARROWEST_FACTS_PX;
  const barsPx = heightPx - NUMBER_PX - NAME_PX - (hasFacts ? 2 * FACT_PX : 0);
  const height = countScale(Math.max(...columns.map(({ software }) => software)), [0, barsPx]);
  const barPx = Math.min(WIDEST_BAR_PX, bandPx * 0.62);
  const floor = NUMBER_PX + barsPx;
  return (
    <>
      {columns.map((column, index) => (
        <g
          key={column.quarter ?? ''}
          transform={`translate(${String((index + 0.5) * bandPx)} 0)`}
          textAnchor="middle"
        >
          <Bar column={column} widthPx={barPx} floor={floor} height={height} />
          <text
            y={floor - height(column.software) - 7}
            fontSize="15"
            fontWeight="700"
            className="fill-fg"
          >
            {formatCount(column.software)}
          </text>
          <text y={floor + 17} fontSize="12.5" fontWeight="600" className="fill-fg">
            {columnName(column)}
          </text>
          {hasFacts && (
            <g fontSize="12" className="fill-muted">
              <text y={floor + NAME_PX + FACT_PX - 4} className="fill-muted">
                {countOf(column.images, 'image')}
              </text>
              <text y={floor + NAME_PX + 2 * FACT_PX - 4} className="fill-muted">
                {countOf(column.teams, 'team')}
              </text>
            </g>
          )}
        </g>
      ))}
      <line x1={0} x2={widthPx} y1={floor} y2={floor} className="stroke-border-strong" />
    </>
  );
}

interface BarProps {
  column: Column;
  widthPx: number;
  floor: number;
  height: (count: number) => number;
}

function Bar({ column, widthPx, floor, height }: BarProps) {
  let below = 0;
  return PLAN_COVERS.map((cover) => {
    const count = column.planned[cover];
    if (count === 0) return null;
    below += count;
    return (
      <rect
        key={cover}
        x={-widthPx / 2}
        y={floor - height(below)}
        width={widthPx}
        height={height(count)}
        fillOpacity={FILLS[cover].opacity}
        strokeWidth="1.25"
        className={
          column.quarter === null
            ? 'fill-status-ended stroke-status-ended'
            : 'fill-accent stroke-accent'
        }
      />
    );
  });
}

/** Names the fills of the bars, in one line that keeps to a width. */
export function BarsLegend({ widthPx }: { widthPx: number }) {
  const widths = PLAN_COVERS.map(
    (cover) => SWATCH_PX + SWATCH_GAP_PX + FILLS[cover].label.length * LEGEND_CHARACTER_PX,
  );
  const leftPx = widthPx - widths.reduce((sum, width) => sum + width, 0);
  const gapPx = Math.max(
    LEGEND_GAP_PX.least,
    Math.min(LEGEND_GAP_PX.most, leftPx / (PLAN_COVERS.length - 1)),
  );
  let x = 0;
  return PLAN_COVERS.map((cover, index) => {
    const { label, opacity } = FILLS[cover];
    const at = x;
    x += (widths[index] ?? 0) + gapPx;
    return (
      <g key={cover} transform={`translate(${String(at)} 0)`}>
        <rect
          x={0.5}
          y={0.5}
          width={SWATCH_PX - 1}
          height={SWATCH_PX - 1}
          fillOpacity={opacity}
          className="fill-accent stroke-accent"
        />
        <text x={SWATCH_PX + SWATCH_GAP_PX} y={SWATCH_PX - 2} fontSize="12" className="fill-muted">
          {label}
        </text>
      </g>
    );
  });
}
