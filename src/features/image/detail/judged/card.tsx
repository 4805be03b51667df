import { TextLink } from '@/components/ui/text-link';
import { EVIDENCE_WORDS } from '@/domain/evidence/degree';
import { packageNames } from '@/domain/policy/package-names';
import { STATEMENT_WORDS } from '@/domain/registry/package-facts';
import { Badge } from '@/components/ui/badge';
import { PolicyName } from '@/features/policy/card';
import { ActionMark, FINDING_WORDS } from '@/features/policy/words';
import { AskLink, WaivedLine } from '@/features/waiver/card';
import { countOf, formatCount } from '@/lib/numbers';
import type { ImageDetail } from '../../query';
import { imageHref, JUDGED_ROW } from '../params';

type Judged = NonNullable<ImageDetail['judgedPackages']>;
type Row = Omit<Judged['packages'][number], 'action'>;

interface JudgedPackagesProps {
  image: ImageDetail;
  /** The package that the verdict on the image leads to, by its package URL. */
  judged: string | null;
  /** The sentences of the policies, by their ids. */
  sentences: ReadonlyMap<string, string>;
}

/** Lists what policies deny or warn of among an image's packages, by what their registries say. */
export function JudgedPackages({ image, judged, sentences }: JudgedPackagesProps) {
  if (!image.judgedPackages) return null;
  const { packages, waived } = image.judgedPackages;
  if (packages.length + waived.length === 0) return null;
  return (
    <section aria-labelledby="judged-packages" className="grid min-w-0 gap-2">
      <h2 id="judged-packages" className="flex items-center gap-2 text-sm font-semibold">
        Packages that policies judge
        <span data-numeric className="font-normal text-muted">
          {formatCount(packages.length + waived.length)}
        </span>
        <TextLink href={imageHref(image.id, { tab: 'packages' })} className="font-normal">
          All packages
        </TextLink>
      </h2>
      <ul className="min-w-0 rounded-md border bg-surface">
        {packages.map((one) => (
          <PackageRow key={one.purl} id={one.purl === judged ? JUDGED_ROW : undefined} row={one}>
            <span className="inline-flex items-baseline gap-1.5">
              <ActionMark action={one.action} className="translate-y-0.5" />
              <span>
                {FINDING_WORDS[one.action]} by{' '}
                <PolicyName id={one.policy_id} sentences={sentences} />
              </span>
            </span>
            <AskLink subject={subjectOf(image, one)} />
          </PackageRow>
        ))}
        {waived.map((one) => (
          <PackageRow key={one.purl} row={one}>
            <WaivedLine waiverId={one.waiver_id} endsOn={one.ends_on} />
            <span>{FINDING_WORDS[one.waived_action]} without it</span>
          </PackageRow>
        ))}
      </ul>
    </section>
  );
}

interface PackageRowProps {
  id?: string | undefined;
  row: Row;
  children: React.ReactNode;
}

function PackageRow({ id, row, children }: PackageRowProps) {
  const { name, version, kind, degree, statement, successor, days } = row;
  return (
    <li
      id={id}
      className="grid scroll-mt-16 grid-cols-1 gap-x-6 gap-y-1 border-b px-3 py-2 text-sm last:border-b-0 md:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]"
    >
      <div className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
        <span className="font-medium wrap-anywhere">
          {name} {version}
        </span>
        <Badge tone="outline">{kind ? STATEMENT_WORDS[kind] : EVIDENCE_WORDS[degree]}</Badge>
      </div>
      <p className="min-w-0 text-xs wrap-anywhere text-muted">
        {statement ?? `Estimate: its line has had no release for ${countOf(days ?? 0, 'day')}`}
        {successor !== null && (
          <>
            {' · '}
            Successor: <span className="font-mono">{successor}</span>
          </>
        )}
      </p>
      <p className="flex flex-wrap items-baseline gap-x-2 text-xs text-muted md:col-span-2">
        {children}
      </p>
    </li>
  );
}

function subjectOf({ projectName: project, name: image, tag }: ImageDetail, row: Row) {
  const { productName: product, cycle } = packageNames(row);
  return { project, image, tag, product, cycle };
}
