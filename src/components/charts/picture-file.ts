import type { ReactElement } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { saveFile } from '@/lib/save-file';

/** A picture that is one SVG element, styled by the classes of the page. */
export interface DrawnPicture {
  readonly element: ReactElement;
  readonly widthPx: number;
  readonly heightPx: number;
}

/** Pixels of a slide of 13⅓ by 7½ inches: a letter of 12 is of 12 points. */
export const SLIDE = { widthPx: 960, heightPx: 540 } as const;

export type ExportFormat = 'svg' | 'png';

interface SvgFile {
  readonly markup: string;
  readonly widthPx: number;
  readonly heightPx: number;
}

/** Properties that classes set in a picture. */
const COLOURS = ['color', 'fill', 'stroke', 'stop-color'];
/** A slide of 960 pixels is 2,880 wide: sharp on any screen. */
const SCALE = 3;
/** Browsers draw nothing on a canvas with a longer side, or with more pixels. */
const MAX_SIDE_PX = 16_384;
const MAX_PIXELS = 64_000_000;
/** Smaller than this nothing can be read. */
const MIN_SCALE = 0.25;

/** Downloads a picture as a file. Returns pixels per pixel of the SVG: 1 for an SVG. */
export async function exportPicture(
  picture: DrawnPicture,
  { name, format }: { readonly name: string; readonly format: ExportFormat },
): Promise<number> {
  const file = renderSvg(picture, await fontFace());
  if (format === 'svg') {
    saveFile(new Blob([file.markup], { type: 'image/svg+xml' }), name);
    return 1;
  }
  const { blob, scale } = await drawPng(file);
  saveFile(blob, name);
  return scale;
}

/**
 * Names the file: `timeline-acme-2026-11-21.svg`: letters that every file system takes.
 * @param kind what it shows, in such letters
 */
export function fileName(
  kind: string,
  { organization, today }: { readonly organization: string; readonly today: string },
  format: ExportFormat,
): string {
  const of = organization
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 60);
  return [kind, of, today].filter(Boolean).join('-') + `.${format}`;
}

/**
 * Writes the page's own font into a style sheet, so that a file looks the same where it is not installed. Empty where the
 * page has none: the picture then names what comes next.
 */
async function fontFace(): Promise<string> {
  const url = fontUrl();
  if (url === null) return '';
  const response = await fetch(url);
  if (!response.ok) return '';
  const data = await dataUrl(await response.blob());
  return `@font-face{font-family:Geist;font-weight:100 900;src:url(${data}) format('woff2')}`;
}

/** The address of the font that the page is written in. */
function fontUrl(): string | null {
  const [family = ''] = getComputedStyle(document.body).fontFamily.split(',');
  const name = family.replaceAll(/["']/g, '').trim();
  for (const sheet of document.styleSheets) {
    for (const rule of sheet.cssRules) {
      if (!(rule instanceof CSSFontFaceRule)) continue;
      const given = rule.style.getPropertyValue('font-family').replaceAll(/["']/g, '').trim();
      const file = /url\(["']?([^"')]+)["']?\)/.exec(rule.style.getPropertyValue('src'))?.[1];
      if (given === name && file !== undefined)
        return new URL(file, sheet.href ?? location.href).href;
    }
  }
  return null;
}

function dataUrl(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(new Error('The font could not be read.'));
    reader.readAsDataURL(blob);
  });
}

/** Renders the picture in the light theme, out of sight, and writes it as a file that loads nothing. */
function renderSvg(picture: DrawnPicture, fontFace: string): SvgFile {
  const stage = document.createElement('div');
  stage.dataset['theme'] = 'light';
  stage.ariaHidden = 'true';
  Object.assign(stage.style, { position: 'fixed', left: '-10000px', visibility: 'hidden' });
  document.body.append(stage);
  const root = createRoot(stage);
  try {
    flushSync(() => root.render(picture.element));
    const svg = stage.querySelector('svg');
    if (!svg) throw new Error('The picture was not drawn.');
    inlineStyles(svg);
    if (fontFace !== '') {
      const style = document.createElementNS(svg.namespaceURI, 'style');
      style.textContent = fontFace;
      svg.prepend(style);
    }
    const markup = new XMLSerializer().serializeToString(svg);
    return { markup, widthPx: picture.widthPx, heightPx: picture.heightPx };
  } finally {
    root.unmount();
    stage.remove();
  }
}

/** Writes what the style sheet says of an element into its attributes: the file is read without the sheet. */
function inlineStyles(svg: SVGSVGElement): void {
  const elements = [svg, ...svg.querySelectorAll('[class]')];
  // Reads before it writes, so that the browser computes the styles once.
  const styles = elements.map((element) => {
    const style = getComputedStyle(element);
    const isMark = element instanceof SVGSVGElement && element !== svg;
    const properties = isMark ? [...COLOURS, 'width', 'height'] : COLOURS;
    return properties.map((name) => [name, style.getPropertyValue(name)] as const);
  });
  elements.forEach((element, index) => {
    for (const [name, value] of styles[index] ?? []) element.setAttribute(name, value);
    element.removeAttribute('class');
  });
}

/** Says how large a PNG is: three times the size, or as much of it as browsers can draw. */
export function pngScale({ widthPx, heightPx }: Pick<SvgFile, 'widthPx' | 'heightPx'>): number {
  const bySide = MAX_SIDE_PX / Math.max(widthPx, heightPx);
  return Math.min(SCALE, bySide, Math.sqrt(MAX_PIXELS / (widthPx * heightPx)));
}

interface PngFile {
  readonly blob: Blob;
  /** Pixels for each one of the SVG. */
  readonly scale: number;
}

/** Draws the SVG in this browser. One that refuses the size gets half of it. */
async function drawPng(file: SvgFile): Promise<PngFile> {
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
