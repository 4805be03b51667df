const WIDTHS = [120, 168, 96] as const;
const ROW_HEIGHT = 28;

/** What would be here: uploads, each with a word on what was wrong. */
export function SampleRefusals() {
  return (
    <svg viewBox={`0 0 340 ${WIDTHS.length * ROW_HEIGHT}`} className="w-full">
      {WIDTHS.map((width, index) => (
        <g key={width} transform={`translate(0 ${index * ROW_HEIGHT})`}>
          <rect y="10" width="60" height="8" rx="4" className="fill-border" />
          <rect x="80" y="8" width="28" height="12" rx="3" className="fill-border-strong" />
          <rect x="126" y="10" width={width} height="8" rx="4" className="fill-border-strong" />
          {index > 0 && <line x2="340" className="stroke-border" />}
        </g>
      ))}
    </svg>
  );
}
