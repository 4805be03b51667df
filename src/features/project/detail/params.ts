import { createLoader, createSerializer, type inferParserType } from 'nuqs/server';
import { trendParsers } from '@/features/analytics/params';
import { hrefs } from '@/features/hrefs';
import { imagesParsers } from '@/features/image/params';

// Which project it is, the path says, and with that whose.
const { project: _project, owner: _owner, ...imageParsers } = imagesParsers;

/** The state of a project's page in the address: of its images and of its trend. */
const projectPageParsers = { ...imageParsers, ...trendParsers };

export type ProjectPageParams = inferParserType<typeof projectPageParsers>;

export const loadProjectPageParams = /* @__PURE__ */ createLoader(projectPageParsers);
const serialize = createSerializer(projectPageParsers);

/** Builds the address of a project's page. */
export function projectHref(projectId: string, params: Partial<ProjectPageParams> = {}): string {
  return serialize(hrefs.project(projectId), params);
}
