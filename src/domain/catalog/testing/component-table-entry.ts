import type { ComponentQuery, Ecosystem, NoMatch } from '@/domain/catalog/match';

/** A package as a scanner finds it; what it does not say is left out. */
export interface ScannedForm {
  /** The scanner's type of package: `deb`, `binary`, `os`. */
  readonly type: string;
  readonly name: string;
  readonly version: string;
  readonly purl?: string;
  /** CPE 2.3 formatted strings. */
  readonly cpes?: readonly string[];
  /** Fields of the scanned distribution's os-release. */
  readonly distro?: { readonly id: string; readonly versionId: string };
}

export type RightAnswer =
  | { readonly product: string; readonly cycle: string; readonly maintainer?: 'distribution' }
  | { readonly unknown: NoMatch['reason'] };

/** A component and what the vendors' own pages say it is. */
export type TableEntry = {
  readonly expect: RightAnswer;
  readonly why: string;
} & ({ readonly query: ComponentQuery } | { readonly scanned: ScannedForm });

/** The vendor's own: slug of the product, name of its cycle. */
export function vendor(product: string, cycle: string): RightAnswer {
  return { product, cycle };
}

/** A package that the distribution maintains, in the release named. */
export function distribution(product: string, cycle: string): RightAnswer {
  return { product, cycle, maintainer: 'distribution' };
}

export function unknown(reason: NoMatch['reason']): RightAnswer {
  return { unknown: reason };
}

export function purl(value: string, expect: RightAnswer, why: string): TableEntry {
  return { query: { kind: 'purl', purl: value }, expect, why };
}

export function cpe(value: string, expect: RightAnswer, why: string): TableEntry {
  return { query: { kind: 'cpe', cpe: value }, expect, why };
}

/** A plain name: `ecosystem`, name and version. */
export function named(
  [ecosystem, name, version]: readonly [Ecosystem, string, string],
  expect: RightAnswer,
  why: string,
): TableEntry {
  return { query: { kind: 'name', name, version, ecosystem }, expect, why };
}

/** An entry as a person writes it: name, vendor and version. */
export function custom(
  [name, vendorName, version]: readonly [string, string | null, string],
  expect: RightAnswer,
  why: string,
): TableEntry {
  return { query: { kind: 'custom', name, vendor: vendorName, version }, expect, why };
}

export function scanned(component: ScannedForm, expect: RightAnswer, why: string): TableEntry {
  return { scanned: component, expect, why };
}
