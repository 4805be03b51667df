import { TriangleAlert } from 'lucide-react';
import { Badge } from '@/components/ui/badge';
import type { ContractState } from '@/domain/contract/contract';
import type { ListedContract } from './types';
import { coversNothing, STATE_NAMES } from './words';

const TONES = {
  coming: 'accent',
  running: 'neutral',
  ending: 'danger',
  ended: 'outline',
} as const satisfies Record<ContractState, string>;

/** Says where a contract stands, and warns of one that covers nothing. */
export function ContractBadges({
  contract,
}: {
  readonly contract: Pick<ListedContract, 'state' | 'images'>;
}) {
  return (
    <span className="inline-flex flex-wrap items-center gap-1">
      <Badge tone={TONES[contract.state]}>{STATE_NAMES[contract.state]}</Badge>
      {coversNothing(contract) && (
        <Badge tone="danger">
          <TriangleAlert aria-hidden />
          Covers nothing
        </Badge>
      )}
    </span>
  );
}
