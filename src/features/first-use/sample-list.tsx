import { STATUS_INK, type Status } from '@/components/status/states';

interface SampleRow {
  readonly nameWidth: number;
  readonly parts: readonly (readonly [status: Status, width: number])[];
}

const ROWS: readonly SampleRow[] = [
  {
    nameWidth: 128,
    parts: [
      ['ended', 42],
      ['soon', 26],
      ['later', 64],
    ],
  },
  {
    nameWidth: 92,
    parts: [
      ['ended', 18],
      ['next', 34],
      ['later', 80],
    ],
  },
  {
    nameWidth: 146,
    parts: [
      ['soon', 24],
      ['later', 108],
    ],
  },
  {
    nameWidth: 108,
    parts: [
      ['later', 100],
      ['unknown', 32],
    ],
  },
];
const ROW_HEIGHT = 28;
const BAR_X = 212;
const GAP = 2;

/** Draws a sample of the images list: names, each with a status bar. */
export function SampleList() {
  return (
    <svg viewBox={`0 0 ${BAR_X + 140} ${ROWS.length * ROW_HEIGHT}`} className="w-full">
      {ROWS.map((row, index) => (
        <g key={row.nameWidth} transform={`translate(0 ${index * ROW_HEIGHT})`}>
          <rect y="8" width="12" height="12" rx="3" className="fill-border-strong" />
          <rect
            x="22"
            y="10"
            width={row.nameWidth}
            height="8"
            rx="4"
            className="fill-border-strong"
          />
          <Bar parts={row.parts} />
          {index > 0 && <line x2={BAR_X + 140} className="stroke-border" />}
        </g>
      ))}
    </svg>
  );
}

function Bar({ parts }: Pick<SampleRow, 'parts'>) {
  return parts.map(([status, width], index) => {
    const before = parts.slice(0, index).reduce((sum, [, part]) => sum + part + GAP, 0);
    return (
      <rect
        key={status}
        x={BAR_X + before}
        y="10"
        width={width}
        height="8"
        rx="1.5"
        fill="currentColor"
        className={STATUS_INK[status]}
      />
    );
  });
}
