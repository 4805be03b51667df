/**
 * ECMA-428 says that CLE is specified by a JSON schema, and publishes none (first edition, December 2025). This is what the
 * tables of its text say, in our words.
 */
const instant = { type: 'string', format: 'date-time', pattern: 'Z$' };
const versions = {
  type: 'array',
  minItems: 1,
  items: {
    oneOf: [
      {
        type: 'object',
        required: ['version'],
        properties: { version: { type: 'string' } },
        additionalProperties: false,
      },
      {
        type: 'object',
        required: ['range'],
        properties: { range: { type: 'string', pattern: '^vers:[a-z0-9.+-]+/[^|]+([|][^|]+)*$' } },
        additionalProperties: false,
      },
    ],
  },
};
const base = { id: { type: 'integer', minimum: 0 }, effective: instant, published: instant };
const event = (type: string, required: string[], more: object) => ({
  type: 'object',
  required: ['id', 'type', 'effective', 'published', ...required],
  properties: { ...base, type: { const: type }, ...more },
  additionalProperties: false,
});
const supportId = { type: 'string' };
const references = { type: 'array', items: { type: 'string', format: 'uri' } };

export const CLE_TEXT_SCHEMA = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  required: ['$schema', 'identifier', 'updatedAt', 'events'],
  properties: {
    $schema: { type: 'string', format: 'uri' },
    identifier: {
      oneOf: [
        { type: 'string', pattern: '^pkg:' },
        { type: 'array', minItems: 1, items: { type: 'string', pattern: '^pkg:' } },
      ],
    },
    updatedAt: instant,
    definitions: {
      type: 'object',
      properties: {
        support: {
          type: 'array',
          items: {
            type: 'object',
            required: ['id', 'description'],
            properties: {
              id: { type: 'string' },
              description: { type: 'string' },
              url: { type: 'string', format: 'uri' },
            },
            additionalProperties: false,
          },
        },
      },
      additionalProperties: false,
    },
    index: { type: 'string', format: 'uri' },
    next: { type: 'string', format: 'uri' },
    events: {
      type: 'array',
      maxItems: 100_000,
      items: {
        oneOf: [
          event('released', ['version'], {
            version: { type: 'string' },
            license: { type: 'string' },
          }),
          event('endOfDevelopment', ['versions', 'supportId'], { versions, supportId }),
          event('endOfSupport', ['versions', 'supportId'], { versions, supportId }),
          event('endOfLife', ['versions'], { versions }),
          event('withdrawn', ['eventId'], {
            eventId: { type: 'integer', minimum: 0 },
            reason: { type: 'string' },
            references,
          }),
        ],
      },
    },
  },
  additionalProperties: false,
};
