import { useCallback } from 'react';
import { useQueryStates, type Nullable, type Options } from 'nuqs';
import {
  createLoader,
  createParser,
  createSerializer,
  parseAsString,
  parseAsStringLiteral,
  type inferParserType,
} from 'nuqs/server';
import { parseDay } from '@/domain/eol/calendar';
import { pageParsers, parseAsId, parseAsOwner } from '@/lib/page-params';
import { ZOOMS } from './layout/scale';
import { hrefs } from '@/features/hrefs';

const parseAsDay = createParser({ parse: parseDay, serialize: String });

/** State of the timeline, as the URL holds it: the same for the server's first view and the browser. */
export const timelineParsers = {
  view: parseAsStringLiteral(['chart', 'table']).withDefault('chart'),
  zoom: parseAsStringLiteral(ZOOMS).withDefault('year'),
  /** The day in the middle of what the reader has moved to; null: where the chart begins by itself. */
  at: parseAsDay,
  /** The id of a project. */
  project: parseAsId,
  owner: parseAsOwner,
  /** An artifact type. */
  type: parseAsString,
  label: parseAsString,
  labelIs: parseAsStringLiteral(['in', 'not-in']).withDefault('in'),
  labelValue: parseAsString.withDefault(''),
  ...pageParsers,
};

export type TimelineParams = inferParserType<typeof timelineParsers>;

export const loadTimelineParams = /* @__PURE__ */ createLoader(timelineParsers);
const serialize = createSerializer(timelineParsers);

/** Makes the address of the timeline in a state; what is left out takes its default. */
export function timelineHref(params: Partial<TimelineParams> = {}): string {
  return serialize(hrefs.timeline, params);
}

/** Says whether the timeline leaves anything out. */
export function isFiltered({ project, owner, type, label }: TimelineParams): boolean {
  return [project, owner, type, label].some((one) => one !== null);
}

/** Clears every filter and keeps the picture. */
export const NO_FILTERS = {
  project: null,
  owner: null,
  type: null,
  label: null,
  labelIs: null,
  labelValue: null,
  page: null,
} as const;

/** Makes the query of `timeline.list` from the URL. */
export function toTimelineQuery(params: TimelineParams) {
  const { project, owner, type, label, labelIs, labelValue } = params;
  const operator = labelIs === 'in' ? ('IN' as const) : ('NOT_IN' as const);
  return {
    projectId: project,
    owner,
    artifactType: type,
    label: label === null ? null : { key: label, operator, value: labelValue },
  };
}

/** Conditions that an image fulfils to be counted on the timeline. */
export type ImageConditions = ReturnType<typeof imageConditions>;

/** Picks the conditions that a list of images shares with the timeline, for links to what it counts. */
export function imageConditions({ project, owner, label, labelIs, labelValue }: TimelineParams) {
  return label === null ? { project, owner } : { project, owner, label, labelIs, labelValue };
}

export interface TimelineState {
  readonly params: TimelineParams;
  /** Changes what is filtered for, from the first page on. */
  readonly setFilter: (changes: Partial<Nullable<TimelineParams>>) => void;
  /** Changes anything else. */
  readonly setParams: (changes: Partial<Nullable<TimelineParams>>, options?: Options) => void;
}

/** Reads and writes the timeline's state in the URL. Every change is an entry in the history, so that Back undoes it. */
export function useTimelineParams(): TimelineState {
  const [params, write] = useQueryStates(timelineParsers, { history: 'push', scroll: false });
  const setParams = useCallback<TimelineState['setParams']>(
    (changes, options) => void write(changes, options),
    [write],
  );
  const setFilter = useCallback<TimelineState['setFilter']>(
    (changes) => setParams({ page: null, ...changes }),
    [setParams],
  );
  return { params, setFilter, setParams };
}
