import {
  createLoader,
  createSerializer,
  parseAsString,
  parseAsStringLiteral,
  type inferParserType,
} from 'nuqs/server';
import { useCallback } from 'react';
import { useQueryStates, type Nullable } from 'nuqs';
import { EOL_STATES, type EolState } from '@/domain/eol/proximity';
import { EVIDENCE_DEGREES } from '@/domain/evidence/degree';
import { COMPONENT_STATES } from '@/domain/inventory/component-state';
import { hrefs } from '@/features/hrefs';
import { parseAsDay } from '@/features/names/day';
import { pageParsers, searchText } from '@/lib/page-params';

export const IMAGE_TABS = ['software', 'packages', 'history'] as const;
export const PACKAGE_SCOPES = ['ships', 'development'] as const;
export type ImageTab = (typeof IMAGE_TABS)[number];

/** The state of an image's page in the address. */
export const imagePageParsers = {
  tab: parseAsStringLiteral(IMAGE_TABS).withDefault('software'),
  /** Software of this state alone. */
  state: parseAsStringLiteral(EOL_STATES),
  /** Packages of which the catalog says this. */
  match: parseAsStringLiteral(COMPONENT_STATES),
  /** Packages with this degree of evidence. */
  evidence: parseAsStringLiteral(EVIDENCE_DEGREES),
  /** Packages that ship, or that build and test alone. */
  scope: parseAsStringLiteral(PACKAGE_SCOPES),
  /** The text that packages are searched for. */
  q: parseAsString.withDefault(''),
  /** As it was at the end of a day. */
  as_of: parseAsDay,
  ...pageParsers,
};

export type ImagePageParams = inferParserType<typeof imagePageParsers>;

export const loadImagePageParams = /* @__PURE__ */ createLoader(imagePageParsers);
const serialize = createSerializer(imagePageParsers);

/** Builds the address of an image's page. */
export function imageHref(imageTagId: string, params: Partial<ImagePageParams> = {}): string {
  return serialize(hrefs.image(imageTagId), params);
}

/** The first row of an image's software and packages that a policy denies, or warns of where none is denied. */
export const JUDGED_ROW = 'judged';

/** Writes the address of that row, with every state shown. */
export function judgedHref(imageTagId: string): string {
  return `${imageHref(imageTagId)}#${JUDGED_ROW}`;
}

/** Builds the address of an image's software as a file; null is software of every state. */
export function softwareExportHref(imageTagId: string, state: EolState | null): string {
  return serialize(hrefs.exports.imageSoftware(imageTagId), { state });
}

/** Builds the address of an image's packages as a file: all pages of what is filtered. */
export function packagesExportHref(
  imageTagId: string,
  { q, match, evidence, scope }: ImagePageParams,
): string {
  return serialize(hrefs.exports.imagePackages(imageTagId), { q, match, evidence, scope });
}

/** Turns the address into the input of `image.components`. */
export function toPackagesQuery(
  imageTagId: string,
  { q, match, evidence, scope, page, size }: ImagePageParams,
) {
  const ships = scope === null ? null : scope === 'ships';
  return { imageTagId, search: searchText(q), state: match, evidence, ships, page, size };
}

/** Turns the address into the input of `image.scans`. */
export function toScansQuery(imageTagId: string, { page, size }: ImagePageParams) {
  return { imageTagId, page, size };
}

/** Reads and writes the state of an image's page in the address. Every change is an entry in the history. */
export function useImagePageParams() {
  const [params, write] = useQueryStates(imagePageParsers, { history: 'push', scroll: false });
  const setParams = useCallback(
    (changes: Partial<Nullable<ImagePageParams>>) => void write(changes),
    [write],
  );
  return { params, setParams };
}
