import { lookup as systemLookup, type LookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { Agent, fetch as undiciFetch } from 'undici';
import { traceHeaders } from '../tracing';
import { outgoing, type OutgoingOutcome } from '../signals';
import { nearnessBy, type AllowedPeers, type Nearness } from './address-rules';
import { OutgoingRefusal, type Ask } from './guarded-fetch';
import { inCall } from './in-call';

const CONNECT_TIMEOUT_MS = 10_000;
/** What the two agents connect to: anything public or allowed, or what the operator allowed alone. */
const PUBLIC: ReadonlySet<Nearness> = new Set(['public', 'allowed']);
const ALLOWED: ReadonlySet<Nearness> = new Set(['allowed']);

type Resolve = (
  hostname: string,
  options: { readonly all: true },
  callback: (err: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/**
 * Makes the client for addresses that people type in: of public hosts by https at its own port, and of what the
 * operator allows by any. A name is resolved once, when the connection is made, and what it resolved to is what is
 * connected to, so a name that changes its mind in between leads nowhere else. It throws as `fetch` does, and an
 * `OutgoingRefusal` that is safe to show: it names no address that was resolved.
 */
export function outgoingClient(allowed: AllowedPeers, resolve: Resolve = systemLookup): Ask {
  const nearness = nearnessBy(allowed);
  const agents = {
    free: new Agent({ connect: { timeout: CONNECT_TIMEOUT_MS, lookup: lookupOf(resolve) } }),
    public: agentFor(PUBLIC, nearness, resolve),
    allowed: agentFor(ALLOWED, nearness, resolve),
  };
  const ask: Ask = async (address, init) => {
    const host = address.hostname.replace(/^\[|\]$/g, '').toLowerCase();
    const isOrdinary = address.protocol === 'https:' && address.port === '';
    if (!/^https?:$/.test(address.protocol)) refuse();
    // A number is connected to as it is: no look-up would be asked about it.
    if (isIP(host) !== 0 && !(isOrdinary ? PUBLIC : ALLOWED).has(nearness(host))) refuse();
    const rules = isOrdinary ? agents.public : agents.allowed;
    const dispatcher = allowed.hosts.has(host) ? agents.free : rules;
    // Which trace a question belongs to is told inside alone.
    const isInside = dispatcher !== agents.public;
    const headers = isInside ? { ...init.headers, ...traceHeaders() } : init.headers;
    try {
      return await undiciFetch(address, { ...init, ...(headers && { headers }), dispatcher });
    } catch (err) {
      if (err instanceof Error && err.cause instanceof OutgoingRefusal) throw err.cause;
      throw err;
    }
  };
  return measured(ask);
}

/** Says of each question what came of it, to whoever measures that. */
function measured(ask: Ask): Ask {
  return async (address, init) => {
    const startedAtMs = performance.now();
    const end = (outcome: OutgoingOutcome) => {
      outgoing.send({ outcome, seconds: (performance.now() - startedAtMs) / 1000 });
    };
    try {
      const answer = await inCall(init.method ?? 'GET', address, () => ask(address, init));
      end('answered');
      return answer;
    } catch (err) {
      end(err instanceof OutgoingRefusal ? 'refused' : 'failed');
      throw err;
    }
  };
}

function refuse(): never {
  throw refusal();
}

const refusal = () =>
  new OutgoingRefusal(
    'address',
    'only public hosts are asked, by https at port 443, and what OUTGOING_ALLOW names',
  );

function agentFor(
  accepted: ReadonlySet<Nearness>,
  nearness: (address: string) => Nearness,
  resolve: Resolve,
): Agent {
  const lookup = lookupOf(resolve, (addresses) =>
    // One private address among public ones is reason enough: which one would be taken is chance.
    addresses.every(({ address }) => accepted.has(nearness(address))),
  );
  return new Agent({ connect: { timeout: CONNECT_TIMEOUT_MS, lookup } });
}

/** Resolves names for a socket, as `net.connect` asks for it: all addresses or the first. */
function lookupOf(
  resolve: Resolve,
  isAccepted: (addresses: readonly LookupAddress[]) => boolean = () => true,
): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (err, addresses) => {
      if (err) return callback(err, '');
      const [first] = addresses;
      if (!first || !isAccepted(addresses)) return callback(refusal(), '');
      if (options.all) return callback(null, addresses);
      return callback(null, first.address, first.family);
    });
  };
}
