import { Badge } from '@/components/ui/badge';
import { EVIDENCE_WORDS } from '@/domain/evidence/degree';
import { STATEMENT_WORDS } from '@/domain/registry/package-facts';
import { countOf } from '@/lib/numbers';
import type { Outputs } from '@/trpc/outputs';
import { ROW, Section, Shortened } from '../card';

type Packages = Outputs['image']['difference']['difference']['packages'];
type ComparedPackage = NonNullable<Packages>['new'][number];

/** Lists what registries speak against and stale lines. Where there is none, or no registry is asked, nothing is said of it. */
export function JudgedPackages({ packages }: { packages: Packages }) {
  if (!packages) return null;
  const groups = [
    { verb: 'came', of: packages.new, total: packages.new_total },
    { verb: 'went', of: packages.gone, total: packages.gone_total },
    { verb: 'stayed', of: packages.same, total: packages.same_total },
  ];
  return groups
    .filter(({ total }) => total > 0)
    .map(({ verb, of, total }) => (
      <Section
        key={verb}
        title={`Deprecated or stale packages that ${verb}`}
        description={`${countOf(total, 'package')}, by what is known today`}
      >
        <Shortened
          items={of}
          total={total}
          row={(one) => <PackageRow key={`${one.purl ?? one.name} ${one.version}`} found={one} />}
        />
      </Section>
    ));
}

function PackageRow({ found }: { found: ComparedPackage }) {
  const { name, version, type, degree, kind, message, successor } = found;
  return (
    <li className={ROW}>
      <span className="flex min-w-0 flex-wrap items-center gap-2 self-start">
        <span className="font-medium wrap-anywhere">
          {name} <span className="font-mono text-xs">{version}</span>
        </span>
        <Badge>{type}</Badge>
      </span>
      <span className="min-w-0">{kind ? STATEMENT_WORDS[kind] : EVIDENCE_WORDS[degree]}</span>
      <span className="min-w-0 text-xs wrap-anywhere text-muted">
        {message}
        {successor !== null && (
          <>
            {' '}
            Successor: <span className="font-mono">{successor}</span>
          </>
        )}
      </span>
    </li>
  );
}
