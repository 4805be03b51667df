'use client';

import { useState } from 'react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Loading } from '@/components/feedback/loading';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { TextLink } from '@/components/ui/text-link';
import { toast } from '@/components/ui/toast';
import { SHOWN_IDENTIFIERS } from '@/features/catalog/own/list/params';
import { CallFailure } from '@/features/frame/call-failure';
import { useMay } from '@/features/frame/reader';
import { refusalOf } from '@/features/frame/words';
import { hrefs } from '@/features/hrefs';
import { formatInstantDay } from '@/lib/dates';
import { useTRPC } from '@/trpc/client';
import type { Outputs } from '@/trpc/outputs';

type OwnIdentifier = Outputs['ownCatalog']['identifiers']['items'][number];

/** What leads to products on the organization's word, beside what these say themselves. */
export function OwnIdentifiersCard() {
  const query = useQuery(
    useTRPC().ownCatalog.identifiers.queryOptions({ size: SHOWN_IDENTIFIERS }),
  );
  const mayManage = useMay('catalog:manage');
  return (
    <Card
      title="Same product as…"
      description={
        <>
          Packages that you assigned to a product, your own or the catalog’s. Assign unknown
          packages under <TextLink href={hrefs.coverage}>Coverage</TextLink>.
        </>
      }
    >
      {query.error && <CallFailure title="They could not be loaded." query={query} />}
      {query.isPending && <Loading label="Loading identifiers" rows={2} columns={2} />}
      {query.data?.total === 0 && (
        <p className="text-sm text-muted">No package has been assigned yet.</p>
      )}
      {query.data && query.data.total > 0 && (
        <ul aria-label="Same product as" className="divide-y rounded-md border">
          {query.data.items.map((one) => (
            <li
              key={one.id}
              className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-3 py-2 text-sm"
            >
              <Identifier identifier={one} />
              {mayManage && <Forget identifier={one} />}
            </li>
          ))}
          {query.data.total > SHOWN_IDENTIFIERS && (
            <li className="px-3 py-2 text-sm text-muted">
              and {query.data.total - SHOWN_IDENTIFIERS} more, by GET /api/own_identifiers
            </li>
          )}
        </ul>
      )}
    </Card>
  );
}

function Identifier({ identifier }: { readonly identifier: OwnIdentifier }) {
  const { value, product, reason, set_by: by, set_at: at } = identifier;
  return (
    <div className="grid min-w-0 grow basis-64 gap-0.5">
      <p className="wrap-anywhere">
        <span className="font-mono text-xs">{value}</span> is{' '}
        <TextLink href={hrefs.product(product)}>{product}</TextLink>
      </p>
      <p className="text-xs wrap-anywhere text-muted">
        {reason} ({by}, {formatInstantDay(at)})
      </p>
    </div>
  );
}

function Forget({ identifier: { id, value } }: { readonly identifier: OwnIdentifier }) {
  const [open, setOpen] = useState(false);
  const queries = useQueryClient();
  const forget = useMutation({
    ...useTRPC().ownCatalog.deleteIdentifier.mutationOptions(),
    onSuccess: async () => {
      setOpen(false);
      toast.success(`${value} is not taken for it any more`);
      await queries.invalidateQueries();
    },
    onError: (error) => toast.error(refusalOf(error, 'Nothing was changed.')),
  });
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={setOpen}
      pending={forget.isPending}
      title={`Forget what ${value} is?`}
      description="Images that hold it are matched again, without it. The product stays."
      confirmLabel="Forget it"
      onConfirm={() => forget.mutate({ id })}
      trigger={<Button aria-label={`Forget ${value}`}>Forget…</Button>}
    />
  );
}
