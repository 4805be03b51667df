-- What products of the catalog were called before: by these names organizations keep their dates, contracts and products.
ALTER TABLE "catalog_product" ADD COLUMN "former_names" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[];
