import type { Fault } from '@/domain/errors';
import type { KeyName } from './keys';

/** An upload that the service did not take. */
export interface SeedRefusal {
  readonly daysAgo: number;
  readonly key: KeyName;
  readonly remoteAddress: string;
  readonly status: number;
  readonly detail: string | readonly Fault[];
}

export const refusals: readonly SeedRefusal[] = [
  {
    daysAgo: 61,
    key: 'Jenkins',
    remoteAddress: '10.20.4.17',
    status: 422,
    detail: [{ loc: ['body', 'EventSource'], msg: 'Field required', type: 'missing' }],
  },
  {
    daysAgo: 33,
    key: 'GitLab CI',
    remoteAddress: '10.20.8.51',
    status: 413,
    detail: 'Request body is larger than 67108864 bytes',
  },
  {
    daysAgo: 9,
    key: 'Azure Pipelines',
    remoteAddress: '10.20.9.112',
    status: 422,
    detail: [
      {
        loc: ['body', 'Sbom'],
        msg: 'Value error, the SBOM is not valid base64',
        type: 'value_error',
      },
    ],
  },
  {
    daysAgo: 2,
    key: 'Jenkins',
    remoteAddress: '10.20.4.17',
    status: 422,
    detail: [
      {
        loc: ['body', 'Matches', 3, 'Cycle', 'Eol'],
        msg: 'Value error, not a date: 2026-02-30',
        type: 'value_error',
      },
      {
        loc: ['body', 'Matches', 7, 'Cycle', 'ReleaseCycle'],
        msg: 'Input should be a valid string',
        type: 'string_type',
      },
    ],
  },
];
