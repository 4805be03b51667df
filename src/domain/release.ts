/** The version of the service, as `package.json` says it. */
export const RELEASE = '0.1.0';
