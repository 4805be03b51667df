'use client';

import { useEffect, useState } from 'react';
import dynamic from 'next/dynamic';
import { usePalette } from '@/components/layout/palette-state';

const IDLE_AFTER_MS = 2_000;

const load = () => import('./palette-content').then((module) => module.PaletteContent);
const PaletteContent = dynamic(load, { ssr: false });

/** The command palette, fetched once the page is idle: before that nobody has pressed its keys. */
export function Palette() {
  const { open } = usePalette();
  const [asked, setAsked] = useState(false);
  if (open && !asked) setAsked(true);
  useEffect(() => {
    // Safari has no idle callbacks.
    const timer = window.setTimeout(() => void load(), IDLE_AFTER_MS);
    return () => window.clearTimeout(timer);
  }, []);
  return asked && <PaletteContent />;
}
