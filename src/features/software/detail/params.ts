import {
  createLoader,
  createSerializer,
  parseAsStringLiteral,
  type inferParserType,
} from 'nuqs/server';
import { useCallback } from 'react';
import { useQueryStates, type Nullable } from 'nuqs';
import { hrefs } from '@/features/hrefs';
import { parseAsDay } from '@/features/names/day';
import { isRunning, pageParsers, parseAsRunning } from '@/lib/page-params';

export const SOFTWARE_VIEWS = ['images', 'projects'] as const;
export type SoftwareView = (typeof SOFTWARE_VIEWS)[number];

/** The state of a software's page in the address. */
export const softwarePageParsers = {
  /** The list in view: images that hold the software, or their projects. */
  view: parseAsStringLiteral(SOFTWARE_VIEWS).withDefault('images'),
  /** Whether a cluster runs the images. */
  running: parseAsRunning,
  /** As it was at the end of a day. */
  as_of: parseAsDay,
  ...pageParsers,
};

export type SoftwarePageParams = inferParserType<typeof softwarePageParsers>;

export const loadSoftwarePageParams = /* @__PURE__ */ createLoader(softwarePageParsers);
const serialize = createSerializer(softwarePageParsers);

/** Builds the address of a software's page. */
export function softwareHref(softwareId: string, params: Partial<SoftwarePageParams> = {}): string {
  return serialize(hrefs.software(softwareId), params);
}

/** Turns the address into the input of `image.listForDashboard`. */
export function toHoldersQuery(
  softwareId: string,
  { running, as_of: asOf, page, size }: SoftwarePageParams,
) {
  const order = { sort: 'name', direction: 'asc' } as const;
  // What ran on a day before is not kept.
  const runs = asOf === null ? isRunning(running) : null;
  return { softwareIds: [softwareId], ...order, running: runs, asOf, page, size };
}

/** Turns the address into the input of `software.projects`. */
export function toProjectsQuery(
  softwareId: string,
  { as_of: asOf, page, size }: SoftwarePageParams,
) {
  return { softwareId, asOf, page, size };
}

/** Reads and writes the state of a software's page in the address. Every change is an entry in the history. */
export function useSoftwarePageParams() {
  const [params, write] = useQueryStates(softwarePageParsers, { history: 'push', scroll: false });
  const setParams = useCallback(
    (changes: Partial<Nullable<SoftwarePageParams>>) => void write(changes),
    [write],
  );
  return { params, setParams };
}
