import { z } from 'zod';
import { adviceOn } from '@/domain/advice/advice';
import { quotable, quoted } from '@/domain/assistant/quoted-text';
import { dayOf } from '@/domain/eol/calendar';
import { DomainError } from '@/domain/errors';
import { data, moveFields, moveWords, nameArgument, toMove } from './dto';
import { productAsked } from './service/places';
import { tool } from './service/tool';

const input = z.object({
  product: nameArgument.describe('Name or slug of the product, as `Node.js` or `nodejs`'),
  cycle: nameArgument.describe('Release cycle in use now, as `18`'),
});

const output = z.object({
  product: data,
  cycle: data,
  in_catalog: z.boolean().describe('Whether the catalog has this release cycle'),
  ...moveFields.shape,
});

/** Says what to move to from a release cycle. */
export const findSuccessor = tool({
  name: 'next_supported',
  title: 'What to move to',
  description:
    'Names the supported release cycle of a product to move to from the one in use, and the smallest step that lasts; or says why there is none. Nothing that ends within a year is recommended.',
  input,
  output,
  async answer(asked, { product: name, cycle }) {
    const { deps, principal } = asked;
    const product = await productAsked(asked, name);
    if (!product) {
      throw new DomainError('not_found', `The catalog has no product called ${quoted(name)}`);
    }
    const view = await deps.catalog.forOrganization(principal.organizationId);
    const today = dayOf(deps.clock.now());
    const advice = adviceOn(view, { productName: product.name, cycle }, today);
    if (!advice) throw new DomainError('not_found', `Nothing is known of ${quoted(name)}`);
    const cycles = [product, view.upstreamOf(product)].flatMap((one) => one?.cycles ?? []);
    return {
      structured: {
        product: quotable(product.name),
        cycle: quotable(cycle),
        in_catalog: cycles.some((one) => one.name === cycle),
        ...toMove(advice),
      },
      lines: [`From ${quoted(product.name)} ${quoted(cycle)}: ${moveWords(advice)}.`],
    };
  },
});
