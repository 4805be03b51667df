import { COMPONENT_STATE_WORDS } from '@/domain/inventory/component-state';
import { NOT_MATCHED } from '@/domain/eol/words';
import { NotMatchedMark } from '@/components/status/not-matched';
import type { TableColumn } from '@/components/data-table/columns';
import { RelativeDate } from '@/components/status/relative-date';
import { StatusMark } from '@/components/status/status-mark';
import { Badge } from '@/components/ui/badge';
import { CopyText } from '@/components/ui/copy-text';
import { TextLink } from '@/components/ui/text-link';
import type { Day } from '@/domain/eol/calendar';
import { stateOf } from '@/domain/eol/proximity';
import { hrefs } from '@/features/hrefs';
import { EvidenceWord } from '@/features/names/evidence';
import type { ImageComponent, ImageFinding } from '../../query';

/** Lists the columns of the packages table of an image. `matches` is null while loading. */
export function packageColumns(
  imageTagId: string,
  matches: Matches | null,
  today: string,
): readonly TableColumn<ImageComponent>[] {
  return [
    {
      id: 'name',
      header: 'Package',
      primary: true,
      cell: ({ name, scope }) => (
        <span className="inline-flex max-w-full flex-wrap items-center gap-x-2 gap-y-0.5">
          <span className="font-medium wrap-anywhere">{name}</span>
          {scope && <Badge tone="outline">{SCOPE_LABELS[scope]}</Badge>}
        </span>
      ),
    },
    {
      id: 'version',
      header: 'Version',
      widthPx: 220,
      cell: ({ version }) => <span className="font-mono text-xs">{version}</span>,
    },
    { id: 'type', header: 'Type', widthPx: 120, cell: ({ type }) => type },
    {
      id: 'matched',
      header: 'Matched to',
      widthPx: 400,
      card: 'line',
      cell: (row) =>
        matches && (
          <PackageMatch
            match={row.match}
            ships={row.scope === null}
            maintainer={row.maintainer}
            fact={row.fact}
            findings={matches.get(packageKey(row))}
            today={today}
          />
        ),
    },
    {
      id: 'evidence',
      header: 'Evidence',
      widthPx: 124,
      card: 'line',
      cell: ({ evidence }) => <EvidenceWord degree={evidence} />,
    },
    {
      id: 'why',
      header: 'Why',
      widthPx: 80,
      card: 'line',
      cell: ({ id, name, version, match }) => (
        <TextLink href={hrefs.imagePackage(imageTagId, id)} prefetch={false}>
          {match.state === 'unknown' ? 'Why not' : 'Why'}
          <span className="sr-only">
            {' '}
            {name} {version}
          </span>
        </TextLink>
      ),
    },
    {
      id: 'licenses',
      header: 'Licences',
      widthPx: 180,
      hidden: true,
      cell: ({ licenses }) => licenses.join(', '),
    },
    {
      id: 'purl',
      header: 'Package URL',
      widthPx: 320,
      hidden: true,
      cell: ({ purl }) => purl && <CopyText value={purl} what="package URL" />,
    },
  ];
}

/** Marks what does not ship, and is not judged. */
const SCOPE_LABELS: Readonly<Record<NonNullable<ImageComponent['scope']>, string>> = {
  development: 'Development',
  excluded: 'Excluded',
};

interface PackageMatchProps {
  match: ImageComponent['match'];
  ships: boolean;
  maintainer: ImageComponent['maintainer'];
  fact: ImageComponent['fact'];
  /** The software that it was found as. */
  findings: readonly ImageFinding[] | undefined;
  /** A UTC day. */
  today: string;
}

/** Shows the software a package belongs to, and its end. Unknown is a state of its own, never "supported". */
function PackageMatch({ match, ships, maintainer, fact, findings, today }: PackageMatchProps) {
  return (
    <span className="grid gap-0.5 py-1 whitespace-normal">
      <span>
        {findings ? (
          <FoundSoftware findings={findings} today={today} />
        ) : (
          <CatalogWord match={match} ships={ships} maintainer={maintainer} />
        )}
      </span>
      {maintainer && <Evidence maintainer={maintainer} />}
      {fact && <RegistryWord fact={fact} />}
    </span>
  );
}

