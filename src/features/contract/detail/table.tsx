import { Badge } from '@/components/ui/badge';
import { Card } from '@/components/ui/card';
import { CountLink } from '@/components/ui/count-link';
import { TextLink } from '@/components/ui/text-link';
import { EndBadge } from '@/features/advice/table';
import { hrefs } from '@/features/hrefs';
import { countOf } from '@/lib/numbers';
import type { ContractDetail, HeldSoftware } from '../types';

export interface CoversProps {
  readonly contract: ContractDetail;
  /** A UTC day. */
  readonly today: string;
}

/** Shows what a contract covers and images hold now, with its end by the contract and without it. */
export function Covers({ contract, today }: CoversProps) {
  const { covers, images } = contract;
  return (
    <Card
      title="What it covers now"
      description={covers.length === 0 ? undefined : `Found in ${countOf(images, 'image')}`}
      flush={covers.length > 0}
    >
      {covers.length === 0 ? (
        <p className="text-sm text-muted">{nothingWords(contract)}</p>
      ) : (
        <ul className="min-w-0 text-sm">
          {covers.map((held) => (
            <HeldRow key={held.software_id} held={held} today={today} />
          ))}
        </ul>
      )}
    </Card>
  );
}

function nothingWords({ state }: Pick<ContractDetail, 'state'>): string {
  if (state === 'coming') return 'Nothing yet: it has not begun.';
  if (state === 'ended') return 'Nothing: it has ended.';
  return 'Nothing: no image holds any of it where it covers. Check what it covers and where, or let it run out.';
}

interface HeldRowProps {
  readonly held: HeldSoftware;
  readonly today: string;
}

function HeldRow({ held, today }: HeldRowProps) {
  const { software_id: id, product_name: product, cycle, artifact_type: type } = held;
  return (
    <li className="grid min-w-0 gap-x-6 gap-y-2 border-b px-4 py-3 last:border-b-0 md:grid-cols-[minmax(0,1.2fr)_minmax(0,1fr)_minmax(0,1fr)_auto] md:items-center">
      <span className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
        <TextLink href={hrefs.software(id)} className="wrap-anywhere">
          {product} {cycle}
        </TextLink>
        <Badge>{type}</Badge>
      </span>
      <Labelled label="Supported by the contract">
        <EndBadge day={held.eol_date} known today={today} />
        {!held.extended && (
          <span className="text-xs text-muted">Its end upstream: the contract adds nothing</span>
        )}
      </Labelled>
      <Labelled label="Upstream">
        <EndBadge day={held.upstream_date} known={held.upstream_date_known} today={today} />
      </Labelled>
      <span className="flex items-baseline gap-1 text-muted md:justify-end">
        <CountLink value={held.images} noun="image" href={hrefs.images({ software: id })} />
        {held.images === 1 ? 'image' : 'images'}
      </span>
    </li>
  );
}

function Labelled({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <span className="grid min-w-0 content-start gap-0.5">
      <span className="text-xs text-muted">{label}</span>
      {children}
    </span>
  );
}
