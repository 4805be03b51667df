import { named, purl, unknown, vendor, type TableEntry } from './component-table-entry';

/** Maven artifacts and Go modules. */
export const BUILD_PURLS: readonly TableEntry[] = [
  purl(
    'pkg:maven/org.springframework/spring-core@5.3.20',
    vendor('spring-framework', '5.3'),
    'group and artifact',
  ),
  purl(
    'pkg:maven/org.springframework/spring-web@5.0.20.RELEASE',
    vendor('spring-framework', '5.0'),
    'RELEASE is no part of the version',
  ),
  purl(
    'pkg:maven/spring-core/spring-core@4.3.30.RELEASE',
    vendor('spring-framework', '4.3'),
    'what scanners write for a jar that does not say its group',
  ),
  purl(
    'pkg:maven/org.springframework.boot/spring-boot@2.6.8?type=jar',
    vendor('spring-boot', '2.6'),
    'qualifiers do not matter',
  ),
  purl(
    'pkg:maven/org.springframework.boot/spring-boot-starter-web@2.7.18',
    vendor('spring-boot', '2.7'),
    'starters of the project have its version',
  ),
  purl(
    'pkg:maven/org.springframework.boot/spring-boot@3.2.0-RC1',
    vendor('spring-boot', '3.2'),
    'a release candidate',
  ),
  purl(
    'pkg:maven/org.springframework.boot/spring-boot@3.0.0-SNAPSHOT',
    vendor('spring-boot', '3.0'),
    'a snapshot of 3.0',
  ),
  purl(
    'pkg:maven/org.mybatis.spring.boot/mybatis-spring-boot-starter@2.3.1',
    unknown('unknown_product'),
    'a starter of somebody else',
  ),
  purl(
    'pkg:maven/com.baomidou/mybatis-plus-boot-starter@3.5.3',
    unknown('unknown_product'),
    'a starter of somebody else',
  ),
  purl(
    'pkg:maven/org.springframework.security/spring-security-core@5.7.11',
    vendor('spring-security', '5.7'),
    'has cycles of its own, Spring 5.7 does not exist',
  ),
  purl(
    'pkg:maven/org.springframework.data/spring-data-jpa@2.7.8',
    unknown('unknown_product'),
    'has cycles of its own, which are not known',
  ),
  purl('pkg:maven/log4j/log4j@1.2.17', vendor('log4j', '1'), 'the old group is Log4j 1'),
  purl(
    'pkg:maven/org.apache.logging.log4j/log4j-core@2.17.1',
    vendor('log4j', '2'),
    'the current line',
  ),
  purl(
    'pkg:maven/org.apache.logging.log4j/log4j-core@2.12.4',
    vendor('log4j', '2.12'),
    'the line for Java 7',
  ),
  purl(
    'pkg:maven/org.apache.logging.log4j/log4j-core@2.3.2',
    vendor('log4j', '2.3'),
    'the line for Java 6',
  ),
  purl(
    'pkg:maven/org.apache.logging.log4j/log4j-core@2.30.0',
    vendor('log4j', '2'),
    '2.30 continues 2, not 2.3',
  ),
  purl('pkg:maven/org.slf4j/log4j-over-slf4j@1.7.36', unknown('unknown_product'), 'of SLF4J'),
  purl(
    'pkg:maven/ch.qos.reload4j/reload4j@1.2.25',
    unknown('unknown_product'),
    'a fork of Log4j 1',
  ),
  purl(
    'pkg:maven/org.apache.tomcat.embed/tomcat-embed-core@9.0.83',
    vendor('tomcat', '9.0'),
    'Tomcat inside an application',
  ),
  purl(
    'pkg:maven/org.apache.tomcat/tomcat-catalina@7.0.109',
    vendor('tomcat', '7'),
    'one cycle for 7',
  ),
  purl('pkg:maven/org.apache.tomcat/tomcat@10.1.16', vendor('tomcat', '10.1'), '10.1 is not 10.0'),
  purl(
    'pkg:maven/org.eclipse.jetty/jetty-server@9.4.53.v20231009',
    vendor('eclipse-jetty', '9.4'),
    'a build day behind the version',
  ),
  purl(
    'pkg:maven/org.hibernate/hibernate-core@5.6.15.Final',
    vendor('hibernate-orm', '5.6'),
    'Final is no part of the version',
  ),
  purl(
    'pkg:maven/org.hibernate.orm/hibernate-core@6.4.0.CR1',
    vendor('hibernate-orm', '6.4'),
    'the group since 6',
  ),
  purl(
    'pkg:maven/org.hibernate.validator/hibernate-validator@6.2.5.Final',
    unknown('unknown_product'),
    'another project of Hibernate',
  ),
  purl(
    'pkg:maven/org.apache.kafka/kafka_2.13@3.4.1',
    vendor('apache-kafka', '3.4'),
    '2.13 is Scala',
  ),
  purl(
    'pkg:maven/org.apache.struts/struts2-core@2.5.33',
    vendor('apache-struts', '2.5'),
    'minors have their own support',
  ),
  purl(
    'pkg:maven/org.jetbrains.kotlin/kotlin-stdlib@1.9.22',
    vendor('kotlin', '1.9'),
    'minors have their own support',
  ),
  purl('pkg:maven/org.scala-lang/scala-library@2.13.12', vendor('scala', '2.13'), 'Scala 2'),
  purl('pkg:maven/org.scala-lang/scala3-library_3@3.3.1', vendor('scala', '3.3'), 'Scala 3'),
  purl(
    'pkg:maven/org.elasticsearch/elasticsearch@7.17.16',
    vendor('elasticsearch', '7'),
    'the server',
  ),
  purl(
    'pkg:maven/org.elasticsearch.client/elasticsearch-rest-high-level-client@7.17.9',
    unknown('unknown_product'),
    'a client',
  ),
  purl('pkg:maven/mysql/mysql-connector-java@8.0.33', unknown('unknown_product'), 'the driver'),
  purl('pkg:maven/org.postgresql/postgresql@42.6.0', unknown('unknown_product'), 'the driver'),
  purl(
    'pkg:maven/org.apache.activemq/activemq-broker@5.15.9',
    vendor('apache-activemq', '5.15'),
    '5.15 is not 5.1',
  ),

  purl('pkg:golang/stdlib@1.21.5', vendor('go', '1.21'), 'what a program was compiled with'),
  purl('pkg:golang/stdlib@go1.15.15', vendor('go', '1.15'), 'as the compiler names itself'),
  purl('pkg:golang/stdlib@1.22rc2', vendor('go', '1.22'), 'a release candidate'),
  purl('pkg:golang/golang.org/x/net@v0.17.0', unknown('unknown_product'), 'is not Go'),
  purl('pkg:golang/github.com/hashicorp/consul@v1.15.4', vendor('consul', '1.15'), 'the program'),
  purl(
    'pkg:golang/github.com/hashicorp/consul/api@v1.25.1',
    unknown('unknown_product'),
    'a module of its own below it',
  ),
  purl(
    'pkg:golang/github.com/hashicorp/vault@v1.13.1',
    vendor('hashicorp-vault', '1.13'),
    'Go versions start with a v',
  ),
  purl(
    'pkg:golang/github.com/docker/docker@v20.10.27%2Bincompatible',
    vendor('docker-engine', '20.10'),
    'a module without a major version in its path',
  ),
  purl(
    'pkg:golang/github.com/docker/docker@v24.0.7+incompatible',
    vendor('docker-engine', '24.0'),
    'the plus may stand as it is',
  ),
  purl(
    'pkg:golang/github.com/docker/docker@v0.0.0-20200505174321-1655290016ac',
    unknown('unknown_cycle'),
    'a commit, not a release',
  ),
  purl(
    'pkg:golang/github.com/containerd/containerd/v2@v2.0.0',
    vendor('containerd', '2.0'),
    'a major version in its path',
  ),
  purl(
    'pkg:golang/github.com/containerd/containerd@v1.6.26',
    vendor('containerd', '1.6'),
    'no /v1',
  ),
  purl(
    'pkg:golang/github.com/caddyserver/caddy/v2@v2.7.6',
    vendor('caddy', '2'),
    'a major version in its path',
  ),
  purl(
    'pkg:golang/github.com/traefik/traefik/v2@v2.10.7',
    vendor('traefik', '2.10'),
    '2.10 is not 2.1',
  ),
  purl('pkg:golang/go.etcd.io/etcd/server/v3@v3.5.9', vendor('etcd', '3.5'), 'the server'),
  purl(
    'pkg:golang/go.etcd.io/etcd/client@v3.5.9#v3',
    vendor('etcd', '3.5'),
    'Syft wrote the path from the fourth segment on as a subpath',
  ),
  purl(
    'pkg:golang/go.etcd.io/etcd/client@v2.305.17#v2',
    unknown('unknown_cycle'),
    'the same client/v2, which counts otherwise: it is of 3.5',
  ),
  purl(
    'pkg:golang/github.com/hashicorp/vault@v1.14.0#api',
    unknown('unknown_product'),
    'the client, which is a module of its own and counts otherwise',
  ),
  purl(
    'pkg:golang/github.com/hashicorp/consul@v1.18.0#api',
    unknown('unknown_product'),
    'the client',
  ),
  purl(
    'pkg:golang/github.com/moby/moby@v1.52.0#api',
    unknown('unknown_product'),
    'the API, which counts otherwise',
  ),
  purl(
    'pkg:golang/github.com/containerd/containerd@v1.8.0#api',
    unknown('unknown_product'),
    'the API, which counts otherwise',
  ),
  purl(
    'pkg:golang/github.com/traefik/traefik@v2.5.7#v2',
    vendor('traefik', '2.5'),
    'only the major version is behind the third segment',
  ),
  purl(
    'pkg:golang/github.com/caddyserver/caddy@v2.6.0#v2',
    vendor('caddy', '2'),
    'only the major version is behind the third segment',
  ),
  purl(
    'pkg:golang/github.com/hashicorp/vault@v1.13.1?type=module#cmd/vault',
    vendor('hashicorp-vault', '1.13'),
    'a program in the module, as cyclonedx-gomod writes it',
  ),
  purl(
    'pkg:golang/stdlib@1.21.5#crypto/tls',
    vendor('go', '1.21'),
    'no module is below the standard library',
  ),
  purl('pkg:golang/k8s.io/kubernetes@v1.24.17', vendor('kubernetes', '1.24'), 'Kubernetes itself'),
  purl('pkg:golang/k8s.io/client-go@v0.24.17', unknown('unknown_product'), 'a client'),
  purl('pkg:golang/github.com/redis/go-redis/v9@v9.3.0', unknown('unknown_product'), 'a client'),
  purl(
    'pkg:golang/github.com/gin-gonic/gin@v1.6.3',
    unknown('unknown_product'),
    'nobody tracks it',
  ),

  purl('pkg:conda/redis@5.0.3', unknown('unknown_product'), 'a client or the server'),
  purl('pkg:conda/elasticsearch@7.17.9', unknown('unknown_product'), 'the client'),
  purl('pkg:conda/influxdb@2.12.0', unknown('unknown_product'), 'the client'),
  purl('pkg:conda/mariadb@10.11.0', unknown('unknown_product'), 'the connector for Python'),
  purl('pkg:conda/consul@1.15.0', unknown('unknown_product'), 'the client'),
  purl('pkg:conda/alpine@3.18.0', unknown('unknown_product'), 'no distribution is one'),
  purl('pkg:conda/python@3.8.18', vendor('python', '3.8'), 'Python itself'),
  purl('pkg:conda/django@4.2.7', vendor('django', '4.2'), 'as on PyPI'),
  purl('pkg:conda/openssl@1.1.1w', vendor('openssl', '1.1.1'), 'OpenSSL itself'),
  purl('pkg:conda/mongodb@6.0.20', vendor('mongodb', '6.0'), 'the server, as its recipe says'),
  purl('pkg:conda/nodejs@18.17.1', vendor('nodejs', '18'), 'Node.js itself'),
  purl('pkg:conda/dotnet@6.0.428', vendor('dotnet', '6'), 'Microsoft’s own build'),
  purl('pkg:conda/dotnet-sdk@6.0.428', vendor('dotnet', '6'), 'Microsoft’s own build'),
  purl('pkg:conda/dotnet-runtime@6.0.36', vendor('dotnet', '6'), 'Microsoft’s own build'),
  purl('pkg:conda/dotnet-aspnetcore@6.0.36', vendor('dotnet', '6'), 'Microsoft’s own build'),
  purl('pkg:conda/airflow@2.9.3', vendor('apache-airflow', '2'), 'the same as apache-airflow'),
  purl('pkg:conda/redis-server@6.2.14', vendor('redis', '6.2'), 'the server, unlike `redis`'),
  purl('pkg:conda/mysql-server@8.0.33', vendor('mysql', '8.0'), 'the server'),
  purl('pkg:conda/mysql-client@8.0.33', unknown('unknown_product'), 'the client'),

  purl(
    'pkg:maven/org.keycloak/keycloak-services@26.0.10.redhat-00003',
    unknown('unknown_maintainer'),
    'Red Hat’s build, which it supports longer than the project',
  ),
  purl(
    'pkg:maven/org.hibernate/hibernate-core@5.3.30.Final-redhat-00001',
    unknown('unknown_maintainer'),
    'the same behind another word',
  ),
  purl(
    'pkg:maven/org.apache.hadoop/hadoop-common@3.1.1.7.1.7.0-551',
    unknown('unknown_product'),
    'nobody tracks it, whoever built it',
  ),
  purl(
    'pkg:maven/org.apache.kafka/kafka-clients@3.4.0.7.1.9.0-387',
    unknown('unknown_maintainer'),
    'Cloudera’s, with the version of its platform behind',
  ),
  purl(
    'pkg:maven/org.apache.kafka/kafka-clients@3.5.1-amzn-1',
    unknown('unknown_maintainer'),
    'Amazon’s, for EMR',
  ),
  named(
    ['maven', 'org.keycloak:keycloak-services', '26.0.10.redhat-00003'],
    unknown('unknown_maintainer'),
    'asked for by its name as Maven has it',
  ),
  purl(
    'pkg:maven/org.acme/redhat-tools@1.0.redhat-00001',
    unknown('unknown_product'),
    'nobody tracks it',
  ),
];
