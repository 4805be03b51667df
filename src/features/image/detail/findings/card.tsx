import { hrefs } from '@/features/hrefs';
import { Link } from '@/components/ui/link';
import { RelativeDate } from '@/components/status/relative-date';
import { Badge } from '@/components/ui/badge';
import { TextLink } from '@/components/ui/text-link';
import { MoveAdvice } from '@/features/advice/card';
import { ContractMark } from '@/features/names/contract';
import { EvidenceWord, isNoteworthy } from '@/features/names/evidence';
import { NoteEditor } from '@/features/note/dialog';
import { FindingVerdict } from '@/features/policy/card';
import { formatDay } from '@/lib/dates';
import { countOf } from '@/lib/numbers';
import { webAddress } from '@/lib/web-address';
import type { ImageDetail, ImageFinding } from '../../query';
import { imageHref } from '../params';
import { otherDates } from './words';

/** The image that findings are of. */
export type HoldingImage = Pick<ImageDetail, 'id' | 'name' | 'tag' | 'projectName'>;

export interface FindingRowProps {
  /** By which addresses name the row. */
  id?: string | undefined;
  image: HoldingImage;
  finding: ImageFinding;
  /** The sentences of the policies, by their ids. */
  sentences: ReadonlyMap<string, string>;
  /** A UTC day. */
  today: string;
}

/** Shows one finding: its end, the latest release, the packages it was found by, and the way to why it is one. */
export function FindingRow({ id, image, finding, sentences, today }: FindingRowProps) {
  const { productName, releaseCycle, artifactType, lts, productNote, foundBy } = finding;
  const dates = otherDates(finding);
  return (
    <li
      id={id}
      className="group relative grid scroll-mt-16 grid-cols-1 gap-x-6 gap-y-1 border-b px-3 py-2 pr-10 text-sm last:border-b-0 md:grid-cols-[minmax(0,6fr)_minmax(0,6fr)_minmax(0,5fr)_minmax(0,7fr)]"
    >
      <div className="flex min-w-0 flex-wrap content-start items-center gap-x-2 gap-y-1">
        <Link
          href={hrefs.software(finding.softwareId)}
          prefetch={false}
          className="rounded-sm font-medium wrap-anywhere hover:text-accent-text"
        >
          {productName} {releaseCycle}
        </Link>
        <Badge>{artifactType}</Badge>
        {lts && <Badge tone="outline">LTS</Badge>}
        {foundBy === 'catalog' && (
          <Badge tone="accent" title="The scanner did not report it">
            Found by the catalog
          </Badge>
        )}
      </div>
      <div className="min-w-0">
        <RelativeDate
          day={finding.eolDate}
          today={today}
          known={finding.eolDateKnown}
          estimatedFrom={finding.estimatedFrom}
        />
        {dates && <p className="text-xs text-muted">{dates}</p>}
        {isNoteworthy([finding.evidence]) && (
          <p className="text-xs text-muted">
            <span className="sr-only">Evidence: </span>
            <EvidenceWord degree={finding.evidence} />
          </p>
        )}
        <ContractMark contract={finding.contract} today={today} />
      </div>
      <FindingPackages imageTagId={image.id} finding={finding} />
      <LatestRelease finding={finding} />
      <FindingCatalog finding={finding} />
      <NoteEditor
        productName={productName}
        note={productNote}
        add="corner"
        className="md:col-span-4"
      />
      <FindingVerdict
        status={finding.policy}
        sentences={sentences}
        subject={subjectOf(image, finding)}
      />
    </li>
  );
}

/** What a waiver of a finding would be on. */
function subjectOf(image: HoldingImage, { productName, releaseCycle }: ImageFinding) {
  const where = { project: image.projectName, image: image.name, tag: image.tag };
  return { ...where, product: productName, cycle: releaseCycle };
}

