import { afterAll, beforeAll, expect, test } from 'vitest';
import { itemOf } from '@/domain/message/content';
import { fullMessage } from '@/domain/message/testing/messages';
import { sendMessage } from '@/server/message/service';
import { makeActor, makeOrganization } from '@/test/accounts';
import { testDatabase } from '@/test/database';
import { deliveringProcesses } from '@/test/delivering-processes';
import { testDeps, type TestDeps } from '@/test/deps';
import { ruleFor } from '@/test/messages';
import { ticketChannel } from '@/test/ticket-channel';
import { isCreation, SERVICES, startTicketService } from '@/test/ticket-service';
import { stall } from '@/test/webhook-receiver';
import { createChannel } from './service/channels';

/** After the lease of what a killed process had in hand. */
const LATER_MS = 120_000;
const ITEMS = 4;

let deps: TestDeps;
const processes = deliveringProcesses(() => deps);

beforeAll(async () => {
  deps = testDeps(await testDatabase());
});
afterAll(async () => {
  await processes.killAll();
  await deps.db.close();
});

test.each(SERVICES)(
  'a process that is killed after it made a ticket of %s, and before it noted that, leaves none twice to two others',
  async (kind) => {
    deps.clock.set(new Date(Date.now()));
    const organization = await makeOrganization(deps);
    const actor = await makeActor(deps, organization, 'admin');
    const service = await startTicketService(kind);
    const { id } = await createChannel(deps, actor, ticketChannel(kind, service.url));
    await ruleFor(deps, organization, [id], ['support.ends', 'build.denied']);
    // The last of its tickets is made, and the answer never comes.
    const made = () => service.tickets.length;
    service.interfere((asked) =>
      isCreation(asked) && made() === ITEMS - 1 ? { after: stall } : null,
    );
    const items = Array.from({ length: ITEMS }, (_, index) =>
      itemOf({ key: `key ${String(index)}`, what: `Debian ${String(index)}` }),
    );
    const say = () =>
      deps.db.transaction((tx) => {
        const content = fullMessage({ kind: 'support.ends', items, total: ITEMS });
        const at = new Date(Date.now());
        return sendMessage(tx, organization, content, 'listeners', at);
      });
    await say();
    const killed = processes.start();
    await expect.poll(made, { timeout: 30_000, interval: 20 }).toBe(ITEMS);
    await processes.kill(killed);
    await say();
    processes.start(LATER_MS);
    processes.start(LATER_MS);
    const pending = () => deps.db.of(organization).delivery.count({ where: { state: 'pending' } });
    await expect.poll(pending, { timeout: 60_000, interval: 100 }).toBe(0);
    await processes.endAll();
    expect(service.tickets.map(({ title }) => title.slice(0, 8))).toEqual(
      items.map(({ what }) => what),
    );
    expect(service.asked.filter(isCreation)).toHaveLength(ITEMS);
    const rows = await deps.db.of(organization).ticket.findMany();
    expect(rows.filter(({ said }) => said === null)).toEqual([]);
    expect(rows).toHaveLength(ITEMS);
    await service.close();
  },
  120_000,
);
