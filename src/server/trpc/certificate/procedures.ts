import { findCertificate } from './find-certificate';
import { getCertificate } from './get-certificate';
import { upsertCertificate } from './upsert-certificate';

/** What REST serves. */
export const certificateRest = { get: getCertificate, upsert: upsertCertificate };

/** What only the dashboard needs. */
export const certificateDashboard = { find: findCertificate };
