import { gzipSync, zstdCompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { isDomainError } from '@/domain/errors';
import { readBom } from './body';

const BOM = JSON.stringify({
  ...{ bomFormat: 'CycloneDX', specVersion: '1.6' },
  components: [{ type: 'library', name: 'django', version: '3.2.25' }],
});
const LIMITS = { path: '/v1/bom', maxBytes: 1_000_000 };
const BOUNDARY = 'X-FORM-BOUNDARY';
const FORM = `multipart/form-data; boundary=${BOUNDARY}`;

interface Part {
  readonly name: string;
  readonly value: string | Buffer;
  readonly file?: string;
  readonly type?: string;
}

function formOf(...parts: readonly Part[]): Buffer {
  const written = parts.flatMap(({ name, value, file, type }) => [
    Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"`),
    Buffer.from(file === undefined ? '' : `; filename="${file}"`),
    Buffer.from(type === undefined ? '\r\n\r\n' : `\r\nContent-Type: ${type}\r\n\r\n`),
    Buffer.from(value),
    Buffer.from('\r\n'),
  ]);
  return Buffer.concat([...written, Buffer.from(`--${BOUNDARY}--\r\n`)]);
}

/** Sends a body in pieces of a length, as it may arrive. */
function requestOf(type: string, body: Buffer | string, pieceLength = 65_536): Request {
  const bytes = Buffer.from(body);
  let at = 0;
  const stream = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (at >= bytes.length) {
        controller.close();
        return;
      }
      controller.enqueue(bytes.subarray(at, at + pieceLength));
      at += pieceLength;
    },
  });
  const init: RequestInit & { duplex: 'half' } = {
    ...{ method: 'POST', headers: { 'content-type': type }, body: stream, duplex: 'half' },
  };
  return new Request('http://localhost/', init);
}

const namesIn = (request: Request, limits = LIMITS) =>
  readBom(request, limits, async ({ fields, takeDocument }) => {
    const { components } = await takeDocument();
    return { fields, names: components.map(({ component }) => component.name) };
  });

async function refusalOf(request: Request, limits = LIMITS) {
  const error: unknown = await namesIn(request, limits).catch((caught: unknown) => caught);
  if (!isDomainError(error)) throw new Error('it was not refused', { cause: error });
  const { code, message, faults } = error;
  return faults.length > 0 ? [code, ...faults.map(({ loc }) => loc.join('.'))] : [code, message];
}

const base64 = (bytes: string | Buffer) => Buffer.from(bytes).toString('base64');
const json = (fields: object) => JSON.stringify(fields);

describe('a BOM in JSON', () => {
  it.each([1, 7, 65_536])(
    'is read in pieces of %i bytes, with the fields beside it',
    async (size) => {
      const body = json({
        ...{ projectName: 'shop', autoCreate: 'true', isLatest: true },
        ...{ bom: base64(BOM), projectTags: [{ name: 'a' }, 'b'], ignored: { secret: 'x' } },
      });
      expect(await namesIn(requestOf('application/json; charset=utf-8', body, size))).toEqual({
        names: ['django'],
        fields: {
          ...{ projectName: 'shop', autoCreate: 'true', isLatest: true },
          projectTags: [{ name: 'a' }, 'b'],
        },
      });
    },
  );

  it.each([gzipSync(BOM), zstdCompressSync(BOM), `\u{feff}${BOM}`])(
    'is read packed, and with a mark of its encoding',
    async (bytes) => {
      const request = requestOf('application/json', json({ bom: base64(bytes) }));
      expect((await namesIn(request)).names).toEqual(['django']);
    },
  );

  it('is refused where it is missing or is none', async () => {
    const refused = (body: string) => refusalOf(requestOf('application/json', body));
    expect(await refused('{}')).toEqual(['invalid', 'No BOM file provided.']);
    expect(await refused('{"bom":null}')).toEqual(['invalid', 'No BOM file provided.']);
    expect(await refused('{"bom":""}')).toEqual(['invalid', 'No BOM file provided.']);
    expect(await refused('{"bom":7}')).toEqual(['invalid', 'body.bom']);
    expect(await refused('{"bom":"no base64!"}')).toEqual(['invalid', 'body.bom']);
    expect(await refused(json({ bom: base64('{"bomFormat":') }))).toEqual([
      ...['invalid', 'body.bom.line 1, column 14'],
    ]);
    expect(await refused(json({ bom: base64('{}') }))).toEqual(['invalid', 'body.bom']);
    expect(await refused(json({ bom: base64(gzipSync(BOM).subarray(0, 20)) }))).toEqual([
      ...['invalid', 'body.bom'],
    ]);
    expect(await refused('{"bom":"')).toEqual(['invalid', 'body']);
    expect(await refused('')).toEqual(['invalid', 'body']);
  });

  it('is refused when the text has two of them', async () => {
    const twice = `{"bom":"${base64(BOM)}","bom":"${base64(BOM)}"}`;
    expect(await refusalOf(requestOf('application/json', twice))).toEqual(['invalid', 'body.bom']);
  });

  it('is bounded as it was sent, inflated, and in the fields beside it', async () => {
    const long = BOM.replace('django', 'a'.repeat(100_000));
    const limits = { ...LIMITS, maxBytes: 50_000 };
    const packed = json({ bom: base64(gzipSync(long)) });
    expect(packed.length).toBeLessThan(limits.maxBytes);
    for (const body of [json({ bom: base64(long) }), packed]) {
      const [code] = await refusalOf(requestOf('application/json', body), limits);
      expect(code).toBe('payload_too_large');
    }
    const fields = json({ projectName: 'a'.repeat(100_000), bom: base64(BOM) });
    expect((await refusalOf(requestOf('application/json', fields)))[0]).toBe('payload_too_large');
  });
});

