'use client';

import { useSyncExternalStore } from 'react';
import dynamic from 'next/dynamic';
import { isToastWanted, onToastWanted } from './toast';

const ToastPile = dynamic(() => import('./toast-pile').then((module) => module.ToastPile), {
  ssr: false,
});

/** Where messages about what was just done appear. Send them with `toast`. */
export function Toaster() {
  const wanted = useSyncExternalStore(onToastWanted, isToastWanted, () => false);
  return wanted && <ToastPile />;
}
