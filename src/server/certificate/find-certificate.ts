import { findStoredCertificate } from './service';
import { permitted } from '@/server/platform/trpc/init';
import { certificateRecord } from './dto';

/** Finds the certificate as the contract's own call does, but that none is stored is an answer, not a fault. */
export const findCertificate = permitted('certificate:read')
  .output(certificateRecord.nullable())
  .query(({ ctx }) => findStoredCertificate(ctx.deps, ctx.principal.organizationId));
