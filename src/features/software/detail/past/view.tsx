import { Suspense } from 'react';
import { Loading } from '@/components/feedback/loading';
import { PageHeader } from '@/components/layout/page-header';
import { Stack } from '@/components/layout/stack';
import { Badge } from '@/components/ui/badge';
import { FactList } from '@/components/ui/fact-list';
import { TextLink } from '@/components/ui/text-link';
import type { Day } from '@/domain/eol/calendar';
import { EndBadge } from '@/features/advice/table';
import { AsOf, LookBack, OF_TODAY } from '@/features/frame/as-of';
import { hrefs } from '@/features/hrefs';
import { ContractMark } from '@/features/names/contract';
import { EvidenceWord } from '@/features/names/evidence';
import { formatDay } from '@/lib/dates';
import { countOf } from '@/lib/numbers';
import { softwareListHref } from '../../params';
import type { PastSoftware } from '../../query';
import { LifecycleSection } from '../lifecycle/view';
import { softwareHref, type SoftwarePageParams } from '../params';
import { Holders } from '../view';

export interface PastSoftwareViewProps {
  software: PastSoftware;
  /** The day that it is as of. */
  day: Day;
  today: Day;
  address: SoftwarePageParams;
}

const NOTES = [
  ...OF_TODAY,
  'What policies say, where to move, plans, waivers, notes, the newest release and the catalog’s other release cycles describe today and are not shown.',
];

/** Shows software as it was when a day was over: its end as it was known then, and what held it. */
export function PastSoftwareView({ software, day, today, address }: PastSoftwareViewProps) {
  const { id, productName, cycle, artifactType, lts } = software;
  const now = softwareHref(id, { view: address.view });
  return (
    <Stack>
      <PageHeader
        crumbs={[
          { label: 'Software', href: softwareListHref({ as_of: day }) },
          { label: productName, href: softwareListHref({ product: productName, as_of: day }) },
        ]}
        title={`${productName} ${cycle}`}
        aside={
          <span className="flex shrink-0 items-center gap-1.5">
            <Badge>{artifactType}</Badge>
            {lts && <Badge tone="outline">LTS</Badge>}
          </span>
        }
        actions={<LookBack now={now} today={today} day={day} />}
      />
      <AsOf day={day} now={now} notes={NOTES} />
      <Facts software={software} day={day} />
      <LifecycleSection software={software} today={day} asOf={day} />
      {software.images > 0 && (
        <Suspense key={address.view} fallback={<Loading label="Loading" columns={4} />}>
          <Holders software={software} address={address} />
        </Suspense>
      )}
    </Stack>
  );
}

function Facts({ software, day }: Pick<PastSoftwareViewProps, 'software' | 'day'>) {
  const { eolDate, eolDateKnown, estimatedFrom, evidence, contract, releaseDate, firstSeenDate } =
    software;
  return (
    <section
      aria-label="Facts"
      className="grid gap-x-10 gap-y-2 rounded-md border bg-surface px-4 py-3 lg:grid-cols-2"
    >
      <FactList
        className="content-start"
        facts={[
          {
            label: 'End of life',
            value: (
              <>
                <span className="flex flex-wrap items-center gap-x-3 gap-y-0.5">
                  <EndBadge
                    day={eolDate}
                    known={eolDateKnown}
                    estimatedFrom={estimatedFrom}
                    today={day}
                    variant="tinted"
                    show="relative"
                  />
                  {eolDate !== null && eolDateKnown && formatDay(eolDate)}
                </span>
                <ContractMark contract={contract} today={day} />
              </>
            ),
          },
          { label: 'Evidence', value: <EvidenceWord degree={evidence} /> },
          { label: 'Held by', value: <HeldBy software={software} day={day} /> },
        ]}
      />
      <FactList
        className="content-start"
        facts={[
          { label: 'Released', value: releaseDate === null ? <Unknown /> : formatDay(releaseDate) },
          { label: 'First seen', value: formatDay(firstSeenDate) },
        ]}
      />
    </section>
  );
}

function HeldBy({ software, day }: Pick<PastSoftwareViewProps, 'software' | 'day'>) {
  const { id, images, projects, productName } = software;
  const others = toldApart(software);
  if (images === 0 && others.length === 0) {
    return <span className="text-muted">No image held it then</span>;
  }
  return (
    <>
      {images > 0 && (
        <>
          <TextLink href={hrefs.images({ software: id, as_of: day })}>
            {countOf(images, 'image')}
          </TextLink>
          {' in '}
          <TextLink href={softwareHref(id, { view: 'projects', as_of: day })} scroll={false}>
            {countOf(projects, 'project')}
          </TextLink>
          {' · '}
        </>
      )}
      {others.map((other) => (
        <span key={other.softwareId}>
          <TextLink href={softwareHref(other.softwareId, { as_of: day })}>
            {countOf(other.images, images > 0 ? 'more image' : 'image')}
          </TextLink>
          {', told apart by a contract · '}
        </span>
      ))}
      <TextLink href={hrefs.findings({ product: productName, as_of: day })}>Why</TextLink>
    </>
  );
}

/** The same release cycle and artifact type where a contract covers it, or does not, by now: software of its own. */
function toldApart({ id, artifactType, lifecycle }: PastSoftware) {
  const held = lifecycle.find(({ isThis }) => isThis)?.held ?? [];
  return held.filter((one) => one.softwareId !== id && one.artifactType === artifactType);
}

function Unknown() {
  return <span className="text-subtle">Unknown</span>;
}
