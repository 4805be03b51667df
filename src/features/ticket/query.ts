import type { Outputs } from '@/trpc/outputs';
import { callServer } from '@/trpc/server';

export type ListedTicket = Outputs['ticket']['list'][number];

/** Loads the tickets that channels keep on a release cycle. */
export function loadTicketsOn(productName: string, cycle: string): Promise<ListedTicket[]> {
  return callServer.ticket.list({ product_name: productName, cycle });
}
