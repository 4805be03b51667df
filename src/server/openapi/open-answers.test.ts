import { describe, expect, it } from 'vitest';
import { apiDocument, publicRouter } from '@/server/app-router';
import { describeApi } from './document';
import { withOpenAnswers } from './open-answers';

const CLOSED = '"additionalProperties":false';
const isClosed = (part: unknown) => JSON.stringify(part).includes(CLOSED);
const document = apiDocument();
const closed = describeApi(publicRouter);

describe('what the document says of answers', () => {
  it('leaves room for the fields of later releases in every one', () => {
    const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
    expect(operations.filter(({ responses }) => isClosed(responses))).toEqual([]);
    const models = Object.entries(document.components.schemas);
    const kept = models.filter(([, schema]) => isClosed(schema)).map(([name]) => name);
    // Of files that are put, a name that is not known is refused: so they say, wherever they are.
    expect(kept).toEqual(['catalog.yaml', 'eventide.yaml']);
    expect(Object.keys(document.components.schemas)).toContain('Problem');
  });

  it('is all that differs from what tests hold them to', () => {
    expect(isClosed(closed.components.schemas['Problem'])).toBe(true);
    const without = (part: object) =>
      JSON.parse(JSON.stringify(part).replaceAll(`,${CLOSED}`, '')) as object;
    expect(without(document)).toEqual(without(closed));
    expect(withOpenAnswers(document)).toEqual(document);
  });
});
