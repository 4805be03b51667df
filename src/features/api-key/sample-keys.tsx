const NAME_WIDTHS = [96, 132, 78] as const;
const ROW_HEIGHT = 30;
const WIDTH = 340;

/** What will be here: keys by name, each with how it begins. */
export function SampleKeys() {
  return (
    <svg viewBox={`0 0 ${WIDTH} ${NAME_WIDTHS.length * ROW_HEIGHT}`} className="w-full">
      {NAME_WIDTHS.map((width, index) => (
        <g key={width} transform={`translate(0 ${index * ROW_HEIGHT})`}>
          <circle
            cx="7"
            cy="15"
            r="5"
            fill="none"
            strokeWidth="2"
            className="stroke-border-strong"
          />
          <rect x="24" y="11" width={width} height="8" rx="4" className="fill-border-strong" />
          <rect x="190" y="9" width="84" height="12" rx="3" className="fill-border" />
          <rect x="290" y="11" width="50" height="8" rx="4" className="fill-border" />
          {index > 0 && <line x2={WIDTH} className="stroke-border" />}
        </g>
      ))}
    </svg>
  );
}
