import type { ReactNode } from 'react';

export interface PaletteItem {
  /** Unique in the palette. */
  readonly id: string;
  readonly label: string;
  /** After the label, quieter: what kind of thing it is, where it is. */
  readonly detail?: string;
  readonly icon?: ReactNode;
  /** Keys that do the same without the palette. */
  readonly keys?: string;
  /** Other words it is found by. */
  readonly keywords?: readonly string[];
  /** Where it goes, or what it does. */
  readonly href?: string;
  readonly onSelect?: () => void;
}

export interface PaletteGroup {
  readonly heading: string;
  readonly items: readonly PaletteItem[];
}

/** Finds groups of items by text. */
export type PaletteSearch = (text: string, signal: AbortSignal) => Promise<readonly PaletteGroup[]>;
