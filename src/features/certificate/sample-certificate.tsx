const LINE_WIDTHS = [150, 190, 110] as const;

/** What will be here: a document with a seal. */
export function SampleCertificate() {
  return (
    <svg viewBox="0 0 340 112" className="w-full">
      <rect
        x="50"
        y="6"
        width="240"
        height="100"
        rx="6"
        fill="none"
        className="stroke-border-strong"
      />
      {LINE_WIDTHS.map((width, index) => (
        <rect
          key={width}
          x="70"
          y={26 + index * 20}
          width={width}
          height="8"
          rx="4"
          className={index === 0 ? 'fill-border-strong' : 'fill-border'}
        />
      ))}
      <circle
        cx="262"
        cy="78"
        r="14"
        fill="none"
        strokeWidth="2"
        className="stroke-border-strong"
      />
      <circle cx="262" cy="78" r="6" className="fill-border-strong" />
    </svg>
  );
}
