import { TextLink } from '@/components/ui/text-link';
import { formatDay } from '@/lib/dates';
import type { Outputs } from '@/trpc/outputs';
import { ActionMark } from './actions';
import { policyHref } from './search-params';

type CycleStatus = Outputs['image']['findings'][number]['policy'];

/** What the policies say of one software in an image, with the way to the one that decides. */
export function FindingVerdict({ status }: { status: CycleStatus }) {
  const { action, policyId, appliesOn, nextChange } = status;
  if (action === 'ALLOW' && nextChange === null) return null;
  return (
    <p className="flex flex-wrap items-baseline gap-x-2 text-xs text-muted md:col-span-4">
      {policyId !== null && appliesOn !== null && (
        <span className="inline-flex items-baseline gap-1.5">
          <ActionMark action={action} className="translate-y-0.5" />
          <span>
            {action === 'DENY' ? 'Denied' : 'Warned of'} since {formatDay(appliesOn)} by{' '}
            <TextLink href={policyHref(policyId)} prefetch={false}>
              a policy
            </TextLink>
          </span>
        </span>
      )}
      {nextChange && (
        <span>
          {NEXT_WORDS[nextChange.action]} from {formatDay(nextChange.on)} on
        </span>
      )}
    </p>
  );
}

const NEXT_WORDS = { DENY: 'Denied', WARN: 'Warned of', ALLOW: 'Allowed' } as const;
