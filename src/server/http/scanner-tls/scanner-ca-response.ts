import type { IncomingMessage, ServerResponse } from 'node:http';

/** Where both servers offer the CA for download. */
export const scannerCaPath = '/scanner-ca.pem';

/** Answers `GET /scanner-ca.pem`; a null PEM means there is no CA to give, which is a 404. */
export function sendScannerCa(
  request: IncomingMessage,
  response: ServerResponse,
  pem: string | null,
): void {
  if (pem === null) return sendDetail(response, 404, 'Not Found');
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.setHeader('Allow', 'GET, HEAD');
    return sendDetail(response, 405, 'Method Not Allowed');
  }
  response.writeHead(200, {
    'Content-Type': 'application/x-pem-file',
    'Content-Length': Buffer.byteLength(pem),
    'Cache-Control': 'no-cache',
  });
  response.end(pem);
}

/** The contract's plain error body. Scanners need JSON whatever the status. */
export function sendDetail(response: ServerResponse, status: number, detail: string): void {
  const body = JSON.stringify({ detail });
  response.writeHead(status, {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body),
  });
  response.end(body);
}
