import type { ChannelDraft } from '@/domain/channel/channel';
import type { TrackerKind } from '@/domain/channel/trackers';
import type { Service } from './ticket-service';

/** A channel that keeps its tickets in a service of the machine. */
export function ticketChannel(
  service: Service,
  url: string,
): Extract<ChannelDraft, { kind: TrackerKind }> {
  const drafted = { name: 'Tickets' };
  if (service === 'github') {
    const settings = { url, repository: 'acme/shop', labels: ['eol'] };
    return { ...drafted, kind: 'github', settings, credentials: { token: 'token' } };
  }
  if (service === 'gitlab') {
    const settings = { url, project: 'acme/shop', labels: ['eol'] };
    return { ...drafted, kind: 'gitlab', settings, credentials: { token: 'token' } };
  }
  const isCloud = service === 'jira-cloud';
  return {
    ...{ ...drafted, kind: 'jira' },
    settings: {
      ...{ url, deployment: isCloud ? 'cloud' : 'data_center', project: 'SHOP' },
      ...{ issue_type: 'Task', labels: ['eol'], done_transition: '' },
    },
    credentials: { email: isCloud ? 'eve@example.com' : '', token: 'token' },
  };
}
