/** Pages whose address is a secret: who knows it may set a password, join, decide, stop mails. */
const SECRET =
  /^\/+(?:set-up|invitations|reset-password|confirm-email|unsubscribe|waivers\/+decide)(?=\/|$)/i;

/** Whether a path is one of a page whose address nobody else may hear of. */
export function isSecretPage(pathname: string): boolean {
  return SECRET.test(pathname);
}

/** A path without query for the log: of such a page it says which one it is, and nothing of what follows. */
export function withoutToken(pathname: string): string {
  const path = decoded(pathname);
  const page = SECRET.exec(path)?.[0];
  return page === undefined || page === path ? pathname : `${page}/…`;
}

/** Next knows a page by its name however that is written. */
function decoded(pathname: string): string {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return pathname;
  }
}
