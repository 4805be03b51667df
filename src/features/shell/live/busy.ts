/** Pages of one thing, which the server writes. */
const RECORDS = [
  /^\/(?:clusters|findings|images|plans|projects|software)\/[0-9a-f-]{36}$/,
  /^\/images\/[0-9a-f-]{36}\/packages\/[^/]+$/,
  /^\/catalog\/(?!(?:new|own)$)[^/]+$/,
];

/** Tells whether the server writes the page with this path, and not what it asks for in the browser. */
export function isRecordPage(path: string): boolean {
  return RECORDS.some((record) => record.test(path));
}
