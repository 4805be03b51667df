'use client';

import { useState, type ReactNode } from 'react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ArrowLeftRight, ArrowRight, Minus, Plus } from 'lucide-react';
import { Loading } from '@/components/feedback/loading';
import { NoData } from '@/components/feedback/no-data';
import { PageHeader } from '@/components/layout/page-header';
import { Stack } from '@/components/layout/stack';
import { RelativeDate } from '@/components/status/relative-date';
import { StatusMark } from '@/components/status/status-mark';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { CopyButton } from '@/components/ui/copy-button';
import { IconButton } from '@/components/ui/icon-button';
import { TextLink } from '@/components/ui/text-link';
import { MoveAdvice } from '@/features/advice/card';
import { CallFailure } from '@/features/frame/call-failure';
import { ContractMark } from '@/features/names/contract';
import { EvidenceWord } from '@/features/names/evidence';
import { hrefs } from '@/features/hrefs';
import { Refusal, Sending } from '@/features/sbom/card';
import { DropField } from '@/features/sbom/fields';
import { DocumentRefused, useDocumentCheck } from '@/features/sbom/query';
import { cn } from '@/lib/cn';
import { countOf, formatCount } from '@/lib/numbers';
import { useTRPC } from '@/trpc/client';
import type { Outputs } from '@/trpc/outputs';
import { swapped, toDifferenceQuery, useCompareParams } from './params';
import { Nothing, ROW, Section, Shortened } from './card';
import { StatePicker } from './form';
import { JudgedPackages } from './packages/view';

type Difference = Outputs['image']['difference']['difference'];
type ComparedFinding = NonNullable<Difference['findings']>['new'][number];

/** Compares two states of images: one image at two scans, or two images. @param today a UTC day */
export function CompareView({ today }: { today: string }) {
  const { params, setParams } = useCompareParams();
  const { from, fromScan, to, toScan } = params;
  const asked = toDifferenceQuery(params);
  return (
    <Stack>
      <PageHeader
        crumbs={[{ label: 'Images', href: hrefs.images() }]}
        title="Compare"
        description="What came, what went and what moved between two states of an image, two images, or an image and an SBOM."
      />
      <div className="grid grid-cols-1 items-center gap-2 md:grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)]">
        <StatePicker
          title="Before"
          imageTagId={from}
          scanId={fromScan}
          onChange={(imageTagId, scanId) =>
            // What it is compared with stays, also when it was the same image without saying so.
            setParams({ from: imageTagId, fromScan: scanId, to: to ?? from })
          }
        />
        <IconButton
          label="Swap"
          disabled={from === null}
          onClick={() => setParams(swapped(params))}
          className="justify-self-center"
        >
          <ArrowLeftRight aria-hidden className="max-md:rotate-90" />
        </IconButton>
        <StatePicker
          title="After"
          imageTagId={to ?? from}
          scanId={toScan}
          onChange={(imageTagId, scanId) =>
            setParams({
              from: from ?? imageTagId,
              to: imageTagId === from ? null : imageTagId,
              toScan: scanId,
            })
          }
        />
      </div>
      <BesideDocument key={from} imageTagId={from} today={today}>
        {asked ? (
          <Comparison asked={asked} today={today} />
        ) : (
          <NoData title={from === null ? 'Choose an image' : 'Choose what to compare it with'}>
            An earlier scan of the same image tells what has changed since; another image, or an
            SBOM at hand, tells what moving to it would bring.
          </NoData>
        )}
      </BesideDocument>
    </Stack>
  );
}

interface BesideDocumentProps {
  /** Null until one is chosen. */
  imageTagId: string | null;
  today: string;
  /** What is compared where no document is. */
  children: ReactNode;
}

