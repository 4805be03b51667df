/** Packages that their distribution built, as its archive has them: `distribution name version`, source behind `<`. */
export const GENUINE = `
debian-12 adduser 3.134
debian-12 apt 2.6.1
debian-12 base-files 12.4+deb12u5
debian-12 base-passwd 3.6.1
debian-12 bash 5.2.15-2+b2
debian-12 bsdutils 1:2.38.1-5+deb12u1 <util-linux
debian-12 ca-certificates 20230311
debian-12 coreutils 9.1-1
debian-12 dash 0.5.12-2
debian-12 debconf 1.5.82
debian-12 debian-archive-keyring 2023.3+deb12u1
debian-12 debianutils 5.7-0.5~deb12u1
debian-12 dpkg 1.21.22
debian-12 gcc-12-base 12.2.0-14 <gcc-12
debian-12 gpgv 2.2.40-1.1 <gnupg2
debian-12 init-system-helpers 1.65.2
debian-12 libc6 2.36-9+deb12u4 <glibc
debian-12 libssl3 3.0.11-1~deb12u2 <openssl
debian-12 libgnutls30 3.7.9-2+deb12u1 <gnutls28
debian-12 libsystemd0 252.22-1~deb12u1 <systemd
debian-12 libzstd1 1.5.4+dfsg2-5 <libzstd
debian-12 lsb-base 11.6
debian-12 netbase 6.4
debian-12 perl-base 5.36.0-7+deb12u1 <perl
debian-12 python3 3.11.2-1+b1 <python3-defaults
debian-12 python3.11 3.11.2-6
debian-12 tzdata 2024a-0+deb12u1
debian-12 nginx 1.22.1-9
debian-12 nginx-common 1.22.1-9 <nginx
debian-12 nodejs 18.19.0+dfsg-6~deb12u1
debian-12 redis-server 5:7.0.15-1~deb12u1 <redis
debian-12 haproxy 2.6.12-1+deb12u1
debian-12 varnish 7.1.1-1.1
debian-12 mariadb-server 1:10.11.6-0+deb12u1 <mariadb
debian-12 postgresql-15 15.6-0+deb12u1
debian-12 php8.2-fpm 8.2.7-1~deb12u1 <php8.2
debian-12 rabbitmq-server 3.10.8-1.1+deb12u1
debian-12 erlang-base 1:25.2.3+dfsg-1 <erlang
debian-12 erlang-jose 1.11.5-1
debian-12 consul 1.8.7+dfsg1-5+b8
debian-12 zabbix-agent 1:6.0.14+dfsg-1+b1 <zabbix
debian-12 puppet-agent 7.23.0-1+deb12u1
debian-12 azure-cli 2.45.0-1
debian-12 docker.io 20.10.24+dfsg1-1+b3
debian-12 containerd 1.6.20~ds1-1+b1
debian-12 gh 2.23.0+dfsg1-1
debian-12 apache2 2.4.57-2
debian-12 tomcat9-common 9.0.70-2 <tomcat9
debian-12 openjdk-17-jre-headless 17.0.10+7-1~deb12u1 <openjdk-17
debian-12 golang-1.19 1.19.8-2
debian-12 linux-image-6.1.0-18-amd64 6.1.76-1 <linux-signed-amd64
debian-12 percona-toolkit 3.2.1-1
debian-12 elogind 246.10-1debian1
debian-12 libtalloc2 2.4.0-f2 <talloc
debian-12 git 1:2.39.2-1.1
debian-12 curl 7.88.1-10+deb12u5
debian-12 slack 1:0.15.2-11
debian-11 openssl 1.1.1n-0+deb11u5
debian-11 salt-minion 3002.6+dfsg1-4+deb11u1 <salt
debian-11 rabbitmq-server 3.8.9-3+deb11u1
debian-11 nginx 1.18.0-6.1+deb11u3
debian-10 nginx 1.14.2-2+deb10u5
debian-13 curl 8.14.1-2
debian-13 nginx 1.26.3-3
debian-13 rabbitmq-server 4.0.5-7
debian-13 python3.13 3.13.5-2
ubuntu-22.04 adduser 3.118ubuntu5
ubuntu-22.04 apt 2.4.11
ubuntu-22.04 base-files 12ubuntu4.4
ubuntu-22.04 bash 5.1-6ubuntu1
ubuntu-22.04 debconf 1.5.79ubuntu1
ubuntu-22.04 dpkg 1.21.1ubuntu2.2
ubuntu-22.04 git 1:2.34.1-1ubuntu1.10
ubuntu-22.04 libc6 2.35-0ubuntu3.6 <glibc
ubuntu-22.04 libssl3 3.0.2-0ubuntu1.14 <openssl
ubuntu-22.04 libzstd1 1.4.8+dfsg-3build1 <libzstd
ubuntu-22.04 python3.10 3.10.12-1~22.04.3
ubuntu-22.04 sensible-utils 0.0.17
ubuntu-22.04 ubuntu-keyring 2021.03.26
ubuntu-22.04 snapd 2.61.3+22.04
ubuntu-22.04 linux-image-generic 5.15.0.91.88 <linux-meta
ubuntu-22.04 linux-image-5.15.0-91-generic 5.15.0-91.101 <linux-signed
ubuntu-22.04 language-pack-en 1:22.04+20240212
ubuntu-22.04 nginx 1.18.0-6ubuntu14.4
ubuntu-22.04 grub-common 2.06-2ubuntu7.2 <grub2
ubuntu-20.04 grub-common 2.04-1ubuntu26.17 <grub2
ubuntu-22.04 mysql-server-8.0 8.0.35-0ubuntu0.22.04.1 <mysql-8.0
ubuntu-22.04 dotnet-runtime-6.0 6.0.125-0ubuntu1~22.04.1 <dotnet6
ubuntu-22.04 nodejs 12.22.9~dfsg-1ubuntu3.3
ubuntu-22.04 ubuntu-advantage-tools 30~22.04
ubuntu-22.04 shim-signed 1.51.3+15.7-0ubuntu1
ubuntu-22.04 htop 3.0.5-7build2
ubuntu-22.04 jq 1.6-2.1ubuntu3
ubuntu-22.04 ca-certificates 20230311ubuntu0.22.04.1
ubuntu-16.04 openssl 1.0.2g-1ubuntu4.20+esm12
ubuntu-24.04 haproxy 2.8.5-1ubuntu3
ubuntu-24.04 libncurses6 6.4+20240113-1ubuntu2 <ncurses
ubuntu-24.04 rabbitmq-server 3.12.1-1ubuntu1
ubuntu-24.04 fonts-dejavu-core 2.37-8 <fonts-dejavu
rhel-9.3 bash 5.1.8-6.el9_1
rhel-9.3 glibc 2.34-83.el9_3.7
rhel-9.3 openssl-libs 1:3.0.7-24.el9
rhel-9.3 python3 3.9.18-1.el9_3 <python3.9
rhel-9.3 python3-libs 3.9.18-1.el9_3 <python3.9
rhel-9.3 nginx 1.20.1-14.el9_2.1
rhel-9.3 haproxy 2.4.22-1.el9
rhel-9.3 httpd 2.4.57-5.el9
rhel-9.3 php 8.0.30-1.el9_2
rhel-9.3 redis 6.2.7-1.el9
rhel-9.3 postgresql-server 13.13-1.el9_3 <postgresql
rhel-9.3 mariadb-server 10.5.22-1.el9_2 <mariadb
rhel-9.3 mysql-server 8.0.32-1.el9_2 <mysql
rhel-9.3 kernel 5.14.0-362.8.1.el9_3
rhel-9.3 kernel-core 5.14.0-362.8.1.el9_3 <kernel
rhel-9.3 podman 4.6.1-5.el9
rhel-9.3 grafana 9.2.10-7.el9_3
rhel-9.3 redhat-release 9.3-0.5.el9
rhel-9.3 tzdata 2023c-1.el9
rhel-9.3 ansible-core 2.14.9-1.el9
rhel-9.3 tomcat 9.0.62-37.el9_3.1
rhel-9.3 git 2.39.3-1.el9_2
rhel-9.3 vim-minimal 8.2.2637-20.el9_1 <vim
rhel-8.8 bash 4.4.20-4.el8_6
rhel-8.8 python3-libs 3.6.8-51.el8_8.2 <python3
rhel-8.8 podman 4.4.1-12.module+el8.8.0+18735+a32c1292
rhel-8.8 httpd 2.4.37-56.module+el8.8.0+18758+b3a9c8da.6
rhel-8.8 openssl 1:1.1.1k-9.el8_7
rhel-8.8 kernel 4.18.0-477.27.1.el8_8
rhel-7.9 bash 4.2.46-35.el7_9
rhel-7.9 httpd 2.4.6-99.el7_9.1
rhel-7.9 php 5.4.16-48.el7
rhel-6.10 bash 4.1.2-48.el6
centos-7 bash 4.2.46-35.el7_9
centos-7 centos-release 7-9.2009.1.el7.centos
centos-7 yum 3.4.3-168.el7.centos
centos-7 kernel-plus 3.10.0-1160.el7.centos.plus
almalinux-9.3 almalinux-release 9.3-1.el9
almalinux-9.3 openssl-libs 1:3.0.7-24.el9
almalinux-9.3 nginx 1.20.1-14.el9_2.1.alma.1
almalinux-8.9 dnf 4.7.0-19.el8.alma
rocky-9.3 rocky-release 9.3-1.3.el9
rocky-9.3 zlib 1.2.11-40.el9
rocky-9.3 httpd 2.4.57-5.el9
rocky-9.3 dnf 4.14.0-8.el9.rocky.0.1
rocky-8.9 glibc 2.28-236.el8_9.12
ol-8.9 glibc 2.28-225.0.4.el8
ol-9.3 kernel-uek 5.15.0-200.131.27.el9uek
ol-9.3 openssl-libs 1:3.0.7-24.0.1.el9
fedora-39 bash 5.2.21-1.fc39
fedora-39 python3 3.12.0-1.fc39 <python3.12
fedora-39 nginx 1.24.0-4.fc39
fedora-39 htop 3.2.2-2.fc39
fedora-39 tzdata 2023c-1.fc39
amzn-2023 bash 5.2.15-1.amzn2023.0.2
amzn-2023 python3 3.9.16-1.amzn2023.0.6 <python3.9
amzn-2023 system-release 2023.3.20231218-0.amzn2023
amzn-2023 openssl-libs 1:3.0.8-1.amzn2023.0.11
amzn-2023 nginx 1:1.24.0-1.amzn2023.0.2
amzn-2023 amazon-ssm-agent 3.2.1705.0-1.amzn2023
amzn-2 bash 4.2.46-34.amzn2
amzn-2 glibc 2.26-63.amzn2.0.1
amzn-2 python 2.7.18-1.amzn2.0.7
amzn-2 python3 3.7.16-1.amzn2.0.4
amzn-2 php 5.4.16-46.amzn2.0.5
amzn-2 mariadb-libs 1:5.5.68-1.amzn2.0.1 <mariadb
amzn-2 kernel 5.10.205-195.804.amzn2
sles-15.5 bash 4.4-150400.25.22
sles-15.5 glibc 2.31-150300.63.1
sles-15.5 libopenssl1_1 1.1.1l-150500.17.22.1 <openssl-1_1
sles-15.5 sles-release 15.5-150500.43.1
sles-15.5 nginx 1.21.5-150400.3.3.1
sles-15.5 python3 3.6.15-150300.10.54.1
sles-15.5 grafana 9.5.8-150200.3.50.1
sles-12.5 bash 4.3-83.23.1
sles-15.5 timezone 2023c-150000.75.23.1
opensuse-leap-15.5 zypper 1.14.59-150500.6.2.1
opensuse-leap-15.5 bash 4.4-150400.25.22
opensuse-leap-15.5 openSUSE-release 15.5-lp155.286.1
opensuse-leap-15.5 kernel-default 5.14.21-150500.55.39.1
alpine-3.18.2 alpine-baselayout 3.4.3-r1
alpine-3.18.2 apk-tools 2.14.0-r2
alpine-3.18.2 busybox 1.36.1-r2
alpine-3.18.2 ca-certificates-bundle 20230506-r0 <ca-certificates
alpine-3.18.2 libssl3 3.1.1-r1 <openssl
alpine-3.18.2 musl 1.2.4-r0
alpine-3.18.2 nginx 1.24.0-r6
alpine-3.18.2 nodejs 18.17.1-r0
alpine-3.18.2 python3 3.11.4-r0
alpine-3.18.2 php82 8.2.8-r0
alpine-3.18.2 postgresql15 15.4-r0
alpine-3.18.2 redis 7.0.12-r0
alpine-3.18.2 tzdata 2023c-r1
alpine-3.18.2 kubectl 1.27.0-r3
alpine-3.18.2 dotnet6-runtime 6.0.20-r0
photon-4.0 openssl 3.0.7-2.ph4
mageia-9 bash 5.2.15-1.mga9
azurelinux-3.0 openssl 3.3.0-1.azl3
mariner-2.0 openssl 1.1.1k-28.cm2
debian-12 puppet-agent 7.23.0-1
ubuntu-24.04 puppet-agent 8.4.0-1
debian-11 rabbitmq-server 3.8.9-3
debian-12 elixir 1.14.0.dfsg-2
debian-12 libapt-pkg6.0 2.6.1 <apt
debian-12 libdebconfclient0 0.270 <cdebconf
debian-12 libpaper1 1.1.29
debian-12 libboost-dev 1.74.0.3 <boost-defaults
debian-12 python3-debian 0.1.49
debian-12 ruby 1:3.1
debian-12 golang-go 2:1.19~1 <golang-defaults
debian-12 linux-image-6.1.0-28-cloud-amd64 6.1.119-1 <linux-signed-amd64
debian-12 linux-image-amd64 6.1.119-1 <linux-signed-amd64
ubuntu-22.04 linux-image-5.15.0-126-generic 5.15.0-126.136 <linux-signed
debian-12 tarantool 2.6.0-1.4
ubuntu-22.04 nvidia-driver-535 535.183.01-0ubuntu0.22.04.1
fedora-41 gh 2.61.0-1.fc41
fedora-41 zabbix-agent 7.0.5-1.fc41
fedora-41 mysql-server 8.4.2-3.fc41
rocky-9.4 tzdata 2024b-1.el9
rocky-9.4 redhat-release 9.4-1.el9
rhel-9.4 python3-rpm 4.16.1.3-1.el9 <rpm
rhel-9.4 subscription-manager-rhsm-certificates 20220623-1.el9
amzn-2023 amazon-ssm-agent 3.3.987.0-1.amzn2023
amzn-2023 python3 3.9.20-1.amzn2023.0.3
`
  .trim()
  .split('\n');
