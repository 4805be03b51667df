import { DOCS_PAGES } from '../pages';

/** Made once, when the server is built. */
export const dynamic = 'force-static';

/** All text of the documentation, for the search in the browser. */
export function GET(): Response {
  return Response.json(DOCS_PAGES);
}
