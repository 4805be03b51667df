import { countOf } from '@/lib/numbers';
import type { ImageFinding } from '../image-types';

type Packages = ImageFinding['packages'];

const SHOWN_AT_ONCE = 2;

/** The packages below a software cycle: a few in sight, many behind one press. */
export function FindingPackages({ packages }: { packages: Packages }) {
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
