import { useQueryStates } from 'nuqs';
import {
  createLoader,
  createSerializer,
  parseAsStringLiteral,
  type inferParserType,
} from 'nuqs/server';
import { QUARTER_COUNTS } from '@/domain/forecast/forecast';
import { hrefs } from '@/features/hrefs';
import { labelParsers, NO_LABEL, parseAsId, parseAsOwner } from '@/lib/page-params';

/** The state of the forecast in the address: of what, and how far ahead. */
const forecastParsers = {
  quarters: parseAsStringLiteral(QUARTER_COUNTS).withDefault('4'),
  owner: parseAsOwner,
  /** The id of a project. */
  project: parseAsId,
  ...labelParsers,
};

export type ForecastParams = inferParserType<typeof forecastParsers>;

export const loadForecastParams = /* @__PURE__ */ createLoader(forecastParsers);
const serialize = createSerializer(forecastParsers);
const serializePaper = createSerializer({ paper: parseAsStringLiteral(['A4', 'LETTER']) });

/** Builds the address of the forecast's lines as a file. */
export function forecastTableHref(params: ForecastParams): string {
  return serialize(hrefs.exports.forecast.csv, params);
}

/** Builds the address of the forecast as a document. */
export function forecastPaperHref(params: ForecastParams, paper: 'A4' | 'LETTER'): string {
  return serializePaper(serialize(hrefs.exports.forecast.pdf, params), { paper });
}

/** Reads and writes the state. Every change is an entry in the history, so that Back undoes it. */
export function useForecastParams() {
  return useQueryStates(forecastParsers, { history: 'push', scroll: false });
}

/** Tells whether not everything counts. */
export function isFiltered({ owner, project, label }: ForecastParams): boolean {
  return owner !== null || project !== null || label !== null;
}

/** Clears every filter. */
export const NO_FILTERS = { owner: null, project: null, ...NO_LABEL } as const;

/** Lines of each column that the page and its picture show at most; of the others only the number is told. */
export const SHOWN_LINES = 6;

/** Makes the query of `forecast.get` from the address, for what tells all lines. */
export function toForecastInput(params: ForecastParams) {
  const { quarters, owner, project, label, labelIs, labelValue } = params;
  const written = { label, label_is: labelIs, label_value: labelValue };
  return { quarters, owner, project_id: project, ...written };
}

/** Makes the query of the page, which shows the first lines alone. */
export function toShownForecastInput(params: ForecastParams) {
  return { ...toForecastInput(params), lines: SHOWN_LINES };
}

/** Picks the conditions that other pages share with the forecast, for links to what it counts. */
export function sharedConditions({ owner, project, label, ...rest }: ForecastParams) {
  const { labelIs, labelValue } = rest;
  return label === null ? { owner, project } : { owner, project, label, labelIs, labelValue };
}
