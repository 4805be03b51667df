import type { PackagedBuild } from './maintainer';
import { isOneOf } from './shipped-versions';

/**
 * Source packages and families of RHEL that are known to be its own. Not whole: it excepts names from a doubt, and
 * what is missing is unknown.
 */
const FAMILIES = new Set(
  `
aardvark-dns ansible-core bcc bpftrace buildah dpdk eth-tools fence-virt guestfs-tools ibutils image-builder ipxe
keylime libfabric libguestfs mpich mstflint nbdkit netavark openmpi openscap osbuild-composer rhc rteval thermald ucx
virt-v2v weldr-client perl-base perl-interpreter perl-libs python3-chardet python3-cloud-what python3-dateutil
python3-dbus python3-devel python3-dnf python3-ethtool python3-gobject-base python3-gpg python3-hawkey python3-idna
python3-libcomps python3-libdnf python3-librepo python3-libs python3-pip python3-pysocks python3-requests python3-rpm
python3-setuptools python3-six python3-subscription-manager-rhsm python3-test python3-tkinter python3-urllib3
389-ds ModemManager NetworkManager PackageKit SDL accountsservice acl acpid adcli adobe-source-code-pro-fonts
adwaita-icon-theme aide alsa-lib alsa-utils alternatives anaconda annobin apache-commons apr apr-util aspell at at-spi2
atk attr audit augeas authd authselect autoconf autofs automake avahi babel basesystem bash bc bind bind9 binutils
biosdevname bison bluez bolt boost bpftool bridge-utils brotli bsdtar bubblewrap byacc bzip2 c-ares ca-certificates
cairo catatonit centos-gpg-keys centos-linux centos-release centos-stream checkpolicy chrony chkconfig cifs-utils
clang cloud-init cloud-utils cmake cockpit compat-openssl conmon container-selinux containernetworking-plugins
containers-common coreutils corosync cpio cpp cracklib createrepo_c criu cron cronie crontabs crun crypto-policies
cryptsetup cups curl cyrus-sasl dbus dejavu-fonts delve desktop-file-utils device-mapper dhcp dhclient diffstat
diffutils dmidecode dnf dnsmasq dos2unix dosfstools dotnet double-conversion dovecot doxygen dracut dwz e2fsprogs
ed edk2 efi-rpm-macros efibootmgr efivar elfutils emacs enchant environment-modules ethtool evolution expat expect
fapolicyd fence-agents file filesystem findutils fipscheck firefox firewalld flac flatpak flex fontconfig fonts
fonts-rpm-macros fprintd freeipmi freeradius freetype frr fstrm fuse fuse-overlayfs fwupd gawk gc gcc gdb gdbm gdisk
gdk-pixbuf2 gdm geoclue2 gettext ghostscript giflib git git-lfs gjs glib-networking glib2 glibc gmp gnome gnu-efi
gnupg2 gnutls go-rpm-macros gobject-introspection golang google-noto gpgme gpm graphite2 graphviz greenboot grep groff
grub2 grubby gsettings-desktop-schemas gssproxy gstreamer1 gtk2 gtk3 gtk4 guile gvfs gzip hardlink harfbuzz hdparm
hostname httpd hunspell hwdata hwloc hyphen ibus icu ima-evm-utils info inih initscripts intel-cmt-cat
insights-client iotop ipa ipcalc iperf3 ipmitool iproute iprutils ipset iptables iptables-nft iputils irqbalance
iscsi-initiator-utils isns-utils iso-codes iw iwl jansson jasper java jbigkit jq json-c json-glib kbd kernel kernel-srpm-macros
kexec-tools keyutils kmod kpatch krb5 ksh ldns less libICE libSM libX11 libXau libXaw libXcomposite libXcursor
libXdamage libXext libXfixes libXft libXi libXinerama libXmu libXpm libXrandr libXrender libXt libXtst libXxf86vm
libacl libaio libarchive libassuan libatasmart libattr libbasicobjects libblkid libblockdev libbpf libcap libcap-ng
libcbor libcollection libcom_err libcomps libcroco libcurl libdaemon libdb libdhash libdnf libdrm libeconf libedit
libepoxy liberation libestr libev libevent libfastjson libfdisk libffi libfido2 libgcc libgcrypt libglvnd libgomp
libgpg-error libgudev libhandy libibverbs libical libicu libidn libidn2 libini_config libinput libjpeg-turbo
libkcapi libkcapi-hmaccalc libksba liblockfile libluksmeta libmaxminddb libmicrohttpd libmnl libmodman libmodulemd
libmount libmpc libndp libnet libnetfilter libnfnetlink libnfsidmap libnftnl libnghttp2 libnl3 libnsl libnsl2
libpath_utils libpcap libpciaccess libpipeline libpkgconf libpng libproxy libpsl libpwquality libqb libqmi librdkafka
libref_array librepo libreport libreswan librsvg2 librtas libseccomp libsecret libselinux libsemanage libsepol
libserf libsigsegv libslirp libsmartcols libsndfile libsolv libsoup libss libssh libssh2 libsss libstdc++
libstemmer libstoragemgmt libsysfs libtalloc libtasn1 libtdb libteam libtevent libtheora libtiff libtirpc libtool
libunistring libusb libusbx libuser libutempter libuuid libuv libverto libvirt libvorbis libwbclient libwebp
libxcb libxcrypt libxkbcommon libxml2 libxshmfence libxslt libyaml libzip libzstd linux-firmware linuxptp lksctp-tools
lldb lldpad llvm lm_sensors lmdb logrotate logwatch lorax lshw lsof lsscsi lttng-ust lua luksmeta lvm2 lz4 lzo m4
mailcap mailx make man-db man-pages mariadb-connector-c mc mcelog mdadm memcached memstrack mercurial mesa microcode_ctl
microdnf mingw mod_auth_gssapi mod_auth_openidc mod_http2 mod_md mod_security mod_ssl mokutil mpfr mt-st mtools
mtr multilib-rpm-config mutter nano nautilus ncurses ndctl net-snmp net-tools netcf nettle newt nfs-utils nftables
nghttp2 nginx ninja-build nmap nmstate npth nscd nspr nss nss_wrapper numactl numad numpy nvme-cli nvmetcli oniguruma
open-vm-tools openblas opencryptoki openjpeg2 openldap openscap openslp openssh openssl opus oracle-release
oraclelinux-release orc os-prober osbuild ostree p11-kit pacemaker pam pango papi parted passwd passt patch patchutils
pciutils pcp pcre pcre2 pcs perf perl pesign php pigz pinentry pipewire pixman pkgconf pkgconfig platform-python
plymouth podman policycoreutils polkit poppler popt postfix postgresql ppp prefixdevname procps-ng protobuf
protobuf-c ps_mem psacct psmisc publicsuffix-list pulseaudio pykickstart pyproject-rpm-macros python python-rpm-macros
python-srpm-macros python2 python3-pip-wheel python3-setuptools-wheel python3 pyxattr qemu qemu-guest-agent qemu-kvm qt5 quota
rasdaemon rdma-core readline realmd redhat redis resource-agents rhel-system-roles rhn rhsm rmt rng-tools rocky rootfiles
rpcbind rpm rpm-build rpm-libs rpmdevtools rpmlint rrdtool rsync rsyslog ruby rubygem-bundler rust runc samba
sanlock satyr sbc scap-security-guide scap-workbench scrub seabios selinux-policy sendmail setools setroubleshoot setup
sg3_utils sgml-common shadow-utils shared-mime-info shim skopeo slang slirp4netns smartmontools snappy socat softhsm
sos source-highlight spice sqlite squashfs-tools squid sscg sssd strace stunnel stalld subscription-manager subversion
sudo swtpm symlinks sysfsutils sysstat system-config systemd systemtap tar tboot tcl tcpdump tcsh telnet texinfo
texlive thunderbird time tk tmux toolbox totem tpm2-abrmd tpm2-tools tpm2-tss traceroute tracker trousers tuned
tzdata udica udisks2 unbound units unixODBC unzip upower usbguard usbutils usermode userspace-rcu util-linux uuid
vala valgrind varnish vdo vim virt-install virt-manager virt-what virt-who virtio-win vsftpd vte vte291 watchdog
wavpack wayland webkit2gtk3 webrtc-audio-processing wget which whois wireless-regdb wireplumber wireshark wpa_supplicant
words xdelta xdg-utils xfsdump xfsprogs xkeyboard-config xmlrpc-c xmlsec1 xorg-x11 xterm xxhash xz yajl yum yum-utils
zip zlib zlib-ng zsh zstd almalinux eurolinux oracle rocky-gpg-keys rocky-release rocky-repos geolite2 gpg-pubkey
`
    .trim()
    .split(/\s+/),
);

