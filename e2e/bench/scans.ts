import { z } from 'zod';
import type { ApiRequest } from './bench-server';
import { sbomOf, scanPayload } from './payload';
import type { Bench, Benchmark, Line } from './runner';
import { uploadsBesideBare, WARM_UP, type Uploads } from './uploads-beside-bare';

const MATCHES = 40;
const scanAnswer = z.object({ scan_id: z.uuid() }).transform(({ scan_id }) => scan_id);
/** Of Dependency-Track's routes: the token is the scan's id. */
const bomAnswer = z.object({ token: z.uuid() }).transform(({ token }) => token);

type Kind = Omit<Uploads, 'requests' | 'editions'> & {
  readonly requestOf: (bench: Bench, number: number, edition: number) => ApiRequest;
};

const KINDS: readonly Kind[] = [
  { what: 'scan', requestOf: scanOf, scanIdOf: (answer) => scanAnswer.parse(answer) },
  { what: 'PUT /sbom', requestOf: sbomUpload, scanIdOf: (answer) => scanAnswer.parse(answer) },
  { what: 'PUT /v1/bom', requestOf: bomUpload, scanIdOf: (answer) => bomAnswer.parse(answer) },
];

/** The ways by which software is uploaded, of the same packages. */
async function run(bench: Bench): Promise<Line[]> {
  const lines: Line[] = [];
  for (const { what, requestOf, scanIdOf } of KINDS) {
    const edition = (of: number) =>
      Array.from({ length: bench.sizes.scans + WARM_UP }, (_, number) =>
        requestOf(bench, number, of),
      );
    const requests = edition(1);
    const bytes = requests.at(-1)?.body?.byteLength ?? 0;
    const packages = String(bench.sizes.packagesPerImage);
    const matches = what === 'scan' ? `${String(MATCHES)} matches, SBOM, ` : '';
    lines.push({
      what: `${what}: ${matches}${packages} packages`,
      measured: `${(bytes / 1024).toFixed(0)} KiB`,
    });
    lines.push(
      ...(await uploadsBesideBare(bench, { what, requests, editions: edition(2), scanIdOf })),
    );
  }
  return lines;
}

function payloadOf({ sizes, fleet }: Bench, number: number, edition: number) {
  const of = {
    matches: MATCHES,
    packages: sizes.packagesPerImage,
    software: sizes.software,
    components: sizes.components,
  };
  return scanPayload(number, fleet.today, of, edition);
}

function scanOf(bench: Bench, number: number, edition: number): ApiRequest {
  return sent('/v2/scan', payloadOf(bench, number, edition));
}

function documentOf(bench: Bench, number: number, edition: number) {
  return sbomOf(number, payloadOf(bench, number, edition).Packages, edition);
}

/** Other packages than `PUT /sbom` has sent: what an organization holds already is written by neither. */
const OTHERS = 10_000;

function sbomUpload(bench: Bench, number: number, edition: number): ApiRequest {
  const name = `registry.example.com/sbom/app-${String(number)}:1`;
  return sent(
    `/sbom?project=sboms&name=${encodeURIComponent(name)}`,
    documentOf(bench, number, edition),
  );
}

function bomUpload(bench: Bench, number: number, edition: number): ApiRequest {
  const document = documentOf(bench, number + OTHERS, edition);
  const bom = Buffer.from(JSON.stringify(document)).toString('base64');
  const projectName = `tracked-${String(number)}`;
  return sent('/v1/bom', { projectName, projectVersion: '1', autoCreate: true, bom });
}

function sent(path: string, body: object): ApiRequest {
  return { method: 'PUT', path, body: new TextEncoder().encode(JSON.stringify(body)) };
}

export const scans: Benchmark = { name: 'scans', run };
