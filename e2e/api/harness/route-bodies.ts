import { unique } from './tenant-world';

/** Rules that remove nothing of what a test makes. */
export const KEEP_LONG = {
  ...{ scan_days: 3_650, newest_scans: 5, sbom_days: 0, history_days: 0 },
  ...{ refused_days: 0, message_days: 0, audit_days: 0 },
};

/** An SBOM of an application of its own. */
export const bom = () => ({
  bomFormat: 'CycloneDX',
  specVersion: '1.6',
  metadata: { component: { type: 'application', name: unique('application'), version: '1' } },
  components: [{ type: 'library', name: 'django', purl: 'pkg:pypi/django@3.2.25' }],
});

/** A report of trivy-operator on an image of its own. */
export const trivyReport = () => ({
  apiVersion: 'aquasecurity.github.io/v1alpha1',
  kind: 'SbomReport',
  metadata: {
    labels: {
      'trivy-operator.resource.kind': 'ReplicaSet',
      'trivy-operator.resource.name': 'api-7c9d8f6b5d',
      'trivy-operator.resource.namespace': 'shop',
      'trivy-operator.container.name': 'api',
    },
  },
  report: {
    artifact: { repository: unique('image'), tag: '1' },
    registry: { server: 'registry.example.com' },
    components: bom(),
  },
});
