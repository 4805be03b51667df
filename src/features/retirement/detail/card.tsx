'use client';

import { Archive } from 'lucide-react';
import { useQuery } from '@tanstack/react-query';
import { DateTime } from '@/components/status/date-time';
import { CallFailure } from '@/features/frame/call-failure';
import { useTRPC } from '@/trpc/client';
import type { Retirement } from '../types';
import { endWords, reasonWords } from '../words';
import { BringBack } from './actions';

export interface RetiredImageProps {
  image: { readonly id: string; readonly reference: string };
}

/** Says since when an image is retired, by whom and why, with the way back. */
export function RetiredBanner({ image }: RetiredImageProps) {
  const retirements = useQuery(useTRPC().retirement.ofImage.queryOptions({ id: image.id }));
  const [current] = retirements.data ?? [];
  if (retirements.error)
    return <CallFailure title="Why it is retired could not be loaded." query={retirements} />;
  if (current?.ended_at !== null) return null;
  return (
    <section
      aria-label="Retired"
      className="flex min-w-0 flex-wrap items-center gap-x-4 gap-y-3 rounded-md border bg-active px-4 py-3"
    >
      <Archive aria-hidden className="size-5 shrink-0 text-muted" />
      <div className="grid min-w-0 grow basis-64 gap-0.5">
        <p className="font-medium">
          Retired on <DateTime value={current.retired_at} show="day" /> {reasonWords(current)}
        </p>
        {current.note !== null && (
          <p className="text-sm wrap-anywhere whitespace-pre-line">{current.note}</p>
        )}
        <p className="text-sm text-muted">
          It counts nowhere. What it held then is below, with the ends of today. A new scan of it,
          or a cluster that runs it, brings it back.
        </p>
      </div>
      <BringBack image={image} />
    </section>
  );
}

/** Lists when an image was retired and what brought it back; nothing where it never was. */
export function RetirementHistory({ imageTagId }: { imageTagId: string }) {
  const retirements = useQuery(useTRPC().retirement.ofImage.queryOptions({ id: imageTagId }));
  if (retirements.error)
    return <CallFailure title="When it was retired could not be loaded." query={retirements} />;
  if (!retirements.data || retirements.data.length === 0) return null;
  return (
    <section aria-labelledby="retirements" className="grid min-w-0 grid-cols-1 gap-2">
      <h2 id="retirements" className="font-semibold">
        Retired
      </h2>
      <ol className="rounded-md border bg-surface">
        {retirements.data.map((one) => (
          <li key={one.id} className="border-b px-3 py-2 text-sm last:border-b-0">
            <HistoryEntry retirement={one} />
          </li>
        ))}
      </ol>
    </section>
  );
}

function HistoryEntry({ retirement }: { retirement: Retirement }) {
  const { retired_at: from, ended_at: until, note } = retirement;
  return (
    <>
      <p>
        Retired on <DateTime value={from} className="font-medium" /> {reasonWords(retirement)}
        {note !== null && <span className="wrap-anywhere text-muted">: {note}</span>}
      </p>
      {until !== null && (
        <p>
          Back on <DateTime value={until} className="font-medium" /> {endWords(retirement)}
        </p>
      )}
    </>
  );
}
