'use client';

import { useMemo, useState } from 'react';
import dynamic from 'next/dynamic';
import { useQuery } from '@tanstack/react-query';
import { DataTable } from '@/components/data-table/data-table';
import { Loading } from '@/components/feedback/loading';
import { NoData } from '@/components/feedback/no-data';
import { Stack } from '@/components/layout/stack';
import { CallFailure } from '@/features/frame/call-failure';
import { SectionHead } from '@/features/settings/section-head';
import { useTRPC } from '@/trpc/client';
import type { Shown } from './api-key-rows';
import { API_KEY_COLUMNS } from './columns';
import { SampleKeys } from './sample-keys';

const CreateKey = dynamic(() => import('./create-key').then((module) => module.CreateKey), {
  ssr: false,
});
const ShownKey = dynamic(() => import('./shown-key').then((module) => module.ShownKey), {
  ssr: false,
});

/** The organization's keys, and a new one's secret for as long as it can be seen. */
export function ApiKeysView({ today }: { today: string }) {
  const [shown, setShown] = useState<Shown | null>(null);
  const create = <CreateKey today={today} onShown={setShown} />;
  return (
    <Stack>
      <SectionHead title="API keys" actions={create}>
        For scanners and everything else that is no browser. Only a digest of a key is kept: what is
        lost is rotated, not looked up.
      </SectionHead>
      {shown && <ShownKey key={shown.key.key} shown={shown} onDone={() => setShown(null)} />}
      <Keys today={today} onShown={setShown} />
    </Stack>
  );
}

function Keys({ today, onShown }: { today: string; onShown: (shown: Shown) => void }) {
  const keys = useQuery(useTRPC().apiKey.list.queryOptions());
  const rows = useMemo(
    () => (keys.data ?? []).map((key) => ({ ...key, today, onShown })),
    [keys.data, today, onShown],
  );
  if (keys.error) return <CallFailure title="The API keys could not be loaded." query={keys} />;
  if (!keys.data) return <Loading label="Loading API keys" rows={3} columns={6} />;
  if (rows.length === 0) {
    return (
      <NoData
        title="Keys that scanners and scripts sign in with are listed here"
        picture={<SampleKeys />}
        action={<CreateKey today={today} onShown={onShown} />}
      />
    );
  }
  return (
    <DataTable
      name="api-keys"
      label="API keys"
      columns={API_KEY_COLUMNS}
      rows={rows}
      rowId={({ id }) => id}
      minWidth="wide"
    />
  );
}
