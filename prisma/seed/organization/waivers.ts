import type { SeedTeamName } from './teams';

/** What a member asks for, and what becomes of it. Days are counted from today; negative ones lie ahead. */
export interface SeedWaiver {
  readonly askedDaysAgo: number;
  readonly endsDaysAgo: number;
  readonly scope: 'organization' | 'team' | 'project' | 'image';
  readonly projectName: string | null;
  /** Of the scope `team`. */
  readonly team?: SeedTeamName;
  readonly imageName: string | null;
  readonly productName: string;
  readonly cycle: string;
  readonly reason: string;
  readonly control: string | null;
  readonly links: readonly string[];
  /** Null: nobody has decided. */
  readonly decision: 'granted' | 'declined' | null;
  readonly note: string | null;
}

export const waivers: readonly SeedWaiver[] = [
  {
    ...{ askedDaysAgo: 220, endsDaysAgo: 40, scope: 'project', imageName: null },
    ...{ projectName: 'github//acme/shop', productName: 'Node.js', cycle: '16' },
    reason: 'The checkout moves to Node.js 22 with the spring release.',
    control: 'The service is reachable from the internal network alone.',
    links: ['https://tickets.example.com/SHOP-1288'],
    ...{ decision: 'granted', note: 'Until the spring release, and no longer.' },
  },
  {
    ...{ askedDaysAgo: 75, endsDaysAgo: -12, scope: 'project', imageName: null },
    ...{ projectName: 'github//acme/billing', productName: 'Hibernate ORM', cycle: '5.6' },
    reason: 'The invoices move to Hibernate 7 once the fiscal year is closed.',
    control: 'Only the billing service’s own database is behind it.',
    links: ['https://tickets.example.com/BILL-402'],
    ...{ decision: 'granted', note: null },
  },
  {
    ...{ askedDaysAgo: 20, endsDaysAgo: -160, scope: 'organization' },
    ...{ projectName: null, imageName: null, productName: 'Debian', cycle: '11' },
    reason: 'All base images move to Debian 13 by summer, one team after the other.',
    control: 'Security fixes come from the LTS team until then.',
    links: ['https://wiki.example.com/base-images'],
    ...{ decision: 'granted', note: 'Agreed with the platform team.' },
  },
  {
    ...{ askedDaysAgo: 18, endsDaysAgo: -300, scope: 'organization' },
    ...{ projectName: null, imageName: null, productName: 'Python', cycle: '3.8' },
    reason: 'Some scripts still need it.',
    ...{ control: null, links: [], decision: 'declined' },
    note: 'Say which ones, and ask for those images alone.',
  },
  {
    ...{ askedDaysAgo: 2, endsDaysAgo: -90, scope: 'project', imageName: null },
    ...{ projectName: 'github//acme/shop', productName: 'Node.js', cycle: '20' },
    reason: 'The payment module supports Node.js 24 from its next release on.',
    control: 'The module runs behind the payment gateway’s firewall.',
    links: ['https://tickets.example.com/SHOP-1312'],
    ...{ decision: null, note: null },
  },
  {
    ...{ askedDaysAgo: 30, endsDaysAgo: -60, scope: 'team', team: 'Data' },
    ...{ projectName: null, imageName: null, productName: 'MongoDB Server', cycle: '5.0' },
    reason:
      'The document stores move to MongoDB 7.0 one after the other until the end of the quarter.',
    control: 'Only the pipelines reach them, from within the cluster.',
    links: ['https://tickets.example.com/DATA-77'],
    ...{ decision: 'granted', note: null },
  },
];
