import type { ReactNode } from 'react';
import type { Status } from '@/components/status/states';
import { StatusMark } from '@/components/status/status-mark';

export const MARK_PX = 12;
export const MARGIN_PX = 28;
export const ROW_PX = 24;
/** Width of the numbers of images. */
export const COUNT_PX = 44;
/** Of the font that is embedded, on average. */
export const CHARACTER_PX = 6.2;
/** XML 1.0 has no way to write these, whatever they are escaped as; lone surrogates are among them. */
const NOT_IN_XML = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;

interface MarkProps {
  status: Status;
  x: number;
  y: number;
}

/** Draws the mark of a state around a point, on a piece of paper of its own. */
export function Mark({ status, x, y }: MarkProps) {
  return (
    <At x={x} y={y}>
      <circle r={MARK_PX / 2 + 1} className="fill-surface" />
      <At x={-MARK_PX / 2} y={-MARK_PX / 2}>
        <StatusMark status={status} />
      </At>
    </At>
  );
}

/** The first is embedded in files; whoever takes it out has one of the others. */
const FONTS = "Geist, Inter, 'Helvetica Neue', Arial, sans-serif";

export interface PaperProps {
  /** For who does not see the picture. */
  title: string;
  widthPx: number;
  heightPx: number;
  magnified?: number;
  children: ReactNode;
}

/** Lays out the paper of a picture that stands alone. */
export function Paper({ title, widthPx, heightPx, magnified = 1, children }: PaperProps) {
  return (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      width={widthPx * magnified}
      height={heightPx * magnified}
      viewBox={`0 0 ${String(widthPx)} ${String(heightPx)}`}
      fontFamily={FONTS}
      fontSize="12"
      className="fill-fg text-fg"
    >
      <title>{xmlText(title)}</title>
      <rect width={widthPx} height={heightPx} className="fill-surface" />
      {children}
    </svg>
  );
}

/** Moves what is in it. */
export function At({ x = 0, y = 0, children }: { x?: number; y?: number; children: ReactNode }) {
  return <g transform={`translate(${x.toFixed(2)} ${y.toFixed(2)})`}>{children}</g>;
}

/** Leaves out what no XML can hold. Names come from scans: anything may be in them. */
export function xmlText(text: string): string {
  return text.replace(NOT_IN_XML, '');
}

/** Cuts a text to at most so many characters. */
export function shortened(text: string, characters: number): string {
  const all = [...xmlText(text)];
  return all.length <= characters ? all.join('') : `${all.slice(0, characters - 1).join('')}…`;
}
