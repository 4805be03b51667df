import { findStoredCertificate } from '@/server/certificate/service';
import { permitted } from '../init';
import { certificateRecord } from './certificate-record.schema';

/** As the contract's own call, but that none is stored is an answer, not a fault. */
export const findCertificate = permitted('certificate:read')
  .output(certificateRecord.nullable())
  .query(({ ctx }) => findStoredCertificate(ctx.deps, ctx.principal.organizationId));
