/**
 * What stock scanners call at the root of their host, without a trailing slash. The scanner's name is
 * reached by machines that have no business with the dashboard or the management API, so those stay away.
 */
export const scannerPaths: ReadonlySet<string> = new Set([
  '/v1/policy',
  '/v2/policy',
  '/v1/scan',
  '/v2/scan',
  '/certificate',
  '/healthz',
  '/eol/check',
]);

/** The path of a request target without its query and without one trailing slash; decodes nothing. */
export function barePath(requestTarget: string): string {
  const [path = '/'] = requestTarget.split('?', 1);
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
}
