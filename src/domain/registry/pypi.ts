import { z } from 'zod';
import { publicUrl, readAs, statement, type Statement } from './evidence';

const INACTIVE = 'Development Status :: 7 - Inactive';

const release = z.object({
  info: z.object({
    version: z.string(),
    yanked: z.boolean().nullish(),
    yanked_reason: z.string().nullish(),
    classifiers: z.array(z.string()).nullish(),
    release_url: z.string().nullish(),
  }),
});
const project = z.object({
  meta: z.object({ 'api-version': z.string() }),
  'project-status': z
    .object({ status: z.string().nullish(), reason: z.string().nullish() })
    .nullish(),
});

/** The contents of a release's document (`/pypi/<name>/<version>/json`). */
export interface PypiRelease {
  readonly yanked: Statement | null;
  /** Its author's own word at the time of the release. */
  readonly inactive: Statement | null;
}

/** @throws UnreadableAnswer */
export function readPypiRelease(document: unknown): PypiRelease {
  const { info } = readAs(release, document);
  const more = { url: publicUrl(info.release_url) };
  return {
    yanked: info.yanked
      ? statement('REGISTRY_DEPRECATED', 'Yanked by its publisher', info.yanked_reason, more)
      : null,
    inactive: info.classifiers?.includes(INACTIVE)
      ? statement('REGISTRY_DEPRECATED', `Classified by its author as “${INACTIVE}”`, null, more)
      : null,
  };
}

/**
 * Reads the state of the whole project from its entry in the simple index (JSON, `/simple/<name>/`).
 * Source: the Python packaging specification "Project status markers" (PEP 792).
 * @throws UnreadableAnswer
 */
export function readPypiProject(document: unknown): Statement | null {
  const status = readAs(project, document)['project-status'];
  switch (status?.status) {
    case 'archived':
      return statement('SOURCE_ARCHIVED', 'The project is archived', status.reason);
    case 'deprecated':
      return statement('REGISTRY_DEPRECATED', 'The project is deprecated', status.reason);
    case 'quarantined':
      return statement(
        'REGISTRY_DEPRECATED',
        'The project is quarantined as unsafe by its registry',
        status.reason,
      );
    default:
      return null;
  }
}

/**
 * The one statement that stands for all: what concerns this version before what concerns the project, and what
 * the registry holds today before what the author once wrote.
 */
export function judgePypi(
  found: PypiRelease | null,
  ofProject: Statement | null,
): Statement | null {
  return found?.yanked ?? ofProject ?? found?.inactive ?? null;
}