/** Says what a package's registry says of it, and what its maintainer names in its place. */
function RegistryWord({ fact }: { fact: NonNullable<ImageComponent['fact']> }) {
  return (
    <span className="text-xs wrap-anywhere whitespace-normal text-muted">
      {fact.message}
      {fact.successor !== null && (
        <>
          {' '}
          Successor: <span className="font-mono">{fact.successor}</span>
        </>
      )}
    </span>
  );
}

/** Names a package's maintainer, with the evidence. */
function Evidence({ maintainer }: { maintainer: NonNullable<ImageComponent['maintainer']> }) {
  const { kind, name, evidence } = maintainer;
  const by = kind === 'vendor' && name !== null ? `From ${name}: ` : '';
  const words = `${by}${evidence.join('; ')}`;
  return (
    <span className="text-xs wrap-anywhere whitespace-normal text-subtle">
      {/* Not by style, which passes over a quotation mark and writes what is quoted in another way. */}
      {words.charAt(0).toUpperCase() + words.slice(1)}
    </span>
  );
}

interface FoundSoftwareProps {
  findings: readonly ImageFinding[];
  today: string;
}

function FoundSoftware({ findings, today }: FoundSoftwareProps) {
  return findings.map(({ id, productName, releaseCycle, eolDate, eolDateKnown, estimatedFrom }) => (
    <span key={id} className="mr-3 inline-flex max-w-full items-center gap-1.5">
      {/* Both come from the server as UTC days. */}
      <StatusMark status={stateOf(eolDate as Day | null, today as Day)} />
      <span className="truncate">
        {productName} {releaseCycle}{' '}
        <RelativeDate
          day={eolDate}
          today={today}
          known={eolDateKnown}
          estimatedFrom={estimatedFrom}
          show="relative"
          inline
          className="text-muted"
        />
      </span>
    </span>
  ));
}

/** Says how the catalog knows a package that no finding names. */
function CatalogWord({
  match: { state, product, cycle },
  ships,
  maintainer,
}: Pick<PackageMatchProps, 'match' | 'ships' | 'maintainer'>) {
  const named = [product, cycle].filter(Boolean).join(' ');
  switch (state) {
    case 'matched':
      return (
        <span>
          {named} <span className="text-muted">{ships ? 'no end announced' : 'does not ship'}</span>
        </span>
      );
    case 'distribution':
      return <span className="text-muted">Maintained by {named}</span>;
    case 'pending':
      return <span className="text-subtle">{COMPONENT_STATE_WORDS.pending}</span>;
    case 'unknown':
      return (
        <span className="inline-flex items-center gap-1.5">
          <NotMatchedMark />
          {unknownWords(product, maintainer)}
        </span>
      );
  }
}

function unknownWords(product: string | null, maintainer: ImageComponent['maintainer']): string {
  if (product !== null) return `${NOT_MATCHED} to a release of ${product}`;
  return maintainer?.kind === 'unknown' ? 'Nobody is known to maintain it' : NOT_MATCHED;
}

type Package = Pick<ImageComponent, 'name' | 'version' | 'type' | 'purl'>;

/** The software cycles that an image's packages were matched to, by {@link packageKey}. */
type Matches = ReadonlyMap<string, readonly ImageFinding[]>;

/** Identifies a package within its image. */
function packageKey({ name, version, type, purl }: Package): string {
  return JSON.stringify([type, name, version, purl]);
}

/** Maps each matched package to its findings. */
export function matchesByPackage(findings: readonly ImageFinding[]): Matches {
  const matches = new Map<string, ImageFinding[]>();
  for (const finding of findings) {
    for (const found of finding.packages) {
      const key = packageKey(found);
      const known = matches.get(key) ?? [];
      if (!known.includes(finding)) matches.set(key, [...known, finding]);
    }
  }
  return matches;
}
