import type { PayloadPackage } from '../packages/payload-package';
import { hexOf } from './payload';

/** A CycloneDX document of what an image holds, as UTF-8. */
export function cycloneDx(image: string, packages: readonly PayloadPackage[]): Buffer {
  const hex = hexOf(32, 'sbom', image, ...packages.map(({ ID }) => ID));
  const [time = '', node = ''] = [hex.slice(0, 8), hex.slice(20)];
  const document = {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: `urn:uuid:${time}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${node}`,
    version: 1,
    metadata: { component: { type: 'container', name: image } },
    components: packages.map((one) => ({
      'bom-ref': one.ID === '' ? `os:${one.Name}@${one.Version}` : one.ID,
      type: one.Type === 'os' ? 'operating-system' : 'library',
      name: one.Name,
      version: one.Version,
      ...(one.PURL !== '' && { purl: one.PURL }),
      ...(one.Licenses?.length && {
        licenses: one.Licenses.map((id) => ({ license: { id } })),
      }),
    })),
  };
  return Buffer.from(JSON.stringify(document));
}
