import { createPack, signPack } from '@/server/pack/service/packs';
import type { Actor } from '@/server/platform/auth/principal';
import type { Deps } from '@/server/platform/deps';
import { findMemberByEmail } from '@/server/waiver/repository/people';

const REVIEWER = 'member@acme.example';

/** Has the demo's admin make an evidence pack, and the member review it: it waits for who approves it. */
export async function makePack(deps: Deps, admin: Actor): Promise<void> {
  const member = await findMemberByEmail(admin.organizationId, deps.db, REVIEWER);
  if (!member) throw new Error(`The demo has no member ${REVIEWER}`);
  const { id } = await createPack(deps, admin, 'pci-dss');
  const reviewer: Actor = {
    ...admin,
    kind: 'person',
    id: member.id,
    name: member.name,
    role: member.role,
  };
  await signPack(deps, reviewer, {
    ...{ id, signer: 'reviewer' },
    note: 'Compared with the plans. Debian 10 is under contract.',
  });
}
