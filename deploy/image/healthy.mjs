// Ends with 0 when the server of this container answers that it is well: its health check. An argument is another path to ask.
const { HOST = '', PORT = '' } = process.env;
// Who listens everywhere listens here.
const host = ['', '0.0.0.0', '::'].includes(HOST) ? '127.0.0.1' : HOST;
const url = new URL(process.argv[2] ?? '/healthz', 'http://localhost');
url.hostname = host.includes(':') ? `[${host}]` : host;
url.port = PORT === '' ? '3000' : PORT;
try {
  const { ok } = await fetch(url, { signal: AbortSignal.timeout(4_000) });
  process.exit(ok ? 0 : 1);
} catch {
  process.exit(1);
}
