import { lowerFirst } from '@/lib/dates';
import { NotMatchedMark } from '@/components/status/not-matched';
import { hrefs } from '@/features/hrefs';
import { Fragment, type ReactNode } from 'react';
import { Link } from '@/components/ui/link';
import { CloudDownload, KeyRound, TriangleAlert, Workflow } from 'lucide-react';
import { DateTime, DaysSince } from '@/components/status/date-time';
import { CopyText } from '@/components/ui/copy-text';
import { FactList } from '@/components/ui/fact-list';
import { TextLink } from '@/components/ui/text-link';
import { commitUrl } from '@/domain/identifiers/project-name';
import { COMPONENT_STATE_WORDS, type ComponentState } from '@/domain/inventory/component-state';
import { WhomToAsk } from '@/features/names/owner';
import { ProjectName } from '@/features/names/project';
import { ImageVerdict } from '@/features/policy/card';
import { countOf, formatCount } from '@/lib/numbers';
import type { Outputs } from '@/trpc/outputs';
import type { ImageDetail } from '../query';
import { LabelChips } from '../table';
import { imageHref, judgedHref } from './params';

/** Counts an image's packages by how the catalog knows them. Those that are not matched are named, never hidden. */
export function ImageCoverage({ image }: { image: ImageDetail }) {
  const { componentCount, coverage, matching } = image;
  if (componentCount === 0) return null;
  const { matched, distribution, unknown, pending, distributionName } = coverage;
  const maintainer = distributionName ?? 'their distribution';
  const parts: readonly Part[] = [
    { state: 'matched', count: matched, words: lowerFirst(COMPONENT_STATE_WORDS.matched) },
    { state: 'distribution', count: distribution, words: `maintained by ${maintainer}` },
    {
      state: 'unknown',
      count: unknown,
      words: lowerFirst(COMPONENT_STATE_WORDS.unknown),
      mark: <NotMatchedMark />,
    },
    { state: 'pending', count: pending, words: lowerFirst(COMPONENT_STATE_WORDS.pending) },
  ];
  const shown = parts.filter(({ count }) => count > 0);
  return (
    <div className="grid gap-1 text-sm text-muted">
      <p>
        {countOf(componentCount, 'package')}:{' '}
        {shown.map((part, index) => (
          <Fragment key={part.state}>
            {index > 0 && ', '}
            <CoverageLink imageTagId={image.id} {...part} />
          </Fragment>
        ))}
      </p>
      {matching && <p role="status">{matchingWords(matching)}</p>}
    </div>
  );
}

interface Part {
  readonly state: ComponentState;
  readonly count: number;
  readonly words: string;
  readonly mark?: ReactNode;
}

function CoverageLink({ imageTagId, state, count, words, mark }: Part & { imageTagId: string }) {
  return (
    <TextLink href={imageHref(imageTagId, { tab: 'packages', match: state })}>
      {mark && <span className="mr-1 inline-block align-[-0.1em]">{mark}</span>}
      {formatCount(count)} {words}
    </TextLink>
  );
}

function matchingWords({ done, total }: NonNullable<ImageDetail['matching']>): string {
  const start = 'The catalog has changed and packages are being matched again';
  return total === null
    ? `${start}.`
    : `${start}: ${formatCount(done)} of ${countOf(total, 'image')} done.`;
}

interface Fact {
  readonly label: string;
  readonly value: ReactNode;
}

export interface ImageFactsProps {
  image: ImageDetail;
  /** Whom to ask; null: nobody owns its project. */
  owner: Outputs['team']['ownerOf']['owner'];
}

/** Shows an image's project and its owner, policies, signature, scans and labels. */
export function ImageFacts({ image, owner }: ImageFactsProps) {
  return (
    <section
      aria-label="Facts"
      className="grid gap-x-10 gap-y-2 rounded-md border bg-surface px-4 py-3 lg:grid-cols-2"
    >
      <FactList facts={identityOf(image, owner)} className="content-start" />
      <FactList facts={scansOf(image)} className="content-start" />
    </section>
  );
}

function identityOf(image: ImageDetail, owner: ImageFactsProps['owner']): Fact[] {
  const { digest, distro, location } = image;
  return [
    {
      label: 'Project',
      value: (
        <Link
          href={hrefs.project(image.projectId)}
          className="block rounded-sm hover:text-accent-text"
        >
          <ProjectName name={image.projectName} />
        </Link>
      ),
    },
    {
      label: 'Owner',
      value: owner ? (
        <WhomToAsk owner={owner} teamId={owner.team_id} />
      ) : (
        <span className="text-subtle">Nobody</span>
      ),
    },
    {
      label: 'Digest',
      value: digest ? <CopyText value={digest} what="digest" /> : <Unknown />,
    },
    {
      label: 'Policies',
      value: <ImageVerdict status={image.policy} judgedHref={judgedHref(image.id)} />,
    },
    { label: 'Signature', value: image.imageVerified ? 'Verified' : 'Not verified' },
    { label: 'Distribution', value: distro ? distro.name : <Unknown /> },
    ...(location === '' ? [] : [{ label: locationWord(image), value: location }]),
  ];
}

