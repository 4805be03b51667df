import { DateTime } from '@/components/status/date-time';
import { Badge } from '@/components/ui/badge';
import { Card } from '@/components/ui/card';
import { TextLink } from '@/components/ui/text-link';
import type { ListedTicket } from './query';

/** Shows the tickets that channels keep on a release cycle; nothing where there is none. */
export function KeptTickets({ tickets }: { readonly tickets: readonly ListedTicket[] }) {
  if (tickets.length === 0) return null;
  return (
    <Card title="Tickets" description="Kept by Eventide: one for each owner and channel" flush>
      <ul className="min-w-0 text-sm">
        {tickets.map((ticket) => (
          <li
            key={ticket.address}
            className="grid min-w-0 gap-x-4 gap-y-1 border-b px-4 py-2 last:border-b-0 sm:grid-cols-[minmax(0,2fr)_minmax(0,1fr)_auto] sm:items-center"
          >
            <span className="min-w-0 wrap-anywhere">
              <TextLink href={ticket.address} external>
                {ticket.name}
              </TextLink>
              <span className="block text-xs text-muted">{ticket.title}</span>
            </span>
            <span className="min-w-0 wrap-anywhere">
              {ticket.team?.name ?? 'Nobody owns it'}
              <span className="block text-xs text-muted">
                {ticket.channel.name}, <DateTime value={ticket.updated_at} />
              </span>
            </span>
            <span>
              <Badge tone={ticket.state === 'open' ? 'outline' : undefined}>
                {ticket.state === 'open' ? 'Open' : 'Closed'}
              </Badge>
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
