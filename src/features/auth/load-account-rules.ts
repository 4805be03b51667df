/** The rules for names, addresses and passwords: fetched for a form, since they bring a library along. */
export const loadAccountRules = () => import('./account-rules');