function LatestRelease({ finding }: { finding: ImageFinding }) {
  const { productName, catalog } = finding;
  const { latestRelease, latestReleaseDate } = catalog?.latestRelease ? catalog : finding;
  const link = webAddress(finding.productPermalink);
  return (
    <div className="flex min-w-0 flex-wrap content-start items-baseline gap-x-3 text-muted md:justify-end">
      {latestRelease && (
        <span>
          Latest <span className="font-mono text-xs text-fg">{latestRelease}</span>
          {latestReleaseDate && ` · ${formatDay(latestReleaseDate)}`}
        </span>
      )}
      {link && (
        <TextLink href={link} external>
          Life cycle<span className="sr-only"> of {productName}</span>
        </TextLink>
      )}
      <TextLink href={hrefs.finding(finding.id)} prefetch={false}>
        Why
        <span className="sr-only">
          {' '}
          {productName} {finding.releaseCycle}
        </span>
      </TextLink>
    </div>
  );
}

type Facts = NonNullable<ImageFinding['catalog']>;

/** Shows the catalog's further facts: the advised cycle, the other support levels, the vendor's page. */
function FindingCatalog({ finding }: { finding: ImageFinding }) {
  const { advice, catalog, productName } = finding;
  return (
    <>
      {advice && (
        <p className="flex min-w-0 gap-x-1.5 text-xs md:col-span-4">
          {advice.target && <span className="shrink-0 text-muted">Move to </span>}
          <MoveAdvice advice={advice} product={productName} />
        </p>
      )}
      {catalog && <FurtherFacts facts={catalog} product={productName} />}
    </>
  );
}

function FurtherFacts({ facts, product }: { facts: Facts; product: string }) {
  const levels = facts.support.filter(({ level }) => level !== 'STANDARD_SUPPORT');
  const words = levels.map(levelWords);
  const page = vendorsPage(facts);
  if (words.length === 0 && page === null) return null;
  return (
    <p className="flex min-w-0 flex-wrap gap-x-4 text-xs text-muted md:col-span-4">
      {words.map((text) => (
        <span key={text}>{text}</span>
      ))}
      {page && (
        <TextLink href={page} external>
          Vendor’s page<span className="sr-only"> on {product}</span>
        </TextLink>
      )}
    </p>
  );
}

const LEVEL_NAMES = {
  ACTIVE_SUPPORT: 'Active support',
  STANDARD_SUPPORT: 'Standard support',
  EXTENDED_SUPPORT: 'Extended support',
} as const;

function levelWords({ level, endsOn, ended }: Facts['support'][number]): string {
  const name = LEVEL_NAMES[level];
  if (endsOn === null) return ended ? `${name} has ended` : `${name}: no end announced`;
  return `${name} ${ended ? 'ended' : 'ends'} ${formatDay(endsOn)}`;
}

/** Finds the vendor's page on the product. Changelogs are left out: they are about the cycle to leave. */
function vendorsPage({ references }: Facts): string | null {
  const page = references.find(({ type, url }) => type !== 'CHANGELOG' && webAddress(url) !== null);
  return webAddress(page?.url ?? null);
}

type Packages = ImageFinding['packages'];

const SHOWN_AT_ONCE = 2;

interface FindingPackagesProps {
  imageTagId: string;
  finding: ImageFinding;
}

/**
 * The packages below a software cycle: a few in sight, many behind one press. A distribution's own are a list
 * of their own.
 */
function FindingPackages({ imageTagId, finding: { packages } }: FindingPackagesProps) {
  if (packages.length === 0) {
    const href = imageHref(imageTagId, { tab: 'packages', match: 'distribution' });
    return (
      <p>
        <TextLink href={href}>Packages of the distribution</TextLink>
      </p>
    );
  }
  if (packages.length <= SHOWN_AT_ONCE) return <PackageList packages={packages} />;
  return (
    <details className="min-w-0">
      <summary className="w-fit rounded-sm text-muted hover:text-fg">
        {countOf(packages.length, 'package')}
      </summary>
      <PackageList packages={packages} />
    </details>
  );
}

function PackageList({ packages }: { packages: Packages }) {
  return (
    <ul className="min-w-0 font-mono text-xs leading-5 text-muted">
      {packages.map(({ name, version, purl }, index) => (
        <li
          // Scanners may list the same package twice, told apart by what is not shown.
          key={index}
          title={purl ?? undefined}
          className="wrap-anywhere"
        >
          {name} <span className="text-fg">{version}</span>
        </li>
      ))}
    </ul>
  );
}
