/**
 * How long a connection may stand idle between two requests, in milliseconds: longer than the 60 s after which usual
 * load balancers and proxies close theirs. Where this side closes first, a request that is just being sent is lost,
 * and who asked sees a 502; a proxy may not send it again when it changes something.
 */
export const KEEP_ALIVE_MS = 75_000;
