import { ENDED_UNDATED } from '@/domain/eol/words';
import { ExportLink } from '@/components/data-table/export-link';
import { NoData } from '@/components/feedback/no-data';
import { NoResults } from '@/components/feedback/no-results';
import { STATUS_LABELS } from '@/components/status/states';
import { StatusMark } from '@/components/status/status-mark';
import { TextLink } from '@/components/ui/text-link';
import type { Day } from '@/domain/eol/calendar';
import type { EolState } from '@/domain/eol/proximity';
import { formatCount } from '@/lib/numbers';
import type { ImageFinding } from '../../query';
import { imageHref, JUDGED_ROW, softwareExportHref } from '../params';
import { FindingRow, type HoldingImage } from './card';
import { groupFindings, type FindingGroup } from './words';

export interface SoftwareTabProps {
  image: HoldingImage;
  findings: readonly ImageFinding[];
  /** The sentences of the policies, by their ids. */
  sentences: ReadonlyMap<string, string>;
  /** The finding that the verdict on the image leads to. */
  judged: string | null;
  today: Day;
  /** Null shows every state. */
  state: EolState | null;
}

/** Lists an image's findings, grouped by how near the end is. */
export function SoftwareTab({
  image,
  findings,
  sentences,
  judged,
  today,
  state,
}: SoftwareTabProps) {
  if (findings.length === 0) {
    return (
      <NoData title="The latest scan found nothing with a known life cycle.">
        All that it found is listed under{' '}
        <TextLink href={imageHref(image.id, { tab: 'packages' })}>Packages</TextLink>.
      </NoData>
    );
  }
  const groups = groupFindings(findings, today, state);
  const all = (
    <TextLink href={imageHref(image.id)}>Show all {formatCount(findings.length)}</TextLink>
  );
  if (groups.length === 0 && state) {
    return <NoResults title={`Nothing here is “${STATUS_LABELS[state]}”.`} clearLink={all} />;
  }
  return (
    <div className="relative grid gap-6 print:block print:space-y-6">
      <ExportLink
        href={softwareExportHref(image.id, state)}
        className="absolute -top-1.5 right-0 pointer-coarse:-top-3"
      />
      {state && (
        <p className="flex flex-wrap items-center gap-x-2 pr-28 text-sm text-muted">
          Only “{STATUS_LABELS[state]}” is shown. {all}
        </p>
      )}
      {groups.map((group) => (
        <Group key={group.kind} {...{ image, group, sentences, judged, today }} />
      ))}
    </div>
  );
}

interface GroupProps {
  image: HoldingImage;
  group: FindingGroup;
  sentences: SoftwareTabProps['sentences'];
  judged: SoftwareTabProps['judged'];
  today: Day;
}

function Group({ image, group, sentences, judged, today }: GroupProps) {
  const { kind, state, findings } = group;
  const heading = kind === 'undated' ? ENDED_UNDATED : STATUS_LABELS[kind];
  return (
    <section
      aria-labelledby={`group-${kind}`}
      className="grid min-w-0 gap-2 print:block print:space-y-2"
    >
      <h2 id={`group-${kind}`} className="flex items-center gap-2 text-sm font-semibold">
        <StatusMark status={state} />
        {heading}
        <span data-numeric className="font-normal text-muted">
          {formatCount(findings.length)}
        </span>
      </h2>
      <ul className="min-w-0 rounded-md border bg-surface">
        {findings.map((finding) => (
          <FindingRow
            key={finding.id}
            id={finding.id === judged ? JUDGED_ROW : undefined}
            {...{ image, finding, sentences, today }}
          />
        ))}
      </ul>
    </section>
  );
}
