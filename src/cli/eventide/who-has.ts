import * as z from 'zod';
import { call, ServiceError, type Service } from './service';

const PAGE_SIZE = 100;

const held = z.array(
  z.object({
    product_name: z.string(),
    product_permalink: z.string().nullable(),
    release_cycle: z.string(),
  }),
);
const software = z.object({
  items: z.array(
    z.object({
      productName: z.string(),
      productCycle: z.string(),
      projects: z.array(
        z.object({ projectName: z.string(), images: z.array(z.object({ imageName: z.string() })) }),
      ),
    }),
  ),
  total: z.number(),
});

export interface Wanted {
  /** As pages show it, or as endoflife.date's addresses do: `Node.js`, `nodejs`. */
  readonly product: string;
  readonly cycle: string;
}

export interface Holders {
  /** Project and image each. */
  readonly lines: readonly string[];
  /** Why there are none; null where there are some. */
  readonly remark: string | null;
}

/** Lists the images that hold a release cycle whose end is known: lists of software have no others. @throws ServiceError */
export async function findHolders(service: Service, wanted: Wanted): Promise<Holders> {
  const answer = held.safeParse(
    await call(service, { method: 'GET', path: 'api/v1/scanner/eol_software', parameters: [] }),
  );
  if (!answer.success) throw notOurs();
  const spelled = answer.data.filter(
    ({ product_name: name }) => name.toLowerCase() === wanted.product.toLowerCase(),
  );
  const named =
    spelled.length > 0 ? spelled : answer.data.filter((one) => isCalled(one, wanted.product));
  const products = new Set(
    named
      .filter(({ release_cycle }) => release_cycle === wanted.cycle)
      .map(({ product_name }) => product_name),
  );
  const lines = new Set<string>();
  for (const product of products) {
    for (const line of await imagesOf(service, { product, cycle: wanted.cycle })) lines.add(line);
  }
  return { lines: [...lines], remark: lines.size > 0 ? null : remarkOn(wanted, named) };
}

/** Compares names by their letters and digits. */
function isCalled(
  { product_name: name, product_permalink: permalink }: z.output<typeof held>[number],
  wanted: string,
): boolean {
  const key = keyOf(wanted);
  const slug = permalink?.split('/').at(-1) ?? '';
  return keyOf(name) === key || (key !== '' && keyOf(slug) === key);
}

function keyOf(name: string): string {
  const key = name.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '');
  return key === '' ? name : key;
}

/** Tells a name that nothing has from a cycle that nobody holds: a wrong name must not look like an answer. */
function remarkOn({ product, cycle }: Wanted, named: z.output<typeof held>): string {
  const [first] = named;
  if (!first)
    return `Nothing with an end of life that images hold is called ${product}. Names are as the page Software has them, or as endoflife.date does.`;
  const cycles = [...new Set(named.map(({ release_cycle }) => release_cycle))];
  return `No image is known to hold ${first.product_name} ${cycle}, or when it ends is not known: that is not told here. Of those that end are held: ${cycles.join(', ')}.`;
}

async function imagesOf(service: Service, { product, cycle }: Wanted): Promise<string[]> {
  const lines: string[] = [];
  for (let page = 1; ; page += 1) {
    const parameters = [
      ...[['search', product] as const, ['size', String(PAGE_SIZE)] as const],
      ['page', String(page)] as const,
    ];
    const answer = software.safeParse(
      await call(service, { method: 'GET', path: 'api/software', parameters }),
    );
    if (!answer.success) throw notOurs();
    const { items, total } = answer.data;
    lines.push(
      ...items
        .filter((one) => one.productName === product && one.productCycle === cycle)
        .flatMap(({ projects }) => projects)
        .flatMap(({ projectName, images }) =>
          images.map(({ imageName }) => `${projectName}\t${imageName}`),
        ),
    );
    if (items.length === 0 || page * PAGE_SIZE >= total) return lines;
  }
}

function notOurs(): ServiceError {
  return new ServiceError('The answer is not one of Eventide: do the versions fit?');
}
