import type { ReactNode } from 'react';
import Link from 'next/link';
import { DateTime } from '@/components/status/date-time';
import { CopyText } from '@/components/ui/copy-text';
import { FactList } from '@/components/ui/fact-list';
import { ImageVerdict } from '@/features/policy/verdicts';
import { ProjectName } from '@/features/project/project-name';
import { projectHref } from '@/features/project/project-page-params';
import type { ImageDetail } from '../image-types';
import { LabelChips } from '../label-chips';
import { Caller } from './caller';
import { Commit } from './commit';
import { PoliciesNotRead } from './scan-entry';

interface Fact {
  readonly label: string;
  readonly value: ReactNode;
}

/** What is known of an image beside what it holds. */
export function ImageFacts({ image }: { image: ImageDetail }) {
  return (
    <section
      aria-label="Facts"
      className="grid gap-x-10 gap-y-2 rounded-md border bg-surface px-4 py-3 lg:grid-cols-2"
    >
      <FactList facts={identityOf(image)} className="content-start" />
      <FactList facts={scansOf(image)} className="content-start" />
    </section>
  );
}

function identityOf(image: ImageDetail): Fact[] {
  const { digest, distro, location } = image;
  return [
    {
      label: 'Project',
      value: (
        <Link
          href={projectHref(image.projectId)}
          className="block rounded-sm hover:text-accent-text"
        >
          <ProjectName name={image.projectName} />
        </Link>
      ),
    },
    {
      label: 'Digest',
      value: digest ? <CopyText value={digest} what="digest" /> : <Unknown />,
    },
    { label: 'Policies', value: <ImageVerdict status={image.policy} /> },
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
    {
      label: 'Commit',
      value: latestScan.commitHash ? (
        <Commit hash={latestScan.commitHash} projectName={projectName} />
      ) : (
        <Unknown />
      ),
    },
    { label: 'Labels', value: <LabelChips labels={image.labels} className="flex-wrap" /> },
  ];
}

function locationWord({ kind }: ImageDetail): string {
  return kind === 'directory' ? 'Directory' : 'Dockerfile';
}

function Unknown() {
  return <span className="text-subtle">Unknown</span>;
}