describe('a BOM in a form', () => {
  const bom = { name: 'bom', value: BOM };
  const fields: readonly Part[] = [
    { name: 'projectName', value: 'shöp' },
    { name: 'autoCreate', value: 'true' },
    { name: '__proto__', value: 'x' },
  ];

  it.each([1, 13, 65_536])('is read in pieces of %i bytes', async (size) => {
    const expected = { names: ['django'], fields: { projectName: 'shöp', autoCreate: 'true' } };
    const file = { ...bom, file: 'bom.json', type: 'application/json' };
    for (const parts of [
      [...fields, bom],
      [bom, ...fields],
      [file, ...fields],
    ]) {
      expect(await namesIn(requestOf(FORM, formOf(...parts), size))).toEqual(expected);
    }
  });

  it.each([
    [gzipSync(BOM), 'application/gzip'],
    [zstdCompressSync(BOM), 'application/x-zstd'],
    [gzipSync(BOM), undefined],
  ])('is read packed, whether or not its type says so', async (value, type) => {
    const part = { name: 'bom', value, file: 'bom', ...(type !== undefined && { type }) };
    expect((await namesIn(requestOf(FORM, formOf(part)))).names).toEqual(['django']);
  });

  it('is the first part of its name; other files are let go', async () => {
    const other = { name: 'notes', file: 'a.txt', value: 'a'.repeat(200_000) };
    const second = { ...bom, value: '{' };
    const form = formOf(other, bom, second, other, ...fields);
    expect((await namesIn(requestOf(FORM, form))).names).toEqual(['django']);
  });

  it('is refused where it is missing, is none, or the form breaks off', async () => {
    expect(await refusalOf(requestOf(FORM, formOf(...fields)))).toEqual([
      ...['invalid', 'No BOM file provided.'],
    ]);
    expect(await refusalOf(requestOf(FORM, formOf({ ...bom, value: '{"a":' })))).toEqual([
      ...['invalid', 'body.bom.line 1, column 6'],
    ]);
    const whole = formOf(bom, ...fields);
    for (const end of [0, 10, 60, 120, BOM.length + 50, whole.length - 20]) {
      expect(await refusalOf(requestOf(FORM, whole.subarray(0, end)))).toEqual(['invalid', 'body']);
    }
    expect(await refusalOf(requestOf('multipart/form-data', whole))).toEqual(['invalid', 'body']);
    expect(await refusalOf(requestOf('text/plain', whole))).toEqual([
      ...['unsupported_media_type', expect.stringContaining('multipart/form-data')],
    ]);
  });

  it('ends at once when its document is refused, or is too long', async () => {
    const long = { ...bom, value: BOM.replace('django', 'a'.repeat(400_000)) };
    const limits = { ...LIMITS, maxBytes: 100_000 };
    const refused = await refusalOf(requestOf(FORM, formOf(long, ...fields)), limits);
    expect(refused[0]).toBe('payload_too_large');
    const wrong = { ...bom, value: `nothing of the kind ${'x'.repeat(400_000)}` };
    expect((await refusalOf(requestOf(FORM, formOf(wrong))))[0]).toBe('invalid');
    const field = { name: 'projectName', value: 'a'.repeat(100_000) };
    expect((await refusalOf(requestOf(FORM, formOf(bom, field))))[0]).toBe('payload_too_large');
  });
});
