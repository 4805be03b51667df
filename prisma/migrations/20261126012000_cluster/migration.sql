-- CreateTable
CREATE TABLE "cluster" (
    "organization_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "name_key" UUID NOT NULL,
    "search_text" TEXT NOT NULL,
    "sort_key" TEXT NOT NULL,
    "distribution" TEXT,
    "version" TEXT,
    "inventory_at" TIMESTAMPTZ(3),
    "first_heard_at" TIMESTAMPTZ(3) NOT NULL,
    "heard_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "cluster_pkey" PRIMARY KEY ("organization_id","id")
);

-- CreateTable
CREATE TABLE "cluster_node" (
    "organization_id" UUID NOT NULL,
    "cluster_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "kubelet_version" TEXT,
    "container_runtime" TEXT,
    "kernel_version" TEXT,
    "operating_system" TEXT,

    CONSTRAINT "cluster_node_pkey" PRIMARY KEY ("organization_id","cluster_id","name")
);

-- CreateTable
CREATE TABLE "cluster_container" (
    "organization_id" UUID NOT NULL,
    "cluster_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "workload_key" UUID NOT NULL,
    "namespace" TEXT NOT NULL,
    "owner_kind" TEXT,
    "owner_name" TEXT NOT NULL,
    "resource_name" TEXT NOT NULL,
    "container" TEXT NOT NULL,
    "image_name" TEXT NOT NULL,
    "canonical_name" TEXT NOT NULL,
    "tag" TEXT NOT NULL,
    "digest" TEXT,
    "search_text" TEXT NOT NULL,
    "pods" INTEGER,
    "os_family" TEXT,
    "os_name" TEXT,
    "heard_at" TIMESTAMPTZ(3),

    CONSTRAINT "cluster_container_pkey" PRIMARY KEY ("organization_id","cluster_id","id")
);

-- CreateIndex
CREATE UNIQUE INDEX "cluster_organization_id_name_key_key" ON "cluster"("organization_id", "name_key");

-- CreateIndex
CREATE INDEX "cluster_container_organization_id_cluster_id_workload_key_idx" ON "cluster_container"("organization_id", "cluster_id", "workload_key");

-- CreateIndex
CREATE INDEX "cluster_container_organization_id_cluster_id_resource_name_idx" ON "cluster_container"("organization_id", "cluster_id", "resource_name");

-- CreateIndex
CREATE INDEX "cluster_container_organization_id_cluster_id_heard_at_idx" ON "cluster_container"("organization_id", "cluster_id", "heard_at");

-- AddForeignKey
ALTER TABLE "cluster" ADD CONSTRAINT "cluster_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "cluster_node" ADD CONSTRAINT "cluster_node_organization_id_cluster_id_fkey" FOREIGN KEY ("organization_id", "cluster_id") REFERENCES "cluster"("organization_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "cluster_container" ADD CONSTRAINT "cluster_container_organization_id_cluster_id_fkey" FOREIGN KEY ("organization_id", "cluster_id") REFERENCES "cluster"("organization_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;
