import { createParser } from 'nuqs/server';

/** The id of a record in an address. Anything else in its place is nothing. */
export const parseAsRecordId = createParser({
  parse: (text) => (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text) ? text : null),
  serialize: String,
});
