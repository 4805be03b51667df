import {
  createLoader,
  createParser,
  createSerializer,
  parseAsString,
  parseAsStringLiteral,
  type inferParserType,
} from 'nuqs/server';
import { parseDay } from '@/domain/eol/calendar';
import { pageParsers, parseAsId } from '@/lib/page-params';
import { ZOOMS } from './drawing/time-scale';

const parseAsDay = createParser({ parse: parseDay, serialize: String });

/** The state of the timeline in the address: the same for the server's first view and the browser. */
export const timelineParsers = {
  view: parseAsStringLiteral(['chart', 'table']).withDefault('chart'),
  zoom: parseAsStringLiteral(ZOOMS).withDefault('year'),
  /** The day in the middle of what the reader has moved to; null: where the chart begins by itself. */
  at: parseAsDay,
  /** The id of a project. */
  project: parseAsId,
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

/** The address of the timeline in a state; what is left out takes its default. */
export function timelineHref(params: Partial<TimelineParams> = {}): string {
  return serialize('/timeline', params);
}

/** Whether the timeline leaves anything out. */
export function isFiltered({ project, type, label }: TimelineParams): boolean {
  return [project, type, label].some((one) => one !== null);
}

/** What takes every filter away and keeps the picture. */
export const NO_FILTERS = {
  project: null,
  type: null,
  label: null,
  labelIs: null,
  labelValue: null,
  page: null,
} as const;

/** The question that an address puts to `timeline.list`. */
export function toTimelineQuery({ project, type, label, labelIs, labelValue }: TimelineParams) {
  const operator = labelIs === 'in' ? ('IN' as const) : ('NOT_IN' as const);
  return {
    projectId: project,
    artifactType: type,
    label: label === null ? null : { key: label, operator, value: labelValue },
  };
}

/** What of a list of images a count on the timeline depends on. */
export type ImageConditions = ReturnType<typeof imageConditions>;

/** The conditions that a list of images shares with the timeline, for links to what it counts. */
export function imageConditions({ project, label, labelIs, labelValue }: TimelineParams) {
  return label === null ? { project } : { project, label, labelIs, labelValue };
}
