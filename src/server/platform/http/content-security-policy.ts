/**
 * Says what a page may load and do: its own scripts by `nonce` and what they load in turn, everything else from this
 * host alone. Styles may stand in attributes, as charts and positioned menus need; scripts may not.
 * Source: Content Security Policy Level 3.
 * @param dev whether Next compiles pages as they are asked for: its client evaluates code and keeps a socket open
 */
export function contentSecurityPolicy(nonce: string, { dev }: { dev: boolean }): string {
  const directives = {
    'default-src': "'self'",
    'script-src': `'self' 'nonce-${nonce}' 'strict-dynamic'${dev ? " 'unsafe-eval'" : ''}`,
    'style-src': "'self' 'unsafe-inline'",
    'img-src': "'self' data: blob:",
    'font-src': "'self'",
    'connect-src': `'self'${dev ? ' ws: wss:' : ''}`,
    'object-src': "'none'",
    'base-uri': "'none'",
    'form-action': "'self'",
    'frame-ancestors': "'none'",
  };
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources}`)
    .join('; ');
}
