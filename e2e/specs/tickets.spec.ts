import { createChannel } from '@/server/channel/service/channels';
import { makeActor } from '@/test/accounts';
import { ruleFor } from '@/test/messages';
import { ticketChannel } from '@/test/ticket-channel';
import { startTicketService } from '@/test/ticket-service';
import { daysFromToday } from '../api/harness/payloads';
import { expectAccessible, expectNoSidewaysScroll } from '../pages/axe';
import { expect, test } from '../pages/test';

const perl = { product: 'Perl', cycle: '5.30', eol: daysFromToday(-40) };

test(
  'a denied build makes a ticket that the software and its plan show, and that closes when it passes again',
  { tag: '@phone' },
  async ({ workspace, deps, plansPage, page }) => {
    const service = await startTicketService('gitlab');
    const admin = await makeActor(deps, workspace.organizationId, 'admin');
    const channel = await createChannel(deps, admin, ticketChannel('gitlab', service.url));
    await ruleFor(deps, workspace.organizationId, [channel.id], ['build.denied']);
    await workspace.policy({ denyDays: 0 });
    await workspace.upload({ project: 'shop', image: 'api:1', matches: [perl] });
    await expect.poll(() => service.tickets.length).toBe(1);
    expect(service.tickets[0]?.title).toContain('Perl 5.30: support ended on');

    await plansPage.open();
    await page.getByRole('link', { name: 'Plan a move' }).click();
    await page.getByRole('link', { name: 'Perl 5.30' }).click();
    await page.getByLabel('Its release cycle').fill('5.42');
    await page.getByLabel(/^By/).fill(daysFromToday(400));
    await page.getByRole('button', { name: 'Plan the move' }).click();
    await expect(plansPage.title).toHaveText('Perl 5.30 to 5.42');
    const tickets = page
      .locator('section')
      .filter({ has: page.getByRole('heading', { name: 'Tickets', exact: true }) });
    await expect(tickets.getByRole('link')).toHaveAttribute('href', /\/issues\/1$/);
    await expect(tickets).toContainText('Open');
    await expect(tickets).toContainText('Perl 5.30: support ended on');
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);

    await workspace.upload({ project: 'shop', image: 'api:1', matches: [] });
    await expect.poll(() => service.tickets[0]?.isOpen).toBe(false);
    await page.reload();
    await expect(tickets).toContainText('Closed');
    expect(service.tickets).toHaveLength(1);
    await service.close();
  },
);
