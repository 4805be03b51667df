'use client';

import { useMemo, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { DataTable } from '@/components/data-table/data-table';
import { Loading } from '@/components/feedback/loading';
import { NoData } from '@/components/feedback/no-data';
import { Stack } from '@/components/layout/stack';
import { useAskedOpen } from '@/features/frame/asked-open';
import { CallFailure } from '@/features/frame/call-failure';
import { SectionHead } from '@/features/frame/section';
import { useTRPC } from '@/trpc/client';
import { ShownKey } from './card';
import { CreateKey } from './form';
import { API_KEY_COLUMNS, type Shown } from './table';

/**
 * Shows the organization's keys, and the secret of a new one while it can be seen. What shows it is there before any key is
 * made: fetched then, it is gone where the service was updated meanwhile, and the secret with it.
 */
export function ApiKeysView({ now }: { now: string }) {
  const today = now.slice(0, 10);
  const [shown, setShown] = useState<Shown | null>(null);
  const opening = useState(false);
  useAskedOpen(() => opening[1](true));
  const create = <CreateKey today={today} onShown={setShown} opening={opening} />;
  return (
    <Stack>
      <SectionHead title="API keys" actions={create}>
        For scanners, scripts and other services. Only a digest of each key is kept, so a lost key
        cannot be looked up: rotate it.
      </SectionHead>
      {shown && <ShownKey key={shown.key.key} shown={shown} onDone={() => setShown(null)} />}
      <Keys {...{ now, today }} onShown={setShown} />
    </Stack>
  );
}

interface KeysProps {
  readonly now: string;
  readonly today: string;
  readonly onShown: (shown: Shown) => void;
}

function Keys({ now, today, onShown }: KeysProps) {
  const keys = useQuery(useTRPC().apiKey.list.queryOptions());
  const rows = useMemo(
    () => (keys.data ?? []).map((key) => ({ ...key, now, onShown })),
    [keys.data, now, onShown],
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
    />
  );
}

const NAME_WIDTHS = [96, 132, 78] as const;
const ROW_HEIGHT = 30;
const WIDTH = 340;

/** Draws a sample of the table: names, each with a prefix. */
function SampleKeys() {
  return (
    <svg viewBox={`0 0 ${WIDTH} ${NAME_WIDTHS.length * ROW_HEIGHT}`} className="w-full">
      {NAME_WIDTHS.map((width, index) => (
        <g key={width} transform={`translate(0 ${index * ROW_HEIGHT})`}>
          <circle
            cx="7"
            cy="15"
            r="5"
            fill="none"
            strokeWidth="2"
            className="stroke-border-strong"
          />
          <rect x="24" y="11" width={width} height="8" rx="4" className="fill-border-strong" />
          <rect x="190" y="9" width="84" height="12" rx="3" className="fill-border" />
          <rect x="290" y="11" width="50" height="8" rx="4" className="fill-border" />
          {index > 0 && <line x2={WIDTH} className="stroke-border" />}
        </g>
      ))}
    </svg>
  );
}
