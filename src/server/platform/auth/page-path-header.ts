/** The header in which `proxy.ts` tells a page its own path and query, which layouts cannot see otherwise. */
export const PAGE_PATH_HEADER = 'x-eventide-page-path';
