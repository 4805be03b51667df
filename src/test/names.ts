import dns from 'node:dns';
import { syncBuiltinESMExports } from 'node:module';
import { onTestFinished } from 'vitest';

type Addresses = readonly { readonly address: string; readonly family: number }[];
type Found = (error: Error | null, addresses?: Addresses) => void;

function failure(code: string, host: string): Error {
  return Object.assign(new Error(`getaddrinfo ${code} ${host}`), { code });
}

/**
 * Has no name below example.com be resolved, as where no name server answers, until the test ends.
 * @returns gives the names back: each is this machine then
 */
export function withoutNames(): () => void {
  const { lookup, Resolver } = dns;
  let areGone = true;
  const tell = (host: string, found: Found) => {
    if (areGone) found(failure('EAI_AGAIN', host));
    else found(null, [{ address: '127.0.0.1', family: 4 }]);
  };
  const refuse = (host: string, found: Found) => {
    found(failure('ECONNREFUSED', host));
  };
  Object.assign(dns, {
    // Sockets and the mail client ask for all addresses.
    lookup: (host: string, options: dns.LookupAllOptions, found: Found) => {
      if (host.endsWith('.example.com')) tell(host, found);
      else lookup(host, options, found);
    },
    // What the mail client asks first.
    Resolver: class {
      resolve4 = refuse;
      resolve6 = refuse;
      cancel = () => undefined;
    },
  });
  // For those who import the function by its name.
  syncBuiltinESMExports();
  onTestFinished(() => {
    Object.assign(dns, { lookup, Resolver });
    syncBuiltinESMExports();
  });
  return () => {
    areGone = false;
  };
}
