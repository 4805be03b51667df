import { deleteCluster } from './cluster/delete-cluster';
import { getCluster } from './cluster/get-cluster';
import { listClusterNames } from './cluster/list-names';
import { listClusters } from './cluster/list-clusters';
import { listWorkloads } from './cluster/list-workloads';
import { uploadAnchoreInventory, uploadXeolInventory } from './kubernetes/upload-inventory';
import { uploadTrivyReport } from './kubernetes/upload-trivy-report';

/** The operations on clusters, and those by which they are reported. */
export const cluster = {
  list: listClusters,
  get: getCluster,
  workloads: listWorkloads,
  delete: deleteCluster,
  uploadTrivy: uploadTrivyReport,
  uploadAnchore: uploadAnchoreInventory,
  uploadXeol: uploadXeolInventory,
};

/** What only the pages of the dashboard need of clusters. */
export const clusterOfPage = { ...cluster, names: listClusterNames };
