import {
  createLoader,
  createSerializer,
  parseAsString,
  parseAsStringLiteral,
  type inferParserType,
} from 'nuqs/server';
import { PROJECT_SORTS } from '@/domain/project/list';
import { SORT_DIRECTIONS } from '@/domain/list';
import { pageParsers, searchText } from '@/lib/page-params';

/** The state of the projects list in the address: the same for the server's first view and the browser. */
export const projectsParsers = {
  q: parseAsString.withDefault(''),
  sort: parseAsStringLiteral(PROJECT_SORTS).withDefault('ended'),
  dir: parseAsStringLiteral(SORT_DIRECTIONS).withDefault('desc'),
  ...pageParsers,
};

export type ProjectsParams = inferParserType<typeof projectsParsers>;

export const loadProjectsParams = /* @__PURE__ */ createLoader(projectsParsers);
const serialize = createSerializer(projectsParsers);

/** The address of the projects list in a state; what is left out takes its default. */
export function projectsHref(params: Partial<ProjectsParams> = {}): string {
  return serialize('/projects', params);
}

/** The address of the list as a file: all its pages. */
export function projectsExportHref({ q, sort, dir }: ProjectsParams): string {
  return serialize('/export/projects.csv', { q, sort, dir });
}

/** The question that an address puts to `project.listForDashboard`. */
export function toProjectsQuery({ q, sort, dir, page, size }: ProjectsParams) {
  return { search: searchText(q), sort, direction: dir, page, size };
}
