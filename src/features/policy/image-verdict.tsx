import { TextLink } from '@/components/ui/text-link';
import { formatDay } from '@/lib/dates';
import { formatCount } from '@/lib/numbers';
import type { Outputs } from '@/trpc/outputs';
import { ACTION_WORDS, ActionMark } from './actions';
import { policiesHref } from './search-params';

type ImageStatus = Outputs['image']['get']['policy'];

/** What the policies say of an image today and next. */
export function ImageVerdict({ status }: { status: ImageStatus }) {
  const { action, denied, warned, nextChange } = status;
  const counts = [
    denied > 0 && `${formatCount(denied)} denied`,
    warned > 0 && `${formatCount(warned)} warned of`,
  ].filter(Boolean);
  return (
    <span className="inline-flex flex-wrap items-baseline gap-x-1.5">
      <ActionMark action={action} className="translate-y-0.5" />
      <TextLink href={policiesHref()}>{ACTION_WORDS[action]}</TextLink>
      <span className="text-muted">
        {counts.length > 0 && `software: ${counts.join(', ')}`}
        {nextChange &&
          ` · ${ACTION_WORDS[nextChange.action].toLowerCase()} from ${formatDay(nextChange.on)} on`}
      </span>
    </span>
  );
}
