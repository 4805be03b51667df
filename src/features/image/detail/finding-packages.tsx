import { countOf } from '@/lib/numbers';
import type { ImageFinding } from '../image-types';

type Packages = ImageFinding['packages'];

const SHOWN_AT_ONCE = 4;

/** The packages below a software cycle: a few in sight, many behind one press. */
export function FindingPackages({ packages }: { packages: Packages }) {
  if (packages.length <= SHOWN_AT_ONCE) return <PackageList packages={packages} />;
  return (
    <details className="group text-xs">
      <summary className="w-fit rounded-sm text-muted hover:text-fg">
        {countOf(packages.length, 'package')}
      </summary>
      <div className="pt-1">
        <PackageList packages={packages} />
      </div>
    </details>
  );
}

function PackageList({ packages }: { packages: Packages }) {
  return (
    <ul className="flex min-w-0 flex-wrap gap-x-4 gap-y-0.5 font-mono text-xs text-muted">
      {packages.map(({ name, version, type, purl }) => (
        <li
          key={`${type} ${name} ${version} ${purl}`}
          title={purl ?? undefined}
          className="wrap-anywhere"
        >
          {name} <span className="text-fg">{version}</span>
        </li>
      ))}
    </ul>
  );
}
