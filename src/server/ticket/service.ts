import { isTrackerKind } from '@/domain/channel/trackers';
import { softwareKey } from '@/domain/message/software-key';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Deps } from '@/server/platform/deps';
import type { TicketRecord } from './dto';
import { findTeamNames, findTicketsOf } from './repository';

/** Lists the tickets on a release cycle, the newest first: one for each owner and channel. */
export async function listTickets(
  { db }: Pick<Deps, 'db'>,
  organizationId: OrganizationId,
  { productName, cycle }: { readonly productName: string; readonly cycle: string },
): Promise<TicketRecord[]> {
  const teams = await findTeamNames(organizationId, db);
  const owners = new Map([
    [softwareKey(productName, cycle, null), null] as const,
    ...teams.map((team) => [softwareKey(productName, cycle, team.id), team] as const),
  ]);
  const rows = await findTicketsOf(organizationId, db, [...owners.keys()]);
  return rows.flatMap(({ kind, name, address, title, solvedAt, ...row }) =>
    isTrackerKind(kind) && name !== null && address !== null
      ? {
          ...{ name, address, title, kind },
          state: solvedAt === null ? 'open' : 'closed',
          channel: { id: row.channelId, name: row.channelName },
          team: owners.get(row.itemKey) ?? null,
          updated_at: row.updatedAt.toISOString(),
        }
      : [],
  );
}

export {
  beginTicket,
  findTicket,
  forgetTicket,
  type TicketChange,
  type TicketKey,
  type TicketRow,
  updateTicket,
} from './repository';
