import {
  createLoader,
  createSerializer,
  parseAsStringLiteral,
  type inferParserType,
} from 'nuqs/server';
import { DELIVERY_STATES } from '@/domain/channel/channel';
import { hrefs } from '@/features/hrefs';
import { pageParsers, parseAsId } from '@/lib/page-params';

/** The state of a channel's page in the address. */
export const channelPageParsers = {
  /** Deliveries in this state alone. */
  state: parseAsStringLiteral(DELIVERY_STATES),
  /** The message whose panel is open. */
  message: parseAsId,
  ...pageParsers,
};

export type ChannelPageParams = inferParserType<typeof channelPageParsers>;

export const loadChannelPageParams = /* @__PURE__ */ createLoader(channelPageParsers);
const serialize = createSerializer(channelPageParsers);

/** Builds the address of a channel's page in a state; what is left out takes its default. */
export function channelHref(id: string, params: Partial<ChannelPageParams> = {}): string {
  return serialize(hrefs.settings.channel(id), params);
}

/** Turns the address into the input of `channel.deliveries`. */
export function toDeliveriesQuery(id: string, { state, page, size }: ChannelPageParams) {
  return { id, state, page, size };
}
