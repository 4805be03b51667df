/**
 * Advice of somebody who knows the product on 22 November 2026: the cycle that is left, the cycle to move to, the
 * smallest step. In the place of a target stands why there is none: `-lasts`, `-all_ended`.
 */
export interface AdviceEntry {
  readonly product: string;
  readonly from: string;
  readonly to: string;
  readonly smallest: string | null;
  readonly why: string;
}

/** Lines of `product from to smallest: why`; `-` for no smallest step. Of the starter catalog. */
const LINES = `
almalinux 8 10 9: lasts to 2035; 9 to 2032 is the small step
alpine-linux 3.20 3.24 -: the only branch with more than a year, and 3.23 has less
amazon-corretto 8 25 11: LTS that lasts longest; 11 lasts longer than 17 and 21
amazon-corretto 17 25 21: the next LTS is the small step
amazon-corretto 26 -no_newer -: a feature release with no successor yet
amazon-linux 2018.03 2023 -: 2 came later and has ended
amazon-linux 2 2023 -: the only supported release
angular 20 22 -: 21 ends within a year
angularjs 1.8 -all_ended -: ended altogether; Angular is another product
ansible-core 2.18 2.21 -: 2.20 ends within a year
ansible 12 14 -: one current release, without a known end
apache-activemq 6.1 6.3 -: 5.19 came out later and is older
apache-cassandra 3.11 5.0 -: no ends are known: the newest
apache-kafka 3.9 4.3 -: 3.9 is kept by a vendor for pay, for less than a year
apache-struts 2.5 7 -: the newest line
azul-zulu 11 25 -: 17 and 21 end before 11 does
bootstrap 3 5 -: the only supported one
centos 7 -all_ended -: the product has ended altogether
centos 8 -all_ended -: the product has ended altogether
centos-stream 8 10 -: 9 ends within a year
composer 2.1 2.10 -: 2.2 is for old PHP alone
containerd 1.7 2.3 -: LTS; 2.0 ends within a year
debian 11 13 -: 12 has its standard support behind it
debian 12 13 -: LTS of 12 is another team's
django 3.2 5.2 -: LTS goes before 6.1
django 5.1 5.2 -: LTS
dotnet 6 10 -: LTS; 8 and 9 have ended
dotnet 8 10 -: LTS
dotnetfx 4.5.2 4.8.1 -: .NET is another product
eclipse-temurin 16 25 21: 17 ends within a year
elasticsearch 7 9.5 -: 8.19 ends within a year
envoy 1.35 -within_a_year -: every release has a year
erlang 25 29 -: 28 lasts less than two years
fedora 42 -within_a_year -: every release has a year
go 1.22 1.27 -: the newest of two without known ends
grafana 11.6 -within_a_year -: all branches end by May 2027
haproxy 2.4 3.4 3.0: LTS; 2.8 lasts less than two years
jenkins 2.504 2.568 -: the LTS line, not the weekly one
keycloak 25.0 26.7 -: only the newest is supported
kubernetes 1.33 -within_a_year -: 1.36 ends in June 2027
laravel 10 13 -: 12 ends within a year
log4j 1 2 -: 2.x goes on
log4j 2.12 2 -: the branch for Java 7 was given up
mariadb 10.6 12.3 11.4: LTS; 10.11 and 11.8 last less than two years
mariadb 11.5 12.3 -: LTS, short-term releases are none
mongodb 5.0 8.0 -: 8.3 lasts no longer
mssqlserver 13.0-sp3 17.0 15.0: 2017 ends within a year
mysql 5.7 9.7 8.4: LTS; innovation releases are none
mysql 9.2 9.7 -: the next LTS
neo4j 4.4 5.26 -: LTS goes before the calendar releases
nextjs 13 16 -: the only supported one
nginx 1.24 1.30 -: the stable branch, not 1.31
nodejs 16 26 -: LTS; 22 ends within a year, 24 within two
nodejs 20 26 -: LTS; 22 ends within a year
nodejs 25 26 -: LTS
openjdk-builds-from-oracle 17 -all_ended -: nothing after 26 is cataloged
openssl 1.1.1 3.5 -: LTS; 4.0 ends within a year
openssl 3.0 3.5 -: LTS
openssl 3.6 -within_a_year -: 3.5 would be a step back
opensuse 42.3 -within_a_year -: Leap 16.0 ends in October 2027
oracle-linux 7 9 8: the end of 10 is not known
perl 5.36 5.44 -: 5.40 ends within a year, 5.42 within two
photon 3.0 5.0 -: 4.0 ends within a year
php 7.4 8.5 8.4: 8.3 lasts little more than a year
postgresql 12 18 17: 16 lasts two years but thirteen days
postgresql 17 18 -: it lasts a year longer
postgresql 18 -lasts -: nothing is newer
python 2.7 3.14 3.13: 3.12 lasts less than two years
python 3.10 3.14 3.13: 3.11 ends within a year
rails 7.1 -within_a_year -: 8.1 ends in October 2027
react 16 -lasts -: no end is known of any
redhat-build-of-openjdk 11 25 21: 17 lasts little more than a year
redis 6.0 8.2 7.2: later ones have no known end where others have
redis 8.2 -lasts -: nothing is known to last longer
rhel 7 10 8: 8 still has two and a half years
rhel 8 10 9: the next major is the small step
ruby 3.1 4.0 -: 3.4 lasts less than two years
rust 1.90 1.98 -: only the newest is supported
scala 3.4 3.8 -: 3.3 LTS would be a step back
scala 3.0 3.3 -: LTS
sles 15.6 15.7 -: 16.0 ends sooner
spring-boot 3.3 -within_a_year -: 4.1 ends in July 2027 without paying
symfony 4.4 7.4 5.4: LTS; 6.4 lasts a year
symfony 8.0 -within_a_year -: 8.1 ends in January; 7.4 would be a step back
terraform 1.5 1.15 -: the newest of two without known ends
tomcat 8.5 11.0 -: 9.0 ends within a year
ubuntu 18.04 26.04 24.04: LTS to LTS; 22.04 has months
ubuntu 20.04 26.04 24.04: LTS to LTS
ubuntu 25.10 26.04 -: LTS
valkey 8.0 8.1 -: it lasts longer than 9.0
valkey 9.0 -lasts -: the end of 9.1 is not known
vue 2.7 3.5 -: the only supported one
wordpress 5.9 7.1 -: only the newest is supported
`;

/** Well over sixty products as somebody who knows them would answer. */
export const ADVICE_TABLE: readonly AdviceEntry[] = LINES.trim()
  .split('\n')
  .map((line) => {
    const [head = '', why = ''] = line.split(': ', 2);
    const [product = '', from = '', to = '', smallest = ''] = head.split(' ');
    return { product, from, to, smallest: smallest === '-' ? null : smallest, why };
  });
