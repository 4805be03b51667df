/**
 * The hosts a stock scanner calls. They are constants in its binary: current releases call the first,
 * older ones upload to the second. Nothing but name resolution can send those calls elsewhere.
 */
export const scannerHosts = ['api.xeol.io', 'engine.xeol.io'] as const;

/** The scanner writes no port in its addresses, so HTTPS's own is the only one it ever calls. */
export const scannerPort = 443;
