import { xmlText } from './xml';

/** The numbers that a badge says. */
export interface BadgeCounts {
  /** Image tags of the scope; with none there is nothing to say. */
  readonly images: number;
  /** Release cycles that images of the scope hold. */
  readonly ended: number;
  /** Within six months. */
  readonly soon: number;
  /** With no known end. */
  readonly unknown: number;
  /** Packages that the catalog does not know; null where the scope is a product. */
  readonly unmatched: number | null;
}

/** The colors that shields names; each is written out for the SVG. */
const COLORS = {
  red: '#c53030',
  orange: '#b7560a',
  green: '#2f7d32',
  lightgrey: '#6b6f76',
} as const;

export interface Badge {
  readonly label: string;
  readonly message: string;
  readonly color: keyof typeof COLORS;
}

const LABEL = 'end of life';

/** Says how a scope stands. What is not known is said, and never green. */
export function badgeOf({ images, ended, soon, unknown, unmatched }: BadgeCounts): Badge {
  if (images === 0) {
    const message = unmatched === null ? 'not in use' : 'nothing scanned';
    return { label: LABEL, message, color: 'lightgrey' };
  }
  const parts = [
    ...(ended > 0 ? [`${String(ended)} ended`] : []),
    ...(soon > 0 ? [`${String(soon)} within 6 months`] : []),
    ...(ended + soon === 0 ? ['none ended'] : []),
    ...(unknown > 0 ? [`${String(unknown)} no known end`] : []),
    ...((unmatched ?? 0) > 0 ? [`${String(unmatched)} packages not matched`] : []),
  ];
  return { label: LABEL, message: parts.join(', '), color: colorOf() };

  function colorOf(): Badge['color'] {
    if (ended > 0) return 'red';
    if (soon > 0) return 'orange';
    return unknown + (unmatched ?? 0) > 0 ? 'lightgrey' : 'green';
  }
}

/** The form that shields.io reads from an endpoint; it refuses members that it does not know. */
export function toShields({ label, message, color }: Badge) {
  return { schemaVersion: 1, label, message, color, cacheSeconds: 300 };
}

const HEIGHT = 20;
const PADDING = 6;
/** Of Verdana at 11 pixels, about; `textLength` makes other fonts as wide. */
const CHARACTER_WIDTH = 6.6;

/** Draws a badge, readable without its colors. */
export function drawBadge({ label, message, color }: Badge): string {
  const [labelWidth, messageWidth] = [widthOf(label), widthOf(message)];
  const width = labelWidth + messageWidth;
  const said = xmlText(`${label}: ${message}`);
  const size = `width="${String(width)}" height="${String(HEIGHT)}"`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" ${size} role="img" aria-label="${said}">`,
    `  <title>${said}</title>`,
    `  <clipPath id="r"><rect ${size} rx="3"/></clipPath>`,
    '  <g clip-path="url(#r)">',
    `    <rect width="${String(labelWidth)}" height="${String(HEIGHT)}" fill="#3f444b"/>`,
    `    <rect x="${String(labelWidth)}" width="${String(messageWidth)}" height="${String(HEIGHT)}" fill="${COLORS[color]}"/>`,
    '  </g>',
    '  <g fill="#fff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">',
    `    ${drawText(label, 0, labelWidth)}`,
    `    ${drawText(message, labelWidth, messageWidth)}`,
    '  </g>',
    '</svg>',
    '',
  ].join('\n');
}

function widthOf(text: string): number {
  return Math.ceil([...text].length * CHARACTER_WIDTH) + 2 * PADDING;
}

function drawText(text: string, x: number, width: number): string {
  const length = String(width - 2 * PADDING);
  return `<text x="${String(x + PADDING)}" y="14" textLength="${length}">${xmlText(text)}</text>`;
}
