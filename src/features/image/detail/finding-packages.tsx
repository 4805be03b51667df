import { TextLink } from '@/components/ui/text-link';
import { countOf } from '@/lib/numbers';
import { imageHref } from '../image-page-params';
import type { ImageFinding } from '../image-types';

type Packages = ImageFinding['packages'];

const SHOWN_AT_ONCE = 2;

export interface FindingPackagesProps {
  imageTagId: string;
  finding: ImageFinding;
}

/**
 * The packages below a software cycle: a few in sight, many behind one press. A distribution's own are a list
 * of their own.
 */
export function FindingPackages({ imageTagId, finding: { packages } }: FindingPackagesProps) {
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