/** `1.el9`, `0.el8`: how everybody numbers a first build who builds for RHEL, Red Hat and EPEL too. */
const FIRST_BUILD = /^[01]\.el\d+$/;

/** Whether an RPM could be anybody's who builds for RHEL: a first build, of a name that is not known to be RHEL's. */
export function isAnybodysBuild({ name, sources }: PackagedBuild, release: string): boolean {
  if (!FIRST_BUILD.test(release)) return false;
  return ![name, ...sources.map((source) => source.name)].some(isOfFamily);
}

/** Modules of languages: EPEL has most of them, so that a language alone says nothing. */
const MODULE = /^(?:python\d?|perl|php|lua|ruby|rubygem|rust|golang|java|nodejs|texlive)-/;

const LONGEST_FAMILY = Math.max(...[...FAMILIES].map(({ length }) => length));

/** `openssl-libs` is of `openssl`, `python3.11` of `python3`. */
function isOfFamily(name: string): boolean {
  if (MODULE.test(name)) return FAMILIES.has(name);
  let end = -1;
  do {
    const dash = name.indexOf('-', end + 1);
    end = dash < 0 ? name.length : dash;
    if (isFamily(name, end) || isFamily(name, endOfStem(name, end))) return true;
  } while (end < name.length);
  return false;
}

