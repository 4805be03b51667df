import type { AdvisedAnswer } from '@/domain/catalog/check/answer';
import type { Day } from '@/domain/eol/calendar';

const id = 'cv_9UkHkNRuje2bx8LVKEkyw3';
const componentId = 'c_FaxyBqZpv5WKDU8nXjpcLj';
const eolAt = '2023-09-11T00:00:00.000Z';
const released = '2021-04-20T00:00:00.000Z';
const latest = '2023-08-08T00:00:00.000Z';
const page = 'https://nodejs.org/en/about/previous-releases';

/** The example in the API's document: a component that has ended. */
export const answerExample: AdvisedAnswer = {
  error: null,
  result: {
    componentName: 'nodejs',
    ecosystem: 'generic',
    version: {
      ...{ id, version: '16.0.0', componentId },
      ...{ releasedAt: released, createdAt: released, updatedAt: latest },
    },
    eol: {
      now: {
        primary: {
          reason: 'vendor_announced',
          date: eolAt,
          supportLevel: 'STANDARD_SUPPORT',
          isDefault: true,
        },
        other: [],
      },
      future: null,
    },
    lifecycles: [
      {
        id: 'life_8mZEHwhGFCp15w2UkbNHHc',
        eolAt,
        componentId,
        range: '16.x',
        supportLevel: 'STANDARD_SUPPORT',
        isDefault: true,
        uri: page,
        eolField: 'eolFrom',
        isEol: true,
        componentVersionId: id,
        lifecycleId: 'life_X4qch7aRsAYjcxxzKcL4Cn',
      },
    ],
    registry: null,
  },
  eol: true,
  eol_reason: 'VENDOR_ANNOUNCED',
  eol_date: eolAt,
  match: { found: true, message: '' },
  evidence_degree: 'catalog',
  found_support: true,
  request: { identifier: { name: 'nodejs', version: '16.0.0', ecosystem: 'generic' } },
  evidence: {
    schema_version: '1.0.0',
    id: 'nodejs/16',
    modified: latest,
    published: released,
    entity: {
      ...{ name: 'Node.js', vendor: 'OpenJS Foundation', version: '16.0.0' },
      ...{ lts: true, released, type: 'software' },
    },
    support: [{ eol: eolAt, id: 'STANDARD_SUPPORT', level: 2 }],
    references: [{ type: 'WEB', url: page }],
    identification: {
      cpes: ['cpe:2.3:a:nodejs:node.js'],
      custom: { name: 'Node.js', vendor: 'OpenJS Foundation' },
      purls: ['pkg:generic/node'],
      versions: ['16.0.0', '16'],
    },
  },
  advice: {
    target: {
      name: '24',
      label: '24 (LTS)',
      lts: true,
      endsOn: '2028-04-30' as Day, // a day of the calendar
      state: 'later',
      latestRelease: '24.19.0',
      releaseNotesUrl: null,
    },
    smallest: null,
    reason: null,
    about: null,
    older: null,
  },
};
