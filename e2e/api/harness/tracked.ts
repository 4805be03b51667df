import { expect } from 'vitest';
import type { ApiAnswer } from './api-client';

/** An id that nothing has. */
export const NOBODY = '019a0000-0000-7000-8000-000000000000';
/** The header by which some clients know a server of Dependency-Track. */
export const POWERED_BY = 'x-powered-by';

/** Software that ended long ago, and software that nobody catalogs; whatever it says that it is of. */
export function bom(version = '3.2.25') {
  return {
    ...{ bomFormat: 'CycloneDX', specVersion: '1.6' },
    metadata: { component: { type: 'container', name: 'not/what:counts', version: '0' } },
    components: [
      { type: 'library', name: 'django', version, purl: `pkg:pypi/django@${version}` },
      { type: 'library', name: 'ours', version: '1', purl: 'pkg:pypi/ours-of-nobody@1' },
    ],
  };
}
export const base64 = (document: object = bom()) =>
  Buffer.from(JSON.stringify(document)).toString('base64');

export interface Uploaded {
  readonly token: string;
  readonly projectUuid: string;
}
/** The answer of an upload that was taken, with nothing else in it. */
export const uploaded = ({ status, json, text }: ApiAnswer) => {
  expect(status, text).toBe(200);
  expect(Object.keys(json as object).sort()).toEqual(['projectUuid', 'token']);
  return json as Uploaded;
};
