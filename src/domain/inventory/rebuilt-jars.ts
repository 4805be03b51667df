import { foldedName, foldedNamesOf } from '@/domain/catalog/product-names';
import type { CatalogView } from '@/domain/catalog/view';
import { rebuilderOf } from '@/domain/maintainer/rebuilt';
import type { ScanMatch, ScanUpload } from '@/domain/scan/upload';

type Catalog = Pick<CatalogView, 'matchScanned'>;

/**
 * Leaves out what a scanner says of jars that others than their project built, where it takes them for the project's: it
 * cuts off the mark (`26.0.10.redhat-00003` is 26.0.10 to it), and its database has the ends of the project alone, in release
 * cycles that may be another day's than the catalog's. What it says by another product's name stays, and its match where the
 * organization says something itself of that release cycle.
 */
export function withoutProjectsWord(upload: ScanUpload, catalog: Catalog): ScanUpload {
  const matches = upload.matches.filter((match) => !isProjectsWord(match, catalog));
  return matches.length === upload.matches.length ? upload : { ...upload, matches };
}

function isProjectsWord({ component, cycle }: ScanMatch, catalog: Catalog): boolean {
  if (rebuilderOf(component.version.trim()) === null) return false;
  const match = catalog.matchScanned(component, component.distro ?? null);
  if (match.found || !match.asBuiltByProject) return false;
  return foldedNamesOf(match.asBuiltByProject.product).includes(foldedName(cycle.product));
}