/** Takes an SBOM at hand in the place of the second image: it is compared with the first as it is now, and not stored. */
function BesideDocument({ imageTagId, today, children }: BesideDocumentProps) {
  const check = useDocumentCheck();
  const [name, setName] = useState('');
  if (imageTagId === null) return children;
  if (check.isPending) return <Sending name={name} progress={check.progress} onStop={check.stop} />;
  const difference = check.data?.difference;
  if (difference) {
    return (
      <section aria-label="With an SBOM" className="grid min-w-0 grid-cols-1 gap-5">
        <div className="flex flex-wrap items-center gap-3">
          <p className="grow text-sm wrap-anywhere">
            What <span className="font-medium">{name}</span> would change of the image as it is now.
            It is not stored.
          </p>
          <Button onClick={check.reset}>Leave the SBOM</Button>
        </div>
        <DifferenceOf difference={difference} today={today} />
      </section>
    );
  }
  const send = (file: File) => {
    setName(file.name);
    check.mutate({ file, subject: { against: imageTagId } });
  };
  return (
    <>
      <DropField
        onFile={send}
        hint="It is compared with the image before, as it is now, and not stored."
      />
      {check.error instanceof DocumentRefused && (
        <Refusal title={`${name} could not be compared.`} error={check.error} />
      )}
      {children}
    </>
  );
}

type Asked = NonNullable<ReturnType<typeof toDifferenceQuery>>;

function Comparison({ asked, today }: { asked: Asked; today: string }) {
  const compared = useQuery({
    ...useTRPC().image.difference.queryOptions(asked),
    placeholderData: keepPreviousData,
  });
  if (compared.error) {
    return <CallFailure title="The two could not be compared." query={compared} />;
  }
  if (!compared.data) return <Loading label="Comparing" columns={3} />;
  const { difference } = compared.data;
  return (
    <div
      aria-busy={compared.isPlaceholderData || undefined}
      className={cn('grid min-w-0', compared.isPlaceholderData && 'opacity-50')}
    >
      <DifferenceOf difference={difference} today={today} />
    </div>
  );
}

function DifferenceOf({ difference, today }: { difference: Difference; today: string }) {
  return (
    <div className="grid min-w-0 gap-6">
      <Summary difference={difference} />
      <Findings findings={difference.findings} today={today} />
      <JudgedPackages packages={difference.packages} />
      <Changes
        title="Software"
        description="Release cycles that came, went or changed"
        unchanged="No release cycle came, went or changed."
        unknown="The software of one side is not known any more."
        same={difference.software?.same_total}
        total={difference.software?.changes_total}
        changes={difference.software?.changes.map(({ product_name: name, from, to }) => ({
          ...{ key: name, name, from, to },
        }))}
      />
      <Changes
        title="Packages"
        description="Versions of packages that came, went or changed"
        unchanged="No package came, went or changed."
        unknown="The packages of one side are not kept any more."
        same={difference.components?.same_total}
        total={difference.components?.changes_total}
        changes={difference.components?.changes.map(({ name, type, from, to }) => ({
          ...{ key: `${type} ${name}`, name, type, from, to },
        }))}
      />
    </div>
  );
}

function Summary({ difference }: { difference: Difference }) {
  const { findings, software, components, packages, markdown } = difference;
  const parts = [
    findings && countOf(findings.new_total, 'new finding'),
    findings && `${formatCount(findings.gone_total)} gone`,
    software && `${countOf(software.changes_total, 'product')} changed`,
    components && `${countOf(components.changes_total, 'package')} changed`,
    packages &&
      packages.new_total > 0 &&
      `${formatCount(packages.new_total)} deprecated or stale came`,
  ].filter(Boolean);
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-x-4 gap-y-2">
      <p role="status" className="min-w-0 grow font-medium">
        {parts.length > 0 ? parts.join(' · ') : 'Nothing of these two can be compared any more.'}
      </p>
      <CopyButton
        value={markdown}
        label="Copy as Markdown"
        variant="secondary"
        size="md"
        withText
        data-print="hide"
      />
    </div>
  );
}

interface FindingsProps {
  findings: Difference['findings'];
  today: string;
}

