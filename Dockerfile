# Builds Eventide's image. Pin the bases by digest for builds that can be repeated:
#   docker build --build-arg BUILD_IMAGE=node:24-trixie-slim@sha256:… --build-arg BASE_IMAGE=debian:trixie-slim@sha256:… -t eventide .
# Whatever Node the first has builds; the one that is shipped is the one of package-lock.json. /docs/install says how the labels are told.
ARG BUILD_IMAGE=node:24-trixie-slim
ARG BASE_IMAGE=debian:trixie-slim

FROM ${BUILD_IMAGE} AS packages
WORKDIR /app
ENV CI=true
COPY package.json package-lock.json .npmrc ./
RUN --mount=type=cache,target=/root/.npm npm ci --no-audit --no-fund

FROM packages AS build
COPY . .
# Seconds since 1970: when the sources were as they are.
ARG SOURCE_DATE_EPOCH
RUN npm run --silent build:runtime \
  && cp deploy/image/healthy.mjs dist/runtime/

# What Node and PostgreSQL stand on, and no more: C and C++ libraries, and the shell with which PostgreSQL sets up a
# database. No package manager, no tools.
FROM ${BASE_IMAGE} AS base
COPY deploy/image/root.sh /
RUN sh /root.sh /image base-files libc6 libgcc-s1 libstdc++6 dash

# The SBOM names what the image stands on, too.
FROM build AS runtime
COPY --from=base /image/usr/lib/os-release /debian/usr/lib/
COPY --from=base /image/var/lib/dpkg/status.d/ /debian/var/lib/dpkg/status.d/
RUN node --import tsx src/cli/release/main.ts debian /debian

FROM scratch
ARG BASE_IMAGE
ARG VERSION=0.1.0
ARG REVISION
ARG CREATED
LABEL org.opencontainers.image.title="Eventide" \
  org.opencontainers.image.description="Self-hosted end-of-life tracking for container images and directories" \
  org.opencontainers.image.licenses="Apache-2.0" \
  org.opencontainers.image.version="${VERSION}" \
  org.opencontainers.image.revision="${REVISION}" \
  org.opencontainers.image.created="${CREATED}" \
  org.opencontainers.image.base.name="${BASE_IMAGE}"
COPY --from=base /image/ /
COPY --from=runtime /app/dist/runtime/ /app/
WORKDIR /app
USER 10001:10001
# One place to write, with the uploads that wait until they are complete: the rest may be read-only.
ENV DATA_DIR=/data TMPDIR=/data NODE_ENV=production
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
# Migrations may take half an hour: some orchestrators kill what is not well.
HEALTHCHECK --interval=30s --timeout=5s --start-period=30m --retries=3 CMD ["node", "/app/healthy.mjs"]
CMD ["node", "--no-allocation-site-pretenuring", "--max-semi-space-size=4", "--max-old-space-size=1024", "dist/server/listener/main.js"]
