import { Link } from '@/components/ui/link';
import type { TableColumn } from '@/components/data-table/columns';
import { CountLink } from '@/components/ui/count-link';
import { TextLink } from '@/components/ui/text-link';
import { packageNames } from '@/domain/policy/package-names';
import { hrefs } from '@/features/hrefs';
import { MoveLine } from '@/features/advice/card';
import { ImageName } from '@/features/names/image';
import { WhomToAsk } from '@/features/names/owner';
import { ProjectName } from '@/features/names/project';
import { formatDay } from '@/lib/dates';
import { Because } from '@/features/policy/outlook/words';
import type { PolicyImage } from '@/features/policy/types';
import { AskLink } from '@/features/waiver/card';

/** Images under policies. @param today the day that ends are told from */
export function policyImageColumns(today: string): readonly TableColumn<PolicyImage>[] {
  return [
    { id: 'name', header: 'Image', primary: true, cell: (image) => <ImageName image={image} /> },
    {
      id: 'project',
      header: 'Project',
      widthPx: { least: 140, share: 18, most: 240 },
      card: 'line',
      cell: (image) => <ProjectName name={image.projectName} />,
    },
    {
      id: 'owner',
      header: 'Owner',
      widthPx: { least: 140, share: 17, most: 240 },
      cell: ({ owner }) =>
        owner ? (
          <WhomToAsk owner={owner} teamId={owner.team_id} />
        ) : (
          <span className="text-subtle">Nobody</span>
        ),
    },
    {
      id: 'because',
      header: 'Because of',
      widthPx: { least: 220, share: 25, most: 400 },
      card: 'line',
      cell: (image) => (
        <span className="grid min-w-0 justify-items-start py-1 whitespace-normal">
          <Because image={image} today={today} />
          <Move because={image.because} />
          {image.because && (
            <span className="flex flex-wrap gap-x-3">
              <Why because={image.because} />
              <AskLink subject={subjectOf(image, image.because)} />
            </span>
          )}
        </span>
      ),
    },
    {
      id: 'running',
      header: 'Running',
      align: 'end',
      widthPx: 76,
      cell: ({ id, running }) => (
        <CountLink value={running} noun="running container" href={hrefs.image(id)} />
      ),
    },
    {
      id: 'since',
      header: 'Applies from',
      widthPx: 116,
      cell: ({ because }) =>
        because && (
          <Link
            href={hrefs.policy(because.policyId)}
            prefetch={false}
            className="relative rounded-sm whitespace-nowrap hover:text-accent-text"
          >
            {because.appliesOn !== null && because.appliesOn > today
              ? formatDay(because.appliesOn)
              : 'Now'}
          </Link>
        ),
    },
  ];
}

/** Shows where to move from the software. Of a package nothing is known but what its registry says. */
function Move({ because }: Pick<PolicyImage, 'because'>) {
  if (!because || because.purl !== null) return null;
  return <MoveLine advice={because.advice} product={because.productName} />;
}

/** Leads to the page that says why the software is a finding of the image. */
function Why({ because }: { because: NonNullable<PolicyImage['because']> }) {
  const { findingId, productName, cycle } = because;
  if (findingId === null) return null;
  return (
    <TextLink href={hrefs.finding(findingId)} prefetch={false} className="relative text-xs">
      Why
      <span className="sr-only">
        {' '}
        {productName} {cycle}
      </span>
    </TextLink>
  );
}

/** What a waiver of what an image is denied or warned of would be on. */
function subjectOf(
  { projectName, name, tag }: PolicyImage,
  { productName, cycle, purl }: NonNullable<PolicyImage['because']>,
) {
  const software = purl === null ? { productName, cycle } : packageNames({ purl, version: cycle });
  const { productName: product } = software;
  return { project: projectName, image: name, tag, product, cycle };
}
