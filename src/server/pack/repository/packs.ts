import type { Day } from '@/domain/eol/calendar';
import { offsetOf, type PageRequest } from '@/domain/pagination';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Transaction } from '@/server/platform/db/db';
import type { Prisma } from '@/server/prisma-client/client';

/** Without the content, which may be megabytes. */
const SHOWN = {
  ...{ id: true, number: true, template: true, asOf: true, sha256: true },
  ...{ madeByKind: true, madeById: true, madeByName: true, madeAt: true },
  signatures: { orderBy: { signedAt: 'asc' } },
} as const;

export type PackRow = NonNullable<Awaited<ReturnType<typeof findPack>>>;
export type NewPack = Omit<Prisma.EvidencePackGetPayload<object>, 'organizationId' | 'asOf'> & {
  readonly asOf: Day;
};
export type NewSignature = Omit<Prisma.PackSignatureGetPayload<object>, 'organizationId'>;

/** Reads a page of packs, newest first. */
export async function packPage(organizationId: OrganizationId, db: Transaction, page: PageRequest) {
  const { evidencePack } = db.of(organizationId);
  const [items, total] = await Promise.all([
    evidencePack.findMany({
      ...{ select: SHOWN, orderBy: { number: 'desc' }, take: page.size, skip: offsetOf(page) },
    }),
    evidencePack.count(),
  ]);
  return { items, total };
}

export function findPack(organizationId: OrganizationId, db: Transaction, id: string) {
  return db.of(organizationId).evidencePack.findFirst({ where: { id }, select: SHOWN });
}

/** Finds what was frozen, byte by byte, and the hash that was kept with it. */
export function findPackContent(organizationId: OrganizationId, db: Transaction, id: string) {
  const select = { content: true, sha256: true, number: true };
  return db.of(organizationId).evidencePack.findFirst({ where: { id }, select });
}

/** Finds the newest pack of a template, with what it says. */
export function findNewestPack(organizationId: OrganizationId, db: Transaction, template: string) {
  return db.of(organizationId).evidencePack.findFirst({
    ...{ where: { template }, orderBy: { number: 'desc' } },
    select: { content: true, sha256: true },
  });
}

export async function highestNumber(
  organizationId: OrganizationId,
  db: Transaction,
): Promise<number> {
  const newest = await db.of(organizationId).evidencePack.findFirst({
    ...{ orderBy: { number: 'desc' }, select: { number: true } },
  });
  return newest?.number ?? 0;
}

export async function insertPack(
  organizationId: OrganizationId,
  tx: Transaction,
  { asOf, ...row }: NewPack,
): Promise<void> {
  await tx.of(organizationId).evidencePack.createMany({ data: [{ ...row, asOf: new Date(asOf) }] });
}

export async function insertSignature(
  organizationId: OrganizationId,
  tx: Transaction,
  row: NewSignature,
): Promise<void> {
  await tx.of(organizationId).packSignature.createMany({ data: [row] });
}
