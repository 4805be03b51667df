import { parseJson } from '@/domain/registry/evidence';
import { judgePypi, readPypiProject, readPypiRelease } from '@/domain/registry/pypi';
import { below, type RegistrySource, type SourceParts } from './base';

const JSON_TYPE = 'application/json';
const SIMPLE_TYPE = 'application/vnd.pypi.simple.v1+json';

function valueOf<T>(result: PromiseSettledResult<T>): T | null {
  return result.status === 'fulfilled' ? result.value : null;
}

/** An index may answer with its HTML form whatever it was asked for, and then no project has a status that is read. */
const isPage = (text: string) => text.trimStart().startsWith('<');

/**
 * Asks a Python package index, by its root: `/pypi/<name>/<version>/json` and the simple index `/simple/<name>/` as
 * JSON.
 */
export function pypiSource({ url, get }: SourceParts): RegistrySource {
  return {
    ecosystem: 'pypi',
    lookUp: async ({ name, version }) => {
      const simple = below(url, 'simple', name);
      simple.pathname += '/';
      const asked = await Promise.allSettled([
        get(below(url, 'pypi', name, version, 'json'), JSON_TYPE).then(
          (answer) => answer && readPypiRelease(parseJson(answer.text)),
        ),
        get(simple, SIMPLE_TYPE).then((answer) =>
          answer && !isPage(answer.text) ? readPypiProject(parseJson(answer.text)) : null,
        ),
      ]);
      const said = judgePypi(valueOf(asked[0]), valueOf(asked[1]));
      if (said) return said;
      // Half an answer is enough for a statement, and not enough to say that there is none.
      const failed = asked.find((result) => result.status === 'rejected');
      if (failed) throw failed.reason;
      return null;
    },
  };
}
