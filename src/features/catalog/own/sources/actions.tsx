'use client';

import { type ReactNode, useState } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import dynamic from 'next/dynamic';
import { Button } from '@/components/ui/button';
import { Checkbox } from '@/components/ui/checkbox';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { Dialog } from '@/components/ui/dialog';
import { Skeleton } from '@/components/ui/skeleton';
import { toast } from '@/components/ui/toast';
import { refusalOf } from '@/features/frame/words';
import { useTRPC } from '@/trpc/client';
import type { CatalogSource } from './types';

/** Fetched once the form is in use: it brings libraries along. */
const SourceFields = dynamic(() => import('./form').then((module) => module.SourceFields), {
  ssr: false,
  loading: () => <Skeleton className="h-80" />,
});

export interface SetSourceProps {
  /** The one to change; null for a new one. */
  readonly source: CatalogSource | null;
  readonly trigger: ReactNode;
}

/** Opens the form of a catalog of others. */
export function SetSource({ source, trigger }: SetSourceProps) {
  const [open, setOpen] = useState(false);
  return (
    <Dialog
      title={source ? `Change ${source.name}` : 'Add an external catalog'}
      open={open}
      onOpenChange={setOpen}
      trigger={trigger}
    >
      {open && <SourceFields source={source} onDone={() => setOpen(false)} />}
    </Dialog>
  );
}

/** Buttons of a catalog of others: to read it now, to change it, to end it. */
export function SourceActions({ source }: { readonly source: CatalogSource }) {
  const { name } = source;
  return (
    <div className="flex flex-wrap gap-2">
      <ReadNow source={source} />
      <SetSource source={source} trigger={<Button aria-label={`Change ${name}`}>Change…</Button>} />
      <EndSource source={source} />
    </div>
  );
}

function ReadNow({ source: { id, name } }: { readonly source: CatalogSource }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const read = useMutation({
    ...trpc.ownCatalog.readSource.mutationOptions(),
    onSuccess: async () => {
      toast.success('It is read within seconds');
      await queryClient.invalidateQueries(trpc.ownCatalog.pathFilter());
    },
    onError: (error) => toast.error(refusalOf(error, 'It is not read.')),
  });
  return (
    <Button
      aria-label={`Read ${name} now`}
      loading={read.isPending}
      onClick={() => read.mutate({ id })}
    >
      Read now
    </Button>
  );
}

function EndSource({ source: { id, name, products } }: { readonly source: CatalogSource }) {
  const [open, setOpen] = useState(false);
  const [keeps, setKeeps] = useState(false);
  const queryClient = useQueryClient();
  const end = useMutation({
    ...useTRPC().ownCatalog.deleteSource.mutationOptions(),
    onSuccess: async () => {
      setOpen(false);
      toast.success(`${name} is not read any more`);
      await queryClient.invalidateQueries();
    },
    onError: (error) => toast.error(refusalOf(error, 'Nothing was changed.')),
  });
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={setOpen}
      pending={end.isPending}
      title={`Stop reading ${name}?`}
      description="Its address and key are forgotten. Its products go, and with them the dates that they give to images."
      choice={
        products > 0 && (
          <Checkbox
            label="Keep its products as your own"
            checked={keeps}
            onCheckedChange={(is) => setKeeps(is)}
          />
        )
      }
      confirmLabel="Stop reading"
      onConfirm={() => end.mutate({ id, ...(keeps && { keep_products: 'true' as const }) })}
      trigger={<Button aria-label={`Stop reading ${name}`}>Stop…</Button>}
    />
  );
}
