'use client';

import { hrefs } from '@/features/hrefs';
import Link from 'next/link';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { TriangleAlert } from 'lucide-react';
import { Loading } from '@/components/feedback/loading';
import { SectionHead } from '@/components/layout/section-head';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { FigureLink, FigureRow } from '@/components/ui/figure-link';
import { CallFailure } from '@/features/frame/call-failure';
import { useMay } from '@/features/frame/reader';
import { ImageName } from '@/features/names/image';
import { HeldWaivers } from '@/features/waiver/held/card';
import { formatDay } from '@/lib/dates';
import { countOf } from '@/lib/numbers';
import { useTRPC } from '@/trpc/client';
import type { Outputs } from '@/trpc/outputs';
import { KEYS_LATELY, REFUSED_LATELY } from '../params';

type Summary = Outputs['policy']['summary'];

const IMAGES_SHOWN = 4;

/** Shows how many images the policies deny or warn of today, and the next day with more. */
export function FailingPolicies() {
  const summary = useQuery(useTRPC().policy.summary.queryOptions());
  return (
    <section aria-labelledby="failing" className="grid min-w-0 content-start gap-2">
      <SectionHead id="failing" title="Failing policies" />
      {summary.error && (
        <CallFailure title="What the policies say could not be loaded." query={summary} />
      )}
      {summary.isPending && <Loading label="Loading what the policies say" rows={5} columns={2} />}
      {summary.data && <Failing summary={summary.data} />}
    </section>
  );
}

function Failing({ summary }: { summary: Summary }) {
  const { counts, images } = summary;
  return (
    <div className="grid min-w-0 gap-2">
      <FigureRow>
        <FigureLink
          value={counts.denied}
          label="Images denied"
          href={hrefs.images({ policy: 'denied' })}
        />
        <FigureLink
          value={counts.warned}
          label="Images warned of"
          href={hrefs.images({ policy: 'warned' })}
        />
      </FigureRow>
      <p className="text-xs text-muted">{nextDay(summary)}</p>
      <HeldWaivers />
      {images.items.length > 0 && (
        <ul className="min-w-0 rounded-md border bg-surface text-sm">
          {images.items.slice(0, IMAGES_SHOWN).map(({ imageTagId, kind, name, tag, after }) => (
            <li
              key={imageTagId}
              className="flex h-9 min-w-0 items-center justify-between gap-3 border-b px-3 last:border-b-0"
            >
              <Link
                href={hrefs.image(imageTagId)}
                prefetch={false}
                className="min-w-0 grow rounded-sm font-medium hover:text-accent-text"
              >
                <ImageName image={{ kind, name, tag }} />
              </Link>
              <Badge tone={after === 'DENY' ? 'danger' : 'neutral'}>
                {after === 'DENY' ? 'Denied' : 'Warned'}
              </Badge>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** Shows how many images of an owner the policies deny or warn of today. */
export function FailingOfOwner({ owner }: { owner: string }) {
  const { image } = useTRPC();
  const counted = { owner, page: 1, size: 1 } as const;
  const denied = useQuery(
    image.listForDashboard.queryOptions({ ...counted, policyAction: 'DENY' }),
  );
  const warned = useQuery(
    image.listForDashboard.queryOptions({ ...counted, policyAction: 'WARN' }),
  );
  const failed = [denied, warned].find(({ error }) => error);
  return (
    <section aria-labelledby="failing" className="grid min-w-0 content-start gap-2">
      <SectionHead id="failing" title="Failing policies" />
      {failed && <CallFailure title="What the policies say could not be loaded." query={failed} />}
      {!failed && (
        <FigureRow>
          <FigureLink
            value={denied.data?.total ?? 0}
            label="Images denied"
            href={hrefs.images({ policy: 'denied', owner })}
          />
          <FigureLink
            value={warned.data?.total ?? 0}
            label="Images warned of"
            href={hrefs.images({ policy: 'warned', owner })}
          />
        </FigureRow>
      )}
    </section>
  );
}

/** Names the next day on which policies deny or warn of more images. */
function nextDay({ timeline, counts }: Summary): string {
  const [next] = timeline.items;
  if (next) {
    const more = [
      next.denied > 0 && `denies ${countOf(next.denied, 'more image')}`,
      next.warned > 0 && `warns of ${countOf(next.warned, 'more image')}`,
    ].filter(Boolean);
    return `On ${formatDay(next.on)} a policy ${more.join(' and ')}.`;
  }
  if (counts.denied + counts.warned > 0) return 'No further image is denied or warned of later.';
  return 'No policy denies or warns of an image, today or on a day that is known.';
}

/** Warns admins of uploads refused this week and of dead keys in use, since scanners report neither. */
export function RefusedLately() {
  const trpc = useTRPC();
  const mayRead = useMay('refused-upload:read');
  const refused = useQuery({
    ...trpc.refusedUpload.list.queryOptions(REFUSED_LATELY),
    enabled: mayRead,
  });
  const keys = useQuery({
    ...trpc.refusedUpload.keys.queryOptions(KEYS_LATELY),
    enabled: mayRead,
  });
  const uploads = refused.data?.total ?? 0;
  const usedKeys = new Set(keys.data?.items.map(({ apiKeyId }) => apiKeyId)).size;
  return (
    <>
      {usedKeys > 0 && <Notice>{countOf(usedKeys, 'dead key')} still in use</Notice>}
      {uploads > 0 && <Notice>{countOf(uploads, 'upload')} refused in 7 days</Notice>}
    </>
  );
}

function Notice({ children }: { children: ReactNode }) {
  return (
    <Button asChild>
      <Link href={hrefs.settings.refusedUploads({ days: '7' })}>
        <TriangleAlert aria-hidden className="text-danger-text" />
        {children}
      </Link>
    </Button>
  );
}
