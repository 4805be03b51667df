/** A vendor's package: its name (or the start of it, before `*`), who builds it, and the product that it is. */
type Row = readonly [names: string, vendor: string, slug?: string];

/**
 * Names of packages that vendors offer from archives of their own, by vendor. Distributions use these names for nothing
 * of theirs, unless a mark in the version says so (`DISTRIBUTIONS_OWN`).
 */
const ROWS: readonly Row[] = [
  ['containerd.io', 'Docker', 'containerd'],
  ['docker-ce docker-ce-* docker-ee*', 'Docker', 'docker-engine'],
  ['docker-buildx-plugin docker-compose-plugin docker-scan-plugin docker-desktop', 'Docker'],
  ['docker-model-plugin nvidia-container-* nvidia-docker2 libnvidia-container*', 'NVIDIA'],
  [
    'cuda cuda-* libcublas-* libcudnn* libcufft-* libcurand-* libcusolver-* libcusparse-* libnccl*',
    'NVIDIA',
  ],
  [
    'libnpp-* libnvjpeg-* libnvinfer* libcufile-* nsight-* tensorrt* datacenter-gpu-manager*',
    'NVIDIA',
  ],
  ['elasticsearch', 'Elastic', 'elasticsearch'],
  ['kibana', 'Elastic', 'kibana'],
  ['logstash', 'Elastic', 'logstash'],
  [
    'filebeat metricbeat packetbeat auditbeat heartbeat-elastic winlogbeat functionbeat journalbeat',
    'Elastic',
    'beats',
  ],
  ['elastic-agent apm-server enterprise-search elasticsearch-oss kibana-oss', 'Elastic'],
  ['gitlab-ce gitlab-ee gitlab-jh', 'GitLab', 'gitlab'],
  ['gitlab-runner gitlab-runner-*', 'GitLab'],
  ['google-chrome-*', 'Google', 'chrome'],
  [
    'google-cloud-cli google-cloud-cli-* google-cloud-sdk google-cloud-sdk-* google-cloud-ops-agent stackdriver-agent google-fluentd google-fluentd-*',
    'Google',
  ],
  [
    'google-compute-engine google-compute-engine-oslogin google-guest-agent google-osconfig-agent gce-disk-expand bazel',
    'Google',
  ],
  ['kubeadm kubectl kubelet', 'the Kubernetes project', 'kubernetes'],
  ['kubernetes-cni cri-tools', 'the Kubernetes project'],
  ['cri-o cri-o-runc', 'the CRI-O project'],
  ['helm', 'the Helm project'],
  ['grafana grafana-enterprise', 'Grafana Labs', 'grafana'],
  ['rpm:loki', 'Grafana Labs', 'grafana-loki'],
  ['promtail tempo mimir alloy grafana-agent* grafana-alloy k6', 'Grafana Labs'],
  ['jenkins', 'the Jenkins project', 'jenkins'],
  ['MariaDB-*', 'mariadb.org', 'mariadb'],
  ['maxscale galera-enterprise-* mariadb-columnstore-engine', 'MariaDB plc'],
  ['mongodb-org* mongodb-enterprise* mongodb-10gen*', 'MongoDB', 'mongodb'],
  ['mongodb-mongosh mongodb-database-tools mongodb-atlas-cli mongodb-compass', 'MongoDB'],
  ['mysql-community-* mysql-commercial-*', 'Oracle', 'mysql'],
  [
    'mysql-apt-config mysql-router-community mysql-shell mysql-workbench-community mysql-connector-*-c++* mysql80-community-release mysql57-community-release mysql-cluster-*',
    'Oracle',
  ],
  ['jdk-* jdk1.*', 'Oracle', 'oracle-jdk'],
  ['graalvm* oracle-instantclient*', 'Oracle'],
  ['msopenjdk-*', 'Microsoft', 'microsoft-build-of-openjdk'],
  [
    'dotnet-runtime-* dotnet-runtime-deps-* dotnet-sdk-* dotnet-hostfxr-* dotnet-apphost-pack-* dotnet-targeting-pack-* aspnetcore-runtime-* aspnetcore-targeting-pack-* netstandard-targeting-pack-*',
    'Microsoft',
    'dotnet',
  ],
  ['dotnet-host dotnet', 'Microsoft', 'dotnet'],
  ['powershell powershell-lts powershell-preview', 'Microsoft', 'powershell'],
  ['mssql-server', 'Microsoft', 'mssqlserver'],
  [
    'mssql-server-* mssql-tools* msodbcsql* packages-microsoft-prod code code-insiders microsoft-edge-* rpm:azure-cli azure-functions-core-tools* azcopy mdatp moby-* aziot-* sqlcmd rpm:procdump intune-portal azuremonitoragent omsagent scx blobfuse* servicefabric*',
    'Microsoft',
  ],
  ['neo4j neo4j-enterprise', 'Neo4j', 'neo4j'],
  ['cypher-shell', 'Neo4j'],
  ['opensearch opensearch-dashboards', 'the OpenSearch project', 'opensearch'],
  ['data-prepper', 'the OpenSearch project'],
  [
    'percona-server-* percona-xtrabackup-* percona-xtradb-cluster* percona-release percona-pg* percona-postgresql* percona-mysql* percona-orchestrator percona-icu* percona-backup-mongodb percona-haproxy percona-patroni percona-proxysql* percona-telemetry-agent percona-pgbackrest percona-ppg* percona-timescaledb* percona-valkey*',
    'Percona',
  ],
  ['rpm:percona-toolkit Percona-* pmm-client pmm2-client proxysql proxysql2', 'Percona'],
  ['temurin-*', 'Adoptium', 'eclipse-temurin'],
  ['adoptopenjdk-*', 'AdoptOpenJDK'],
  ['bellsoft-java*', 'BellSoft', 'bellsoft-liberica'],
  ['zulu*-jdk* zulu*-jre* zulu-?? zulu-?', 'Azul', 'azul-zulu'],
  ['zulu-repo zulu*-ca-*', 'Azul'],
  ['java-*-amazon-corretto* amazon-corretto-*', 'Amazon', 'amazon-corretto'],
  ['ibm-semeru-*', 'IBM', 'ibm-semeru-runtime'],
  ['sapmachine-*', 'SAP', 'sapmachine'],
  [
    'amazon-ssm-agent amazon-cloudwatch-agent amazon-ecr-credential-helper amazon-efs-utils aws-cli-* aws-nitro-enclaves-cli* ecs-init session-manager-plugin xray aws-otel-collector aws-vpn-client',
    'Amazon',
  ],
  ['telegraf', 'InfluxData', 'telegraf'],
  ['influxdb influxdb2', 'InfluxData', 'influxdb'],
  ['influxdb2-cli influxdb2-client influxdb3-* chronograf kapacitor', 'InfluxData'],
  ['terraform', 'HashiCorp', 'terraform'],
  ['vault vault-enterprise', 'HashiCorp', 'hashicorp-vault'],
  ['consul consul-enterprise', 'HashiCorp', 'consul'],
  ['nomad nomad-enterprise', 'HashiCorp', 'nomad'],
  ['packer', 'HashiCorp', 'hashicorp-packer'],
  ['boundary boundary-enterprise', 'HashiCorp', 'boundary'],
  [
    'waypoint vagrant consul-template consul-k8s envconsul sentinel hcp terraform-ls nomad-autoscaler consul-terraform-sync vault-*-hsm hcdiag vlt boundary-*',
    'HashiCorp',
  ],
  ['tofu opentofu', 'the OpenTofu project', 'opentofu'],
  ['clickhouse-server clickhouse-common-static clickhouse-client', 'ClickHouse', 'clickhouse'],
  ['clickhouse-keeper clickhouse-common-static-dbg', 'ClickHouse', 'clickhouse'],
  ['couchbase-server*', 'Couchbase', 'couchbase-server'],
  ['couchdb', 'the Apache CouchDB project', 'apache-couchdb'],
  ['couchbase-release', 'Couchbase'],
  ['cassandra cassandra-tools', 'the Apache Cassandra project', 'apache-cassandra'],
  ['dse dse-* datastax-*', 'DataStax'],
  ['scylla scylla-*', 'ScyllaDB'],
  ['cockroach cockroachdb', 'Cockroach Labs', 'cockroachdb'],
  ['arangodb3*', 'ArangoDB', 'arangodb'],
  [
    'puppet-agent puppet6-release puppet7-release puppet8-release puppet-release',
    'Puppet',
    'puppet',
  ],
  ['rpm:puppetserver rpm:puppetdb rpm:puppetdb-termini puppet-bolt pdk rpm:puppet', 'Puppet'],
  ['openvox-agent openvox-server openvoxdb', 'Vox Pupuli'],
  ['chef chefdk chef-workstation chef-server-core inspec automate-* cinc cinc-*', 'Chef'],
  [
    'salt-common salt-master salt-minion salt-api salt-cloud salt-ssh salt-syndic salt-dbg',
    'the Salt project',
    'salt',
  ],
  [
    'zabbix-agent zabbix-agent2 zabbix-server-mysql zabbix-server-pgsql zabbix-proxy-mysql zabbix-proxy-pgsql zabbix-proxy-sqlite3 zabbix-frontend-php zabbix-get zabbix-sender zabbix-java-gateway zabbix-web-service zabbix-web* zabbix-apache-conf* zabbix-nginx-conf* zabbix-sql-scripts zabbix-selinux-policy zabbix-agent2-plugin-* zabbix-js',
    'Zabbix',
    'zabbix',
  ],
  ['zabbix-release', 'Zabbix'],
  ['esl-erlang esl-erlang-* elixir-esl', 'Erlang Solutions', 'erlang'],
  ['datadog-agent datadog-* dd-trace-*', 'Datadog'],
  ['newrelic-infra newrelic-* nri-* newrelic-php5*', 'New Relic'],
  ['dynatrace-* oneagent appdynamics-*', 'its vendor'],
  ['splunk splunkforwarder', 'Splunk'],
  ['splunk-otel-collector', 'Splunk'],
  ['signalfx-agent honeycomb-* sentry-cli instana-agent* sysdig-agent draios-agent', 'its vendor'],
  ['td-agent td-agent-bit fluent-package fluent-bit calyptia-fluent-bit', 'the Fluentd project'],
  ['vector datadog-vector', 'Datadog'],
  ['otelcol otelcol-contrib opentelemetry-collector*', 'the OpenTelemetry project'],
  ['wazuh-*', 'Wazuh'],
  ['falcon-sensor', 'CrowdStrike'],
  [
    'ossec-hids-* osquery Nessus* nessusagent qualys-cloud-agent sentinelone-agent SentinelAgent rapid7-* ds_agent cbagentd',
    'its vendor',
  ],
  ['sensu sensu-go-* sensu-agent', 'Sensu'],
  ['icinga2-selinux icingadb-redis icinga-notifications*', 'Icinga'],
  ['check-mk-agent check-mk-raw-* check-mk-enterprise-*', 'Checkmk'],
  ['netdata-repo netdata-plugin-*', 'Netdata'],
  ['confluent-* confluent-platform*', 'Confluent'],
  ['gh', 'GitHub'],
  ['github-desktop glab git-lfs-release', 'its vendor'],
  ['cloudflared cloudflare-warp', 'Cloudflare'],
  ['tailscale', 'Tailscale'],
  ['tailscale-archive-keyring', 'Tailscale'],
  ['zerotier-one', 'ZeroTier'],
  ['teleport teleport-ent* tctl', 'Teleport'],
  ['ngrok', 'ngrok'],
  ['caddy-*', 'the Caddy project'],
  ['traefik', 'Traefik Labs', 'traefik'],
  ['envoy getenvoy-envoy func-e', 'the Envoy project'],
  ['kong kong-*', 'Kong', 'kong-gateway'],
  ['openresty openresty-*', 'OpenResty'],
  ['nginx-plus nginx-plus-* nginx-agent nginx-amplify-agent', 'F5'],
  ['nginx-module-*', 'nginx.org', 'nginx'],
  ['unit unit-*', 'nginx.org', 'unit'],
  ['varnish-plus*', 'Varnish Software'],
  ['hapee-* haproxy-enterprise*', 'HAProxy Technologies'],
  ['nexus-repository-manager nexus-iq-server', 'Sonatype', 'nexus'],
  ['jfrog-* artifactory jfrog-cli*', 'JFrog'],
  ['sonarqube', 'Sonar', 'sonarqube'],
  ['teamcity-* youtrack* jetbrains-*', 'JetBrains'],
  ['mattermost mattermost-omnibus', 'Mattermost', 'mattermost'],
  ['rocketchat-server', 'Rocket.Chat'],
  ['slack-desktop rpm:slack', 'Slack'],
  [
    'zoom teamviewer anydesk skypeforlinux teams discord spotify-client signal-desktop 1password* bitwarden brave-browser brave-keyring vivaldi-* opera-stable dropbox nordvpn expressvpn protonvpn* mullvad-vpn sublime-text sublime-merge virtualbox-* VirtualBox-* enpass keybase insync megasync balena-etcher-electron postman atom',
    'its vendor',
  ],
  ['yarn', 'the Yarn project'],
  ['nodesource-release nodesource-nodejs', 'NodeSource'],
  [
    'remi-release ius-release webtatic-release epel-release rpmfusion-* elrepo-release ghettoforge-release city-fan.org-release',
    'its archive',
  ],
  ['ea-php* ea-apache* ea-nginx* ea-nodejs* ea-ruby* cpanel-*', 'cPanel'],
  ['alt-php* alt-python* alt-ruby* alt-nodejs* lsphp* openlitespeed lsws*', 'its vendor'],
  ['plesk-* psa-*', 'Plesk'],
  ['rundeck rundeck-*', 'Rundeck'],
  ['graylog-server graylog-*', 'Graylog', 'graylog'],
  ['wso2* tibco-* dataiku-*', 'its vendor'],
  ['bareos-*', 'Bareos'],
  ['veeam* veeamagent', 'Veeam'],
  ['emqx emqx-*', 'EMQ', 'emqx'],
  ['hivemq*', 'HiveMQ'],
  ['vernemq', 'VerneMQ'],
  ['questdb timescaledb-* timescaledb-toolkit-*', 'its vendor'],
  ['citus-*', 'Citus Data'],
  ['edb-as* edb-pg* edb-efm* epas*', 'EDB'],
  ['pgadmin4 pgadmin4-*', 'the pgAdmin project'],
  ['redis-stack-server redis-enterprise* redislabs', 'Redis', 'redis-stack'],
  ['keydb keydb-*', 'KeyDB', 'keydb'],
  ['dragonfly', 'DragonflyDB'],
  ['meilisearch', 'Meilisearch', 'meilisearch'],
  ['typesense-server', 'Typesense'],
  ['manticore manticore-*', 'Manticore'],
  ['trivy', 'Aqua Security'],
  ['grype syft', 'Anchore'],
  ['rpm:crowdsec crowdsec-firewall-bouncer-*', 'CrowdSec'],
  ['snyk snyk-*', 'Snyk'],
  ['doppler infisical step-cli step-ca', 'its vendor'],
  ['authelia caddy-l4 gotify-*', 'its vendor'],
  ['gitea forgejo', 'its vendor'],
  ['plexmediaserver jellyfin* emby-server sonarr radarr', 'its vendor'],
  ['onlyoffice-*', 'OnlyOffice'],
  ['collaboraoffice* coolwsd', 'Collabora'],
  ['intel-oneapi-* intel-basekit* intel-hpckit*', 'Intel'],
  [
    'rocm-dev rocm-hip-* rocm-utils rocm-libs rocm-core rocm-opencl* rocm-language-runtime hip-runtime-* miopen-hip* amdgpu-*',
    'AMD',
  ],
  ['mft-* mlnx-* ofed-* rdma-core-mlnx', 'NVIDIA'],
  ['pulumi', 'Pulumi'],
  ['launchdarkly* circleci* buildkite-agent semaphore-agent', 'its vendor'],
  ['ibm-mq* MQSeries* websphere*', 'IBM'],
  ['apptainer-suid singularity-ce singularity-pro', 'Sylabs'],
  ['gitkraken docker-machine-* minikube k3s k3s-selinux k0s rke2-* kind', 'its vendor'],
  ['rancher-*', 'SUSE'],
  ['glusterfs-release ceph-release', 'its project'],
  ['minio mcli', 'MinIO'],
  ['deb:tarantool rpm:tarantool', 'Tarantool', 'tarantool'],
  ['unifi unifi-*', 'Ubiquiti'],
  ['dart', 'Google'],
  ['jitsi-meet jitsi-meet-* jitsi-videobridge2 jicofo', 'the Jitsi project'],
  ['falco sysdig-* scap-driver', 'Sysdig'],
  ['webmin usermin virtualmin-* wbm-* imunify* kernelcare kcarectl directadmin', 'its vendor'],
  ['redisinsight dbeaver-ce obsidian insomnia stripe doctl netbird headscale k9s', 'its vendor'],
  ['velociraptor* fleet-osquery elastic-endpoint xe-guest-utilities', 'its vendor'],
  ['raspberrypi-* libraspberrypi*', 'Raspberry Pi'],
  ['proxmox-* pve-*', 'Proxmox'],
];