function scansOf(image: ImageDetail): Fact[] {
  const { latestScan, firstScanDate, latestScanDate, projectName } = image;
  return [
    {
      label: 'Latest scan',
      value: (
        <>
          <DateTime value={latestScanDate} />
          {latestScan.callerName !== null && (
            <span className="text-muted">
              {' by '}
              <Caller kind={latestScan.callerKind} name={latestScan.callerName} />
            </span>
          )}
          {latestScan.policiesRead === false && <PoliciesNotRead />}
        </>
      ),
    },
    { label: 'First scan', value: <DateTime value={firstScanDate} /> },
    ...(image.lastSeenDate === latestScanDate
      ? []
      : [{ label: 'Last seen running', value: <DateTime value={image.lastSeenDate} /> }]),
    {
      label: 'Commit',
      value: latestScan.commitHash ? (
        <Commit hash={latestScan.commitHash} projectName={projectName} />
      ) : (
        <Unknown />
      ),
    },
    ...(image.running === 0 ? [] : [{ label: 'Runs in', value: <RunsIn image={image} /> }]),
    { label: 'Labels', value: <LabelChips labels={image.labels} className="flex-wrap" /> },
  ];
}

const PLACES_SHOWN = 5;

/** Lists the workloads that run an image, each a link to its cluster. */
function RunsIn({ image: { runsIn, running } }: { image: ImageDetail }) {
  const shown = runsIn.slice(0, PLACES_SHOWN);
  return (
    <ul className="grid min-w-0 gap-0.5">
      {shown.map((place) => (
        <li key={[place.clusterId, place.namespace, place.ownerName, place.container].join('/')}>
          <TextLink
            href={hrefs.cluster(place.clusterId, {
              namespace: place.namespace,
              q: place.ownerName,
            })}
          >
            {place.clusterName}
          </TextLink>{' '}
          <span className="text-muted">
            {place.namespace} · {place.ownerName}
            {place.joinedBy === 'tag' && ' (same tag)'}
            {place.silent && (
              <>
                {' (silent for '}
                <DaysSince value={place.lastHeardDate} />)
              </>
            )}
          </span>
        </li>
      ))}
      {running > shown.length && (
        <li className="text-muted">and {countOf(running - shown.length, 'container')} more</li>
      )}
    </ul>
  );
}

function locationWord({ kind }: ImageDetail): string {
  return kind === 'directory' ? 'Directory' : 'Dockerfile';
}

function Unknown() {
  return <span className="text-subtle">Unknown</span>;
}

export interface CallerProps {
  kind: ImageDetail['latestScan']['callerKind'];
  name: string;
}

const CALLER_KINDS = {
  api_key: { Icon: KeyRound, word: 'API key' },
  build_token: { Icon: Workflow, word: 'Build' },
  companion: { Icon: CloudDownload, word: 'Pulled by this service from' },
} as const;

/** Names the person, the key or the build that uploaded a scan, or where the service fetched it. */
export function Caller({ kind, name }: CallerProps) {
  if (kind === 'person' || kind === 'server' || kind === null) {
    return <span className="wrap-anywhere">{name}</span>;
  }
  const { Icon, word } = CALLER_KINDS[kind];
  return (
    <span title={`${word} ${name}`} className="wrap-anywhere">
      <Icon aria-label={word} className="mr-1 inline size-3.5 align-[-0.15em] text-subtle" />
      {name}
    </span>
  );
}

/** Warns that a scanner skipped the policies without a word: a wrong key, a cut connection. */
export function PoliciesNotRead() {
  return (
    <span className="flex items-start gap-1.5 text-danger-text">
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      The scanner had not read the policies: it could not deny
    </span>
  );
}

const SHORT_LENGTH = 10;

/** Shows the commit that a scan was made of: a link where the project's name says where its code lives. */
export function Commit({ hash, projectName }: { hash: string; projectName: string }) {
  const href = commitUrl(projectName, hash);
  const short = hash.slice(0, SHORT_LENGTH);
  if (href === null)
    return (
      <CopyText value={hash} what="commit">
        {short}
      </CopyText>
    );
  return (
    <TextLink href={href} external className="font-mono text-xs whitespace-nowrap">
      {short}
    </TextLink>
  );
}
