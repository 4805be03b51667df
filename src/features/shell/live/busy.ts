/** Pages of one thing, which the server writes. */
const RECORD = /^\/(?:images|projects|software|clusters|plans)\/[0-9a-f-]{36}$/;

/** Tells whether the server writes the page with this path, and not what it asks for in the browser. */
export function isRecordPage(path: string): boolean {
  return RECORD.test(path);
}