/** Longer starts are not even cut out: a name may have as many as dashes. */
function isFamily(name: string, end: number): boolean {
  return end <= LONGEST_FAMILY && FAMILIES.has(name.slice(0, end));
}

/**
 * Where the start of a name ends without the number that it ends in: `3.11`, `.so.3`. Each sign is looked at once, from the
 * back and up to the dash before it; an expression would begin anew at each digit.
 */
function endOfStem(name: string, end: number): number {
  let stem = end;
  while (isDigit(name, stem - 1)) {
    do stem -= 1;
    while (isDigit(name, stem - 1));
    if (name[stem - 1] !== '.') return stem;
    stem -= 1;
  }
  return stem;
}

function isDigit(name: string, at: number): boolean {
  const sign = name[at];
  return sign !== undefined && sign >= '0' && sign <= '9';
}

/** Versions in the core of Amazon Linux 2 of packages that its extras have in others; `-`: in extras alone. */
const CORE: ReadonlyMap<string, string> = new Map(
  Object.entries({
    nginx: '-',
    redis: '-',
    docker: '-',
    containerd: '-',
    runc: '-',
    php: '5.4',
    postgresql: '9.2',
    mariadb: '5.5',
    tomcat: '7',
    ruby: '2.0',
    memcached: '1.4',
    haproxy: '1.5',
    haproxy2: '-',
    python38: '-',
    squid: '3.5',
    ansible: '-',
    'java-11-openjdk': '-',
    'java-17-openjdk': '-',
    unbound: '1.4 1.6 1.7',
    firefox: '-',
    'aws-nitro-enclaves-cli': '-',
    'amazon-ecr-credential-helper': '-',
    'ecs-init': '-',
    epel: '-',
  }),
);

/** Whether a package of Amazon Linux 2 comes from one of its extras. */
export function isExtraPackage({ name, version, sources }: PackagedBuild): boolean {
  const upstream = version.replace(/^\d+:/, '');
  for (const one of [...sources.map((source) => source.name), name]) {
    const stem = CORE.has(one) ? one : (/^(\w+)-/.exec(one)?.[1] ?? one);
    const core = CORE.get(stem);
    if (core !== undefined) return core === '-' || !isOneOf(upstream, core.split(' '));
  }
  return false;
}
