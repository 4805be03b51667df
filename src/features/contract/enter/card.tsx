'use client';

import { TextLink } from '@/components/ui/text-link';
import { useMay } from '@/features/frame/reader';
import { hrefs } from '@/features/hrefs';

export interface EnterContractProps {
  product: string;
  cycle: string;
}

/** Links those who may enter contracts to the form, with the software filled in. */
export function EnterContract({ product, cycle }: EnterContractProps) {
  if (!useMay('contract:write')) return null;
  return (
    <TextLink href={hrefs.newContract({ product, cycle })} prefetch={false} className="text-xs">
      Enter a contract
      <span className="sr-only">
        {' '}
        on {product} {cycle}
      </span>
    </TextLink>
  );
}
