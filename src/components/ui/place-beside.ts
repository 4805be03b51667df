export type Side = 'top' | 'right' | 'bottom' | 'left';
export type Align = 'start' | 'center' | 'end';

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Where something is in the window, in CSS pixels. */
export interface Box extends Size {
  readonly left: number;
  readonly top: number;
}

export interface Placement {
  readonly side: Side;
  readonly align: Align;
  /** Between the two. */
  readonly gapPx: number;
  /** Kept free at the window's edges. */
  readonly marginPx: number;
}

const OPPOSITE = { top: 'bottom', bottom: 'top', left: 'right', right: 'left' } as const;

/**
 * Where to put something beside an anchor: on the side asked for or, where it has no room there but opposite,
 * opposite; never beyond the window's edges.
 */
export function placeBeside(
  anchor: Box,
  size: Size,
  viewport: Size,
  { side, align, gapPx, marginPx }: Placement,
): { left: number; top: number } {
  const room = roomOn(anchor, viewport, gapPx + marginPx);
  const needed = side === 'top' || side === 'bottom' ? size.height : size.width;
  const flips = room[side] < needed && room[OPPOSITE[side]] >= needed;
  const placed = placedOn(flips ? OPPOSITE[side] : side, anchor, size, align, gapPx);
  return {
    left: within(placed.left, marginPx, viewport.width - size.width - marginPx),
    top: within(placed.top, marginPx, viewport.height - size.height - marginPx),
  };
}

function roomOn(anchor: Box, viewport: Size, sparePx: number): Record<Side, number> {
  return {
    top: anchor.top - sparePx,
    bottom: viewport.height - anchor.top - anchor.height - sparePx,
    left: anchor.left - sparePx,
    right: viewport.width - anchor.left - anchor.width - sparePx,
  };
}

function placedOn(side: Side, anchor: Box, size: Size, align: Align, gapPx: number) {
  const left = alignedAt(anchor.left, anchor.width, size.width, align);
  const top = alignedAt(anchor.top, anchor.height, size.height, align);
  switch (side) {
    case 'top':
      return { left, top: anchor.top - size.height - gapPx };
    case 'bottom':
      return { left, top: anchor.top + anchor.height + gapPx };
    case 'left':
      return { left: anchor.left - size.width - gapPx, top };
    case 'right':
      return { left: anchor.left + anchor.width + gapPx, top };
  }
}

function alignedAt(start: number, length: number, own: number, align: Align): number {
  if (align === 'start') return start;
  return align === 'end' ? start + length - own : start + (length - own) / 2;
}

/** What is larger than the window begins at its edge. */
function within(value: number, min: number, max: number): number {
  return Math.max(min, Math.min(value, max));
}
