/** An image that somebody retired by hand. */
export interface SeedRetirement {
  readonly daysAgo: number;
  readonly project: string;
  readonly image: string;
  readonly tag: string;
  readonly note: string;
}

export const retirements: readonly SeedRetirement[] = [
  {
    daysAgo: 100,
    project: 'github//acme/shop',
    image: 'registry.acme.example/shop/shop-api',
    tag: '2.14.1',
    note: 'The last shop that ran it moved to production in August',
  },
];
