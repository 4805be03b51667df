import { Card } from '@/components/ui/card';
import { TextLink } from '@/components/ui/text-link';
import { EndBadge } from '@/features/advice/table';
import { ContractMark, contractsOf } from '@/features/names/contract';
import { cycleTitle } from '@/features/names/cycle';
import { webAddress } from '@/lib/web-address';
import type { TargetCycle } from '../types';
import { imagesThereHref, thereWords } from '../words';

interface BringsProps {
  targets: readonly TargetCycle[];
  productName: string;
  /** A UTC day. */
  today: string;
}

/** Shows what a move to each release cycle brings: until when it lasts, what is there already, its release notes. */
export function Brings({ targets, productName, today }: BringsProps) {
  if (targets.length === 0) return null;
  return (
    <Card
      title="What a move brings"
      description={`Release cycles of ${productName} that are supported or in use`}
      flush
    >
      <ul className="min-w-0 text-sm">
        {targets.map((target) => (
          <li
            key={target.name}
            className="grid min-w-0 grid-cols-1 gap-x-4 gap-y-1 border-b px-4 py-2 last:border-b-0 sm:grid-cols-[minmax(0,1.2fr)_minmax(0,1.6fr)_minmax(0,1fr)_auto] sm:items-center"
          >
            <span className="min-w-0 font-medium wrap-anywhere">
              {cycleTitle(productName, target.label)}
            </span>
            <span className="min-w-0">
              <EndBadge
                day={target.endsOn}
                known={target.endsOnKnown}
                estimatedFrom={target.estimatedFrom}
                today={today}
              />
              {contractsOf(target.held).map((contract) => (
                <ContractMark key={contract.contractId} contract={contract} today={today} />
              ))}
            </span>
            <Held target={target} />
            <Notes target={target} productName={productName} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Held({ target }: { target: TargetCycle }) {
  if (target.held.length === 0) return <span className="text-muted">No image yet</span>;
  const href = imagesThereHref(target);
  if (href === null) return <span>{thereWords(target)}</span>;
  return <TextLink href={href}>{thereWords(target)}</TextLink>;
}

function Notes({ target, productName }: { target: TargetCycle; productName: string }) {
  const notes = webAddress(target.releaseNotesUrl);
  if (notes === null) return <span className="text-subtle">No release notes known</span>;
  return (
    <TextLink href={notes} external>
      Release notes
      <span className="sr-only"> of {cycleTitle(productName, target.label)}</span>
    </TextLink>
  );
}
