import { Link } from '@/components/ui/link';
import { DateTime } from '@/components/status/date-time';
import { RelativeDate } from '@/components/status/relative-date';
import { Badge } from '@/components/ui/badge';
import { CopyText } from '@/components/ui/copy-text';
import { FactList } from '@/components/ui/fact-list';
import { TextLink } from '@/components/ui/text-link';
import { hrefs } from '@/features/hrefs';
import { ContractMark } from '@/features/names/contract';
import { EvidenceWord } from '@/features/names/evidence';
import { OwnerName } from '@/features/names/owner';
import { ProjectName } from '@/features/names/project';
import { ACTION_WORDS, ActionMark } from '@/features/policy/words';
import { WaivedLine } from '@/features/waiver/card';
import { withDaysInWords } from '@/lib/dates';
import { countOf } from '@/lib/numbers';
import type { PastFinding, PastImage } from '../../query';
import { Caller, Commit } from '../card';

/** Shows what is known of an image as it was when a day was over: its project, its last scan by then, what policies made of it. */
export function PastFacts({ image }: { image: PastImage }) {
  const { project, owner, day, action, latestScan, firstScanDate, fate } = image;
  return (
    <section
      aria-label="Facts"
      className="grid gap-x-10 gap-y-2 rounded-md border bg-surface px-4 py-3 lg:grid-cols-2"
    >
      <FactList
        className="content-start"
        facts={[
          {
            label: 'Project',
            value: (
              <Link
                href={hrefs.project(project.id, { as_of: day })}
                className="block rounded-sm hover:text-accent-text"
              >
                <ProjectName name={project.name} />
              </Link>
            ),
          },
          { label: 'Owner', value: <OwnerName owner={owner} /> },
          ...(fate === 'counted'
            ? [
                {
                  label: 'Policies',
                  value: (
                    <span className="inline-flex items-baseline gap-1.5">
                      <ActionMark action={action} className="translate-y-0.5" />
                      {ACTION_WORDS[action]}
                    </span>
                  ),
                },
              ]
            : []),
        ]}
      />
      <FactList
        className="content-start"
        facts={[
          { label: 'Last scan by then', value: <LastScan image={image} /> },
          ...(latestScan
            ? [
                {
                  label: 'Digest',
                  value: latestScan.digest ? (
                    <CopyText value={latestScan.digest} what="digest" />
                  ) : (
                    <Unknown />
                  ),
                },
                {
                  label: 'Commit',
                  value: latestScan.commitHash ? (
                    <Commit hash={latestScan.commitHash} projectName={project.name} />
                  ) : (
                    <Unknown />
                  ),
                },
              ]
            : []),
          { label: 'First scan', value: <DateTime value={firstScanDate} /> },
        ]}
      />
    </section>
  );
}

function LastScan({ image: { id, latestScan, isGone, fate } }: { image: PastImage }) {
  if (!latestScan) {
    return (
      <span className="text-muted">
        {fate === 'not-scanned' ? 'None yet' : 'Not kept any more'}
      </span>
    );
  }
  return (
    <span className="grid gap-0.5">
      <span>
        <DateTime value={latestScan.scanDate} />
        <span className="text-muted">
          {' by '}
          <Caller kind={latestScan.callerKind} name={latestScan.callerName} />
        </span>
      </span>
      <span className="text-xs text-muted">
        {countOf(latestScan.componentCount, 'package')}
        {!isGone && (
          <>
            {' · '}
            <TextLink href={hrefs.compareImages({ from: id, fromScan: latestScan.id, to: id })}>
              Compare with today
            </TextLink>
          </>
        )}
      </span>
    </span>
  );
}

function Unknown() {
  return <span className="text-subtle">Unknown</span>;
}

export interface PastFindingRowProps {
  finding: PastFinding;
  /** The UTC day that the image is looked at as of. */
  day: string;
}

/** Shows what was found in an image when a day was over: its end as it was known then, the verdict, and the way to why. */
export function PastFindingRow({ finding, day }: PastFindingRowProps) {
  const { productName, releaseCycle, artifactType, lts, policy } = finding;
  const name = `${productName} ${releaseCycle}`;
  return (
    <li className="grid grid-cols-1 gap-x-6 gap-y-1 border-b px-3 py-2 text-sm last:border-b-0 md:grid-cols-[minmax(0,4fr)_minmax(0,5fr)_auto]">
      <div className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
        <Link
          href={hrefs.software(finding.softwareId, { as_of: day })}
          prefetch={false}
          className="rounded-sm font-medium wrap-anywhere hover:text-accent-text"
        >
          {name}
        </Link>
        <Badge>{artifactType}</Badge>
        {lts && <Badge tone="outline">LTS</Badge>}
      </div>
      <div className="min-w-0">
        <RelativeDate
          day={finding.eolDate}
          today={day}
          known={finding.eolDateKnown}
          estimatedFrom={finding.estimatedFrom}
        />
        <p className="text-xs text-muted">
          <span className="sr-only">Evidence: </span>
          <EvidenceWord degree={finding.evidence} />
        </p>
        <ContractMark contract={finding.contract} today={day} />
      </div>
      <TextLink href={hrefs.finding(finding.id, { as_of: day })} prefetch={false}>
        Why<span className="sr-only"> {name}</span>
      </TextLink>
      <Verdict policy={policy} />
    </li>
  );
}

function Verdict({ policy: { action, message, waiver } }: Pick<PastFinding, 'policy'>) {
  if (action === 'ALLOW' && waiver === null) return null;
  return (
    <p className="flex flex-wrap items-baseline gap-x-2 text-xs text-muted md:col-span-3">
      {action !== 'ALLOW' && (
        <span className="inline-flex items-baseline gap-1.5">
          <ActionMark action={action} className="translate-y-0.5" />
          <span>
            {ACTION_WORDS[action]}
            {message !== null && `: ${withDaysInWords(message)}`}
          </span>
        </span>
      )}
      {waiver && (
        <>
          <WaivedLine waiverId={waiver.id} endsOn={waiver.endsOn} />
          {waiver.waivedAction !== 'ALLOW' && (
            <span>{ACTION_WORDS[waiver.waivedAction]} without it</span>
          )}
        </>
      )}
    </p>
  );
}
