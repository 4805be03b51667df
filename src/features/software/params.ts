import {
  createLoader,
  createSerializer,
  parseAsString,
  parseAsStringLiteral,
  type inferParserType,
} from 'nuqs/server';
import { EOL_STATES } from '@/domain/eol/proximity';
import { EVIDENCE_DEGREES } from '@/domain/evidence/degree';
import { SOFTWARE_SORTS } from '@/domain/software/list';
import { SORT_DIRECTIONS } from '@/domain/list';
import { hrefs } from '@/features/hrefs';
import { parseAsDay } from '@/features/names/day';
import { labelFilterOf } from '@/domain/image/list';
import {
  labelParsers,
  NO_LABEL,
  pageParsers,
  parseAsColumns,
  parseAsId,
  parseAsOwner,
  searchText,
} from '@/lib/page-params';
import { useListParams, type ListState } from '@/lib/use-list-params';

/** The state of the software list in the address: the same for the server's first view and the browser. */
export const softwareParsers = {
  q: parseAsString.withDefault(''),
  state: parseAsStringLiteral(EOL_STATES),
  /** How well the end is known. */
  evidence: parseAsStringLiteral(EVIDENCE_DEGREES),
  /** An artifact type. */
  type: parseAsString,
  /** The name of a product, to the letter. */
  product: parseAsString,
  /** The id of a project. */
  project: parseAsId,
  owner: parseAsOwner,
  /** As of the end of a day, by what was known of ends then. */
  as_of: parseAsDay,
  ...labelParsers,
  sort: parseAsStringLiteral(SOFTWARE_SORTS).withDefault('end'),
  dir: parseAsStringLiteral(SORT_DIRECTIONS).withDefault('asc'),
  columns: parseAsColumns,
  ...pageParsers,
};

export type SoftwareParams = inferParserType<typeof softwareParsers>;

export const loadSoftwareParams = /* @__PURE__ */ createLoader(softwareParsers);
const serialize = createSerializer(softwareParsers);

/** Builds the address of the software list in a state; what is left out takes its default. */
export function softwareListHref(params: Partial<SoftwareParams> = {}): string {
  return serialize(hrefs.softwareList(), params);
}

/** Builds the address of the list as a file: all its pages. */
export function softwareListExportHref(params: SoftwareParams): string {
  return serialize(hrefs.exports.software, {
    ...params,
    ...{ columns: null, page: null, size: null },
  });
}

/** Tells whether a filter is set. */
export function isFiltered({ q, state, type, product, project, ...rest }: SoftwareParams): boolean {
  const { owner, label, evidence, as_of: asOf } = rest;
  const chosen = [state, evidence, type, product, project, owner, label, asOf];
  return searchText(q) !== null || chosen.some((one) => one !== null);
}

/** Clears every filter and keeps the order. */
export const NO_FILTERS = {
  q: null,
  state: null,
  evidence: null,
  type: null,
  product: null,
  project: null,
  owner: null,
  as_of: null,
  ...NO_LABEL,
  page: null,
} as const;

/** Turns the address into the input of `software.listForDashboard`. */
export function toSoftwareQuery({
  q,
  state,
  evidence,
  type,
  product,
  project,
  owner,
  sort,
  dir,
  page,
  size,
  ...params
}: SoftwareParams) {
  return {
    search: searchText(q),
    state,
    evidence,
    artifactType: type,
    productName: product,
    projectId: project,
    owner,
    asOf: params.as_of,
    label: labelFilterOf(params),
    sort,
    direction: dir,
    page,
    size,
  };
}

/** The conditions on images: a row counts those that meet them, and their projects. */
export type CountedImages = Pick<
  SoftwareParams,
  'project' | 'owner' | 'as_of' | 'label' | 'labelIs' | 'labelValue'
>;

/** Builds the address of the images that a row counts. */
export function imagesOfSoftwareHref(id: string, counted: CountedImages): string {
  const { project, owner, as_of, label, labelIs, labelValue } = counted;
  const labelled = label === null ? {} : { label, labelIs, labelValue };
  return hrefs.images({ software: id, project, owner, as_of, ...labelled });
}

/** Builds the address of the projects that a row counts; null where only those of some images count, which no list shows. */
export function projectsOfSoftwareHref(id: string, counted: CountedImages): string | null {
  const { project, owner, as_of, label } = counted;
  if (project !== null || owner !== null || label !== null) return null;
  return hrefs.software(id, { view: 'projects', as_of });
}

export type SoftwareState = ListState<SoftwareParams>;

/** Reads and writes the list's state in the address. */
export function useSoftwareParams(): SoftwareState {
  return useListParams(softwareParsers);
}
