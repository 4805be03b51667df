import {
  createLoader,
  createSerializer,
  parseAsString,
  parseAsStringLiteral,
  type inferParserType,
} from 'nuqs/server';
import { EOL_STATES } from '@/domain/eol/proximity';
import { EVIDENCE_DEGREES } from '@/domain/evidence/degree';
import { FINDING_SORTS } from '@/domain/finding/list';
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
  parseAsRunningIn,
  searchText,
  whereRunning,
} from '@/lib/page-params';
import { useListParams, type ListState } from '@/lib/use-list-params';

/** The state of the findings list in the address: the same for the server's first view and the browser. */
export const findingsParsers = {
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
  /** Whether a cluster reports that the images run, or which does. */
  running: parseAsRunningIn,
  /** Whether a granted waiver covers it. */
  waived: parseAsStringLiteral(['yes', 'no']),
  ...labelParsers,
  /** As of the end of a day, in the place of now: the links of trends set it. */
  on: parseAsDay,
  /** As of the end of a day, by what was known of ends then. */
  as_of: parseAsDay,
  sort: parseAsStringLiteral(FINDING_SORTS).withDefault('end'),
  dir: parseAsStringLiteral(SORT_DIRECTIONS).withDefault('asc'),
  columns: parseAsColumns,
  ...pageParsers,
};

export type FindingsParams = inferParserType<typeof findingsParsers>;

export const loadFindingsParams = /* @__PURE__ */ createLoader(findingsParsers);
const serialize = createSerializer(findingsParsers);

/** Builds the address of the findings list in a state; what is left out takes its default. */
export function findingsHref(params: Partial<FindingsParams> = {}): string {
  return serialize(hrefs.findings(), params);
}

/** Builds the address of the list as a file: all its pages. */
export function findingsExportHref(params: FindingsParams): string {
  return serialize(hrefs.exports.findings, {
    ...params,
    ...{ columns: null, page: null, size: null },
  });
}

/** Tells whether a filter is set. */
export function isFiltered({ q, state, type, product, project, ...rest }: FindingsParams): boolean {
  const { evidence, owner, running, waived, label, on, as_of: asOf } = rest;
  const chosen = [state, evidence, type, product, project, owner, running, waived, label, on, asOf];
  return searchText(q) !== null || chosen.some((one) => one !== null);
}

/** Clears every filter and keeps the order. */
export const NO_FILTERS = {
  ...{ q: null, state: null, type: null, product: null, project: null, owner: null },
  ...{ evidence: null, running: null, waived: null, on: null, as_of: null },
  ...NO_LABEL,
  page: null,
} as const;

/** As the API writes it. */
const TRUTH = { yes: 'true', no: 'false' } as const;

/** Turns the address into the input of `finding.list`. */
export function toFindingsQuery({ q, state, type, product, project, ...rest }: FindingsParams) {
  const { evidence, owner, running, waived, label, labelIs, labelValue, on, as_of } = rest;
  const { sort, dir, page, size } = rest;
  const { running: runs, clusterId } = whereRunning(running);
  return {
    ...{ search: searchText(q), state, evidence, artifact_type: type, product_name: product },
    ...{ project_id: project, owner },
    ...{ running: runs === null ? null : TRUTH[runs ? 'yes' : 'no'] },
    cluster_id: clusterId,
    waived: waived && TRUTH[waived],
    ...{ label, label_is: labelIs, label_value: labelValue, on, as_of },
    ...{ sort, direction: dir, page, size },
  };
}

/** Turns the address into the question of the list as a file. */
export function toFindingsConditions({ q, state, type, product, ...rest }: FindingsParams) {
  const { evidence, project, owner, running, waived, on, as_of: asOf, sort, dir } = rest;
  return {
    ...{ search: searchText(q), state, evidence, artifactType: type, productName: product },
    ...{ projectId: project, owner, ...whereRunning(running), label: labelFilterOf(rest) },
    waived: waived && waived === 'yes',
    ...{ on, asOf, sort, direction: dir },
  };
}

export type FindingsState = ListState<FindingsParams>;

/** Reads and writes the list's state in the address. */
export function useFindingsParams(): FindingsState {
  return useListParams(findingsParsers);
}
