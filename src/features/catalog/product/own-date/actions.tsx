'use client';

import { useState } from 'react';
import dynamic from 'next/dynamic';
import { Button } from '@/components/ui/button';
import type { OwnDate } from '@/features/catalog/types';
import { useOwnDates } from './query';

const OwnDateDialog = dynamic(() => import('./dialog').then((module) => module.OwnDateDialog), {
  ssr: false,
});

export interface OwnDateEditorProps {
  /** The product's name. */
  product: string;
  cycle: { readonly name: string; readonly label: string };
  /** The organization's date, when it has one. */
  current: OwnDate | null;
}

/** For those who may: sets the organization's own date for a cycle, or goes back to the catalog's. */
export function OwnDateEditor({ product, cycle, current }: OwnDateEditorProps) {
  const [open, setOpen] = useState<boolean | null>(null);
  const { clear, clearing } = useOwnDates();
  return (
    <div className="flex flex-wrap gap-2">
      <Button size="sm" onClick={() => setOpen(true)}>
        {current ? 'Change your own date' : 'Set your own date'}
      </Button>
      {current && (
        <Button size="sm" variant="ghost" loading={clearing} onClick={() => clear(current)}>
          Clear it
        </Button>
      )}
      {open !== null && (
        <OwnDateDialog
          open={open}
          onOpenChange={setOpen}
          product={product}
          cycle={cycle}
          current={current}
        />
      )}
    </div>
  );
}
