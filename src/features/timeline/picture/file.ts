import type { SvgFile } from './timeline-svg';

/** For screens with two pixels in the place of one. */
const SCALE = 2;
/** Browsers draw nothing on a canvas with a longer side, or with more pixels. */
const MAX_SIDE_PX = 16_384;
const MAX_PIXELS = 64_000_000;
/** Smaller than this nothing can be read. */
const MIN_SCALE = 0.25;

/** Twice the size, or as much of it as browsers can draw. */
export function pngScale({ widthPx, heightPx }: Pick<SvgFile, 'widthPx' | 'heightPx'>): number {
  const bySide = MAX_SIDE_PX / Math.max(widthPx, heightPx);
  return Math.min(SCALE, bySide, Math.sqrt(MAX_PIXELS / (widthPx * heightPx)));
}

export interface PngFile {
  readonly blob: Blob;
  /** Pixels for each one of the SVG. */
  readonly scale: number;
}

/** Draws the SVG in this browser. One that refuses the size gets half of it. */
export async function drawPng(file: SvgFile): Promise<PngFile> {
  const url = URL.createObjectURL(new Blob([file.markup], { type: 'image/svg+xml' }));
  try {
    const image = new Image(file.widthPx, file.heightPx);
    image.src = url;
    await image.decode();
    for (let scale = pngScale(file); scale >= MIN_SCALE; scale /= 2) {
      const blob = await drawAt(image, file, scale);
      if (blob) return { blob, scale };
    }
    throw new Error('This browser cannot draw a picture of this size.');
  } finally {
    URL.revokeObjectURL(url);
  }
}

function drawAt(image: HTMLImageElement, file: SvgFile, scale: number): Promise<Blob | null> {
  const canvas = document.createElement('canvas');
  canvas.width = Math.floor(file.widthPx * scale);
  canvas.height = Math.floor(file.heightPx * scale);
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
}
