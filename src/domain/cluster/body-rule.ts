import { cycloneDx, joined, record } from '@/domain/inventory/document/rules';
import { type KeepRule, list, members, scalar } from '@/domain/scan/body/keep-rules';

/** Entries of a report that are read, of each kind; one more is let pass, so that it is refused. */
export const MAX_REPORTED = 150_000;
const ENTRIES = MAX_REPORTED + 1;

const labels = record(scalar);

const trivyObject = members(
  {
    metadata: members({ labels }, ['name', 'namespace']),
    report: members({
      artifact: members({}, ['repository', 'tag', 'digest']),
      registry: members({}, ['server']),
      os: members({}, ['family', 'name']),
      components: cycloneDx,
    }),
  },
  ['apiVersion', 'kind'],
);
const trivyWebhook = joined(trivyObject, members({ operatorObject: trivyObject }, ['verb']));

const serverVersionMetadata = members({}, ['gitVersion']);
const anchoreInventory = members(
  {
    serverVersionMetadata,
    namespaces: list(members({}, ['name', 'uid']), ENTRIES),
    nodes: list(
      members({ labels }, [
        'name',
        'uid',
        'kubelet_version',
        'container_runtime_version',
        'kernel_version',
        'operating_system',
      ]),
      ENTRIES,
    ),
    pods: list(members({ labels }, ['name', 'uid', 'namespace_uid']), ENTRIES),
    containers: list(members({}, ['id', 'name', 'image_tag', 'image_digest', 'pod_uid']), ENTRIES),
  },
  ['cluster_name'],
);

const xeolInventory = members(
  {
    serverVersionMetadata,
    results: list(
      members(
        {
          containers: list(
            members(
              {
                image: members({}, ['tag', 'repoDigest']),
                pod: members({ deployment: members({}, ['name']) }, ['name']),
              },
              ['name'],
            ),
            ENTRIES,
          ),
        },
        ['namespace'],
      ),
      ENTRIES,
    ),
  },
  ['cluster_name', 'inventory_type'],
);

/** The members that are read of what any of the clients sends that tell what runs in a cluster. */
export const CLUSTER_REPORT_RULE: KeepRule = joined(trivyWebhook, anchoreInventory, xeolInventory);
