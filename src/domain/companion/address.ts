import { serverAddress } from '@/domain/validation/address';

/**
 * The address of a Dependency-Track as people type or copy it, in the one form that is kept: without `/api` and without
 * a slash at the end. Its letters are not changed beyond what URLs make of them.
 */
export const companionAddress = serverAddress(
  'https://dtrack.example.com',
  (url) => `${url.origin}${url.pathname.replace(/\/+$/, '').replace(/\/api(?:\/v1)?$/, '')}`,
);
