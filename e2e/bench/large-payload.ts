import { packageOf, sbomOf, scanPayload } from './payload';

const MATCHES = 40;
const SBOM_SHARE = 0.6;

/**
 * An upload of about `bytes`: of packages and an SBOM as a large image has them, or of packages alone, which
 * the service reads whole. A `filler` that is not read brings it to `bytes` exactly.
 */
export function largePayload(
  number: number,
  bytes: number,
  kind: 'with SBOM' | 'packages only',
): Uint8Array<ArrayBuffer> {
  const sample = scanPayload(number, new Date(), {
    matches: MATCHES,
    packages: 150,
    software: 1_500,
    components: 20_000,
  });
  const first = number * 1_000_000;
  const Sbom = kind === 'with SBOM' ? sbomOfSize(number, bytes * SBOM_SHARE) : '';
  const rest = { ...sample, Packages: [] as ReturnType<typeof packageOf>[], Sbom, filler: '' };
  const room = bytes - JSON.stringify(rest).length;
  const count = Math.floor((room * 0.97) / JSON.stringify(packageOf(first)).length);
  const payload = {
    ...rest,
    Packages: Array.from({ length: count }, (_, index) => packageOf(first + index)),
  };
  const missing = bytes - JSON.stringify(payload).length;
  if (missing < 0) throw new Error(`The payload is ${String(-missing)} bytes too long`);
  return new TextEncoder().encode(JSON.stringify({ ...payload, filler: 'x'.repeat(missing) }));
}

/** Base64 of at most `bytes`. */
function sbomOfSize(number: number, bytes: number): string {
  const oneComponent = sbomOf(number, [packageOf(number)]);
  const count = Math.floor((bytes * 0.73) / JSON.stringify(oneComponent.components).length);
  const packages = Array.from({ length: count }, (_, index) =>
    packageOf(number * 1_000_000 + index),
  );
  return Buffer.from(JSON.stringify(sbomOf(number, packages))).toString('base64');
}
