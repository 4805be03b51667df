import {
  createLoader,
  createSerializer,
  parseAsString,
  parseAsStringLiteral,
  type inferParserType,
} from 'nuqs/server';
import { useCallback, useMemo } from 'react';
import type { TableColumn } from '@/components/data-table/columns';
import { EOL_STATES } from '@/domain/eol/proximity';
import {
  IMAGE_SORTS,
  labelFilterOf,
  NOT_SEEN_DAYS,
  type ListedPolicyAction,
} from '@/domain/image/list';
import { SORT_DIRECTIONS } from '@/domain/list';
import { hrefs } from '@/features/hrefs';
import { parseAsDay } from '@/features/names/day';
import type { DashboardImage } from '@/features/names/image';
import {
  labelParsers,
  NO_LABEL,
  pageParsers,
  parseAsColumns,
  parseAsId,
  parseAsIds,
  parseAsOwner,
  parseAsRunningIn,
  searchText,
  whereRunning,
} from '@/lib/page-params';
import { useListParams, type ListState } from '@/lib/use-list-params';

/** The state of the images list in the address: the same for the server's first view and the browser. */
export const imagesParsers = {
  q: parseAsString.withDefault(''),
  /** The images hold software in this state. */
  state: parseAsStringLiteral(EOL_STATES),
  verified: parseAsStringLiteral(['yes', 'no']),
  /** Whether a cluster reports that they run, or which does. */
  running: parseAsRunningIn,
  /** Retired images, in the place of those that count. */
  retired: parseAsStringLiteral(['yes']),
  /** Over how many days ago they were last seen. */
  notSeen: parseAsStringLiteral(NOT_SEEN_DAYS),
  /** The id of a project. */
  project: parseAsId,
  owner: parseAsOwner,
  /** The ids of software that the images hold, any of it. */
  software: parseAsIds,
  /** The name of a product that the images hold, to the letter. */
  product: parseAsString,
  /** The policies' verdict on the images today. */
  policy: parseAsStringLiteral(['denied', 'warned']),
  /** As of the end of a day, by what was known of ends then. */
  as_of: parseAsDay,
  ...labelParsers,
  sort: parseAsStringLiteral(IMAGE_SORTS).withDefault('ended'),
  dir: parseAsStringLiteral(SORT_DIRECTIONS).withDefault('desc'),
  columns: parseAsColumns,
  ...pageParsers,
};

export type ImagesParams = inferParserType<typeof imagesParsers>;

export const loadImagesParams = /* @__PURE__ */ createLoader(imagesParsers);
const serialize = createSerializer(imagesParsers);

const POLICY_ACTIONS = { denied: 'DENY', warned: 'WARN' } as const satisfies Record<
  string,
  ListedPolicyAction
>;

/** Builds the address of the images list in a state; what is left out takes its default. */
export function imagesHref(params: Partial<ImagesParams> = {}): string {
  return serialize(hrefs.images(), params);
}

/** Builds the address of the list as a file: all its pages. */
export function imagesExportHref(params: ImagesParams): string {
  return serialize(hrefs.exports.images, {
    ...params,
    ...{ columns: null, page: null, size: null },
  });
}

/** Builds the address of the images that have a label with this value, as they are or as of a day. */
export function labelHref(key: string, value: string, asOf: string | null = null): string {
  return hrefs.images({ label: key, labelValue: value, as_of: asOf });
}

/** Tells whether a filter is set. */
export function isFiltered({ q, ...choices }: ImagesParams): boolean {
  const { state, verified, running, retired, notSeen, project, owner, software, product } = choices;
  const chosen = [
    state,
    verified,
    running,
    retired,
    notSeen,
    project,
    owner,
    software,
    product,
    choices.policy,
    choices.label,
    choices.as_of,
  ];
  return searchText(q) !== null || chosen.some((one) => one !== null);
}

/** Clears every filter and keeps the order. */
export const NO_FILTERS = {
  q: null,
  state: null,
  verified: null,
  running: null,
  retired: null,
  notSeen: null,
  project: null,
  owner: null,
  software: null,
  product: null,
  policy: null,
  as_of: null,
  ...NO_LABEL,
  page: null,
} as const;

/** Turns the address into the input of `image.listForDashboard`. */
export function toImagesQuery(params: ImagesParams) {
  const { sort, dir, page, size } = params;
  return { ...toImagesFilter(params), state: params.state, sort, direction: dir, page, size };
}

/** Turns the address into what a list asks of images besides their states: the input of `image.states`. */
export function toImagesFilter(params: ImagesParams) {
  const { verified, running, notSeen, project } = params;
  return {
    search: searchText(params.q),
    verified: verified && verified === 'yes',
    ...whereRunning(running),
    retired: params.retired && true,
    notSeenForDays: notSeen && Number(notSeen),
    projectId: project,
    owner: params.owner,
    softwareIds: params.software?.split(',') ?? null,
    productName: params.product,
    policyAction: params.policy && POLICY_ACTIONS[params.policy],
    label: labelFilterOf(params),
    asOf: params.as_of,
  };
}

/** A list of images: all of the organization, or those of one project on its page. */
export interface ImageScope {
  /** Null: of all projects. */
  readonly projectId: string | null;
  /** Under which the reader's columns are kept. */
  readonly table: string;
  readonly columns: readonly TableColumn<DashboardImage>[];
  /** Builds the address of the list in a state. */
  readonly hrefFor: (params: Partial<ImagesParams>) => string;
}

export interface ImagesState extends ListState<ImagesParams> {
  readonly scope: ImageScope;
}

/** Reads and writes the list's state in the address. Which day the page of a project is as of, its list does not change. */
export function useImagesParams(scope: ImageScope): ImagesState {
  const { params: written, setFilter: change, setParams } = useListParams(imagesParsers);
  const { projectId } = scope;
  const params = useMemo(
    () => (projectId === null ? written : { ...written, project: projectId, owner: null }),
    [projectId, written],
  );
  const setFilter = useCallback<ImagesState['setFilter']>(
    (changes) => change(projectId === null ? changes : withoutDay(changes)),
    [projectId, change],
  );
  return { scope, params, setFilter, setParams };
}

function withoutDay({ as_of: _day, ...changes }: Parameters<ImagesState['setFilter']>[0]) {
  return changes;
}

/** Returns the reader's own filters, without the project whose page it is, and the day that it is as of. */
export function chosenIn({ scope, params }: ImagesState): ImagesParams {
  return scope.projectId === null ? params : { ...params, project: null, as_of: null };
}

/** Tells whether the reader has set a filter. */
export function isNarrowed(state: ImagesState): boolean {
  return isFiltered(chosenIn(state));
}
