import { describe, expect, it } from 'vitest';
import { portMapping } from './port-mapping';

const input = {
  publicUrl: 'http://eventide.example.com:3000',
  scannerTlsPort: 9443,
  apiKey: 'k',
  caUrl: null,
  databaseUrl: 'https://feed.example.com',
};

describe('portMapping', () => {
  it('is not needed on the scanner’s own port', () => {
    expect(portMapping({ ...input, scannerTlsPort: 443 })).toBeNull();
  });

  it('maps 443 for Docker, or for the machine and what comes to it alone', () => {
    expect(portMapping(input)?.steps.map(({ code }) => code)).toEqual([
      '--publish 443:9443',
      [
        'sudo iptables -t nat -A PREROUTING -p tcp --dport 443 -m addrtype --dst-type LOCAL -j REDIRECT --to-ports 9443',
        'sudo iptables -t nat -A OUTPUT -p tcp --dport 443 -m addrtype --dst-type LOCAL -j REDIRECT --to-ports 9443',
      ].join('\n'),
    ]);
  });

  it('leaves port 443 to the dashboard that answers there', () => {
    const behindProxy = { ...input, publicUrl: 'https://eventide.example.com' };
    expect(portMapping(behindProxy)).toMatchObject({
      explanation: expect.stringContaining(
        'has to pass TLS for api.xeol.io and engine.xeol.io through',
      ),
      steps: [],
    });
    expect(portMapping({ ...behindProxy, hostAddress: '10.0.0.7' })?.steps).toHaveLength(2);
  });
});