export interface VendorName {
  readonly vendor: string;
  readonly slug: string | null;
}

interface Wildcard {
  readonly name: RegExp;
  readonly found: VendorName;
}

const EXACT = new Map<string, VendorName>();
/** By the first two letters: most names are done with them. */
const WILDCARDS = new Map<string, Wildcard[]>();
for (const [names, vendor, slug = null] of ROWS) {
  for (const pattern of names.split(' ')) {
    const found = { vendor, slug };
    if (!/[*?]/.test(pattern)) {
      EXACT.set(pattern, found);
      continue;
    }
    const start = pattern.slice(0, 2);
    WILDCARDS.set(start, [...(WILDCARDS.get(start) ?? []), { name: expressionOf(pattern), found }]);
  }
}

/** `*` stands for anything, `?` for one digit. */
function expressionOf(pattern: string): RegExp {
  const escaped = pattern.replace(/[.+]/g, String.raw`\$&`);
  return new RegExp(`^${escaped.replaceAll('?', '[0-9]').replaceAll('*', '.*')}$`);
}

const MAX_NAME = 200;

/** The vendor who offers a package of this name in that format; null for names that distributions use. */
export function vendorOfName(type: string, name: string): VendorName | null {
  const exact = EXACT.get(name) ?? EXACT.get(`${type}:${name}`);
  if (exact !== undefined) return exact;
  if (name.length > MAX_NAME) return null;
  return WILDCARDS.get(name.slice(0, 2))?.find((one) => one.name.test(name))?.found ?? null;
}

/**
 * Names that distributions package, too: there a revision from 2 on is a distribution's as well, for vendors build
 * a version once.
 */
const SHARED =
  /^(?:azure-cli|consul|gh|gitlab-runner|influxdb|nomad|packer|puppet-agent|vagrant|cassandra|caddy|tarantool|zabbix-.*)$/;

export function isSharedName(name: string): boolean {
  return SHARED.test(name);
}
