import { z } from 'zod';
import { quotable, quoted } from '@/domain/assistant/quoted-text';
import { IMAGE_KINDS } from '@/domain/image/kind';
import { listHoldersOf } from '@/server/catalog/service/holders';
import { data, nameArgument, pageArguments, pageFields } from './dto';
import { tool } from './service/tool';

/** Cycles of one product in one image that are named. */
const MAX_CYCLES = 20;

const input = z.object({
  product: nameArgument.describe('Name or slug of the product, as `Node.js` or `nodejs`'),
  cycle: nameArgument.optional().describe('Only where this release cycle is, as `18`'),
  ...pageArguments,
});

const output = z.object({
  product: data,
  in_catalog: z.boolean().describe('Whether the catalog has the product'),
  ...pageFields,
  items: z.array(
    z.object({
      image_id: z.guid(),
      kind: z.enum(IMAGE_KINDS),
      image: data,
      tag: data,
      project: data,
      latest_scan_at: z.iso.datetime(),
      cycles: z.array(data).describe('Release cycles of the product that it holds'),
    }),
  ),
});

/** Lists the images that hold a product, or one release cycle of it. */
export const listPlaces = tool({
  name: 'where_is',
  title: 'Where a product is',
  description:
    'Lists the images that hold a product now, or one release cycle of it, with their projects. Retired images are left out.',
  input,
  output,
  async answer({ deps, principal: { organizationId } }, { product, cycle, page, size }) {
    const found = await listHoldersOf(deps, organizationId, { product, cycle, page, size });
    const { total, pages } = found;
    const items = found.items.map((item) => ({
      image_id: item.id,
      kind: item.kind,
      image: quotable(item.name),
      tag: quotable(item.tag),
      project: quotable(item.project_name),
      latest_scan_at: item.latest_scan_at,
      cycles: item.cycles.slice(0, MAX_CYCLES).map((name) => quotable(name)),
    }));
    const name = found.product?.name ?? product;
    const subject = `${quoted(name)}${cycle === undefined ? '' : ` ${quoted(cycle)}`}`;
    const unknown = 'The catalog does not have this product: these are what scanners call so.';
    return {
      structured: {
        product: quotable(name),
        in_catalog: found.product !== null,
        ...{ total, page, pages, items },
      },
      lines: [
        `${subject} is in ${String(total)} images. Page ${String(page)} of ${String(pages)}:`,
        ...(found.product ? [] : [unknown]),
        ...items.map(
          (item) =>
            `- ${quoted(item.image)} ${quoted(item.tag)} of project ${quoted(item.project)}: ${item.cycles.map((one) => quoted(one)).join(', ')} (image ${item.image_id})`,
        ),
      ],
    };
  },
});
