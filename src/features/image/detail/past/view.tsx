import { ENDED_UNDATED } from '@/domain/eol/words';
import { NoData } from '@/components/feedback/no-data';
import { NoResults } from '@/components/feedback/no-results';
import { PageHeader } from '@/components/layout/page-header';
import { Stack } from '@/components/layout/stack';
import { StackedStatusBar } from '@/components/status/stacked-status-bar';
import { STATUS_LABELS } from '@/components/status/states';
import { StatusMark } from '@/components/status/status-mark';
import { Breakable } from '@/components/ui/breakable';
import { CopyButton } from '@/components/ui/copy-button';
import { TextLink } from '@/components/ui/text-link';
import type { Day } from '@/domain/eol/calendar';
import type { EolState } from '@/domain/eol/proximity';
import { projectTitle } from '@/domain/identifiers/project-name';
import { AsOf, LookBack, OF_TODAY, policyNote } from '@/features/frame/as-of';
import { hrefs } from '@/features/hrefs';
import { KindMark, referenceOf, SOFTWARE_NOUN } from '@/features/names/image';
import { formatCount } from '@/lib/numbers';
import { imagesHref } from '../../params';
import type { PastImage } from '../../query';
import { groupFindings } from '../findings/words';
import { imageHref } from '../params';
import { PastFacts, PastFindingRow } from './card';

export interface PastImageViewProps {
  image: PastImage;
  /** The day that it is as of. */
  day: Day;
  today: Day;
  /** Null shows every state. */
  state: EolState | null;
}

/** Shows an image as it was when a day was over: what it held, by the ends that were known then. */
export function PastImageView({ image, day, today, state }: PastImageViewProps) {
  const { id, project, isGone } = image;
  const reference = referenceOf(image);
  const now = imageHref(id);
  return (
    <Stack>
      <PageHeader
        crumbs={[
          { label: 'Images', href: imagesHref({ as_of: day }) },
          {
            label: projectTitle(project.name).title,
            href: hrefs.project(project.id, { as_of: day }),
          },
        ]}
        title={
          <span className="flex min-w-0 items-start gap-2">
            <span className="flex h-7 shrink-0 items-center">
              <KindMark kind={image.kind} />
            </span>
            <span className="min-w-0">
              <Breakable text={reference} />
            </span>
          </span>
        }
        aside={<CopyButton value={reference} label="Copy the name" />}
        actions={<LookBack now={now} today={today} day={day} />}
      />
      <AsOf day={day} now={isGone ? imagesHref() : now} notes={notesOn(image)} />
      <PastFacts image={image} />
      <StackedStatusBar
        counts={image.states}
        noun={SOFTWARE_NOUN}
        hrefFor={(one) => imageHref(id, { state: one, as_of: day })}
      />
      <Held image={image} day={day} state={state} />
    </Stack>
  );
}

function notesOn({ arePoliciesKept, isGone }: PastImage): string[] {
  return [
    ...OF_TODAY,
    policyNote(arePoliciesKept),
    'Its packages, its signature, plans, and what policies make of packages describe today and are not shown.',
    ...(isGone ? ['It was deleted since: there is no page of it as it is today.'] : []),
  ];
}

const FATES = {
  counted: 'It held nothing with a known life cycle at the end of that day.',
  'not-scanned': 'It had not been scanned yet at the end of that day.',
  retired: 'It was retired at the end of that day, and counted nowhere.',
  deleted: 'It had been deleted by the end of that day.',
} as const satisfies Record<PastImage['fate'], string>;

function Held({ image, day, state }: Omit<PastImageViewProps, 'today'>) {
  const { id, findings, fate } = image;
  if (findings.length === 0) return <NoData title={FATES[fate]} />;
  const groups = groupFindings(findings, day, state);
  const all = (
    <TextLink href={imageHref(id, { as_of: day })}>
      Show all {formatCount(findings.length)}
    </TextLink>
  );
  if (groups.length === 0 && state) {
    return <NoResults title={`Nothing here was “${STATUS_LABELS[state]}”.`} clearLink={all} />;
  }
  return (
    <div className="grid gap-6 print:block print:space-y-6">
      {state && (
        <p className="flex flex-wrap items-center gap-x-2 text-sm text-muted">
          Only “{STATUS_LABELS[state]}” is shown. {all}
        </p>
      )}
      {groups.map((group) => (
        <section
          key={group.kind}
          aria-labelledby={`group-${group.kind}`}
          className="grid min-w-0 gap-2 print:block print:space-y-2"
        >
          <h2 id={`group-${group.kind}`} className="flex items-center gap-2 text-sm font-semibold">
            <StatusMark status={group.state} />
            {group.kind === 'undated' ? ENDED_UNDATED : STATUS_LABELS[group.kind]}
            <span data-numeric className="font-normal text-muted">
              {formatCount(group.findings.length)}
            </span>
          </h2>
          <ul className="min-w-0 rounded-md border bg-surface">
            {group.findings.map((finding) => (
              <PastFindingRow key={finding.id} finding={finding} day={day} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