function Findings({ findings, today }: FindingsProps) {
  if (!findings) {
    return (
      <Section title="Findings" description="">
        <Nothing>
          The findings of one side are not known any more: the same state was scanned again later,
          and what was found then is in its history.
        </Nothing>
      </Section>
    );
  }
  const groups = [
    { title: 'New findings', of: findings.new, total: findings.new_total, none: 'None came.' },
    { title: 'Gone', of: findings.gone, total: findings.gone_total, none: 'None went.' },
    { title: 'Still there', of: findings.same, total: findings.same_total, none: 'None stayed.' },
  ];
  return groups.map(({ title, of, total, none }) => (
    <Section key={title} title={title} description={countOf(total, 'finding')}>
      {of.length === 0 ? (
        <Nothing>{none}</Nothing>
      ) : (
        <Shortened
          items={of}
          total={total}
          row={(finding) => (
            <FindingRow
              key={`${finding.product_name} ${finding.cycle} ${finding.artifact_type}`}
              finding={finding}
              today={today}
            />
          )}
        />
      )}
    </Section>
  ));
}

function FindingRow({ finding, today }: { finding: ComparedFinding; today: string }) {
  return (
    <li className={ROW}>
      <span className="flex min-w-0 flex-wrap items-center gap-2 self-start">
        <StatusMark status={finding.state} label />
        <span className="font-medium wrap-anywhere">
          {finding.product_name} {finding.cycle}
        </span>
        <Badge>{finding.artifact_type}</Badge>
      </span>
      <span className="min-w-0">
        <RelativeDate
          day={finding.eol_date}
          today={today}
          known={finding.eol_date_known}
          estimatedFrom={finding.estimated_from ?? null}
        />{' '}
        <span className="text-xs text-muted">
          <span className="sr-only">Evidence: </span>
          <EvidenceWord degree={finding.evidence} />
        </span>
        <ContractMark contract={finding.contract} today={today} />
        {finding.why_url !== undefined && (
          <>
            {' '}
            <TextLink href={finding.why_url} prefetch={false}>
              Why
              <span className="sr-only">
                {' '}
                {finding.product_name} {finding.cycle}
              </span>
            </TextLink>
          </>
        )}
      </span>
      {finding.advice && (
        <span className="flex min-w-0 gap-x-1.5 text-xs">
          {finding.advice.target && <span className="shrink-0 text-muted">Move to </span>}
          <MoveAdvice advice={finding.advice} product={finding.product_name} />
        </span>
      )}
    </li>
  );
}

interface Change {
  readonly key: string;
  readonly name: string;
  readonly type?: string;
  readonly from: readonly string[];
  readonly to: readonly string[];
}

interface ChangesProps {
  title: string;
  description: string;
  /** Undefined: one side is not known any more. */
  changes: readonly Change[] | undefined;
  total: number | undefined;
  same: number | undefined;
  unchanged: string;
  unknown: string;
}

function Changes(props: ChangesProps) {
  const { title, description, changes, total = 0, same = 0, unchanged, unknown } = props;
  return (
    <Section
      title={title}
      description={changes ? `${description}; ${formatCount(same)} stayed as they were` : ''}
    >
      {!changes && <Nothing>{unknown}</Nothing>}
      {changes?.length === 0 && <Nothing>{unchanged}</Nothing>}
      {changes && changes.length > 0 && (
        <Shortened
          items={changes}
          total={total}
          row={(change) => <ChangeRow key={change.key} change={change} />}
        />
      )}
    </Section>
  );
}

function ChangeRow({ change: { name, type, from, to } }: { change: Change }) {
  const isNew = from.length === 0;
  const isGone = to.length === 0;
  const Icon = isNew ? Plus : isGone ? Minus : ArrowRight;
  return (
    <li className={cn(ROW, 'md:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]')}>
      <span className="flex min-w-0 flex-wrap items-center gap-2">
        <span className="font-medium wrap-anywhere">{name}</span>
        {type !== undefined && type !== '' && <Badge>{type}</Badge>}
      </span>
      <span className="flex min-w-0 flex-wrap items-center gap-2 font-mono text-xs">
        {!isNew && <span className={cn('wrap-anywhere', 'text-muted')}>{from.join(', ')}</span>}
        <Icon
          role="img"
          aria-label={isNew ? 'came' : isGone ? 'went' : 'became'}
          className="size-4 shrink-0 text-subtle"
        />
        {!isGone && <span className="wrap-anywhere">{to.join(', ')}</span>}
      </span>
    </li>
  );
}
