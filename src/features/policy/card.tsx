import { TextLink } from '@/components/ui/text-link';
import { hrefs } from '@/features/hrefs';
import { AskLink, WaivedLine } from '@/features/waiver/card';
import { formatDay } from '@/lib/dates';
import type { Outputs } from '@/trpc/outputs';
import { ACTION_WORDS, ActionMark, BY_POLICY, FINDING_WORDS } from './words';
import { policiesHref } from './list/params';
import { countOf, formatCount } from '@/lib/numbers';

type CycleStatus = Outputs['image']['findings'][number]['policy'];

export interface FindingVerdictProps {
  status: CycleStatus;
  /** The sentences of the policies, by their ids. */
  sentences: ReadonlyMap<string, string>;
  /** What a waiver of it would be on, and where. */
  subject: Parameters<typeof hrefs.newWaiver>[0];
}

/**
 * The policies' verdict on one software in an image, with the way to the one that decides, and to a waiver: the one that
 * holds, or the form that asks for one.
 */
export function FindingVerdict({ status, sentences, subject }: FindingVerdictProps) {
  const { action, policyId, nextChange, waiver } = status;
  if (action === 'ALLOW' && nextChange === null && waiver === null) return null;
  return (
    <p className="flex flex-wrap items-baseline gap-x-2 text-xs text-muted md:col-span-4">
      {action !== 'ALLOW' && policyId !== null && (
        <span className="inline-flex items-baseline gap-1.5">
          <ActionMark action={action} className="translate-y-0.5" />
          <span>
            {BY_POLICY[action]} <PolicyName id={policyId} sentences={sentences} />
          </span>
        </span>
      )}
      {waiver && (
        <>
          <WaivedLine waiverId={waiver.id} endsOn={waiver.endsOn} />
          {waiver.waivedAction !== 'ALLOW' && (
            <span>{FINDING_WORDS[waiver.waivedAction]} without it</span>
          )}
        </>
      )}
      {/* What it is without the waiver says what comes after it. */}
      {nextChange && nextChange.action !== waiver?.waivedAction && (
        <span>
          {FINDING_WORDS[nextChange.action]} from {formatDay(nextChange.on)} on
        </span>
      )}
      {action !== 'ALLOW' && <AskLink subject={subject} />}
    </p>
  );
}

export interface PolicyNameProps {
  id: string;
  /** The sentences of the policies, by their ids. */
  sentences: ReadonlyMap<string, string>;
}

/** Names the policy that decides by its sentence, and links to it; one that was written since the page was read is just one. */
export function PolicyName({ id, sentences }: PolicyNameProps) {
  const sentence = sentences.get(id);
  return (
    <TextLink href={hrefs.policy(id)} prefetch={false} className="wrap-anywhere">
      {sentence === undefined ? 'a policy' : `“${sentence.replace(/\.$/, '')}”`}
    </TextLink>
  );
}

const ESTIMATES_RULE = 'An estimate denies only where a policy says so';

type ImageStatus = Outputs['image']['get']['policy'];

export interface ImageVerdictProps {
  readonly status: ImageStatus;
  /** Where the first of what is denied or warned of is shown. */
  readonly judgedHref: string;
}

/** The policies' verdict on an image, today and next. */
export function ImageVerdict({ status, judgedHref }: ImageVerdictProps) {
  const { action, denied, deniedNames, warned, estimates, waived, nextChange } = status;
  const others = denied - deniedNames.length;
  const names = [...deniedNames, ...(others > 0 ? [`${formatCount(others)} more`] : [])];
  const counts = [
    warned > 0 && countOf(warned, names.length > 0 ? 'more warning' : 'warning'),
    waived > 0 && `${formatCount(waived)} waived`,
  ].filter(Boolean);
  return (
    <span className="inline-flex flex-wrap items-baseline gap-x-1.5">
      <ActionMark action={action} className="translate-y-0.5" />
      <TextLink href={action === 'ALLOW' ? policiesHref() : judgedHref}>
        {ACTION_WORDS[action]}
      </TextLink>
      {names.length > 0 && (
        <span className="wrap-anywhere">
          for {names.join(', ')}
          {counts.length > 0 && <span className="text-muted">{' ·'}</span>}
        </span>
      )}
      <span className="text-muted">
        {counts.join(', ')}
        {estimates > 0 && (
          <span title={ESTIMATES_RULE}>
            {' · '}
            {countOf(estimates, 'rests on an estimate', 'rest on an estimate')}
          </span>
        )}
        {nextChange &&
          ` · ${ACTION_WORDS[nextChange.action].toLowerCase()} from ${formatDay(nextChange.on)} on`}
      </span>
    </span>
  );
}
