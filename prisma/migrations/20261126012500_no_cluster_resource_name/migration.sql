-- It found the container of a deleted report. Trivy Operator names another one in most of them.
DROP INDEX "cluster_container_organization_id_cluster_id_resource_name_idx";
ALTER TABLE "cluster_container" DROP COLUMN "resource_name";
