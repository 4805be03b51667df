import {
  ofDistribution,
  ofNobodyKnown,
  ofVendor,
  quoted,
  type Maintainer,
  type PackagedBuild,
} from './maintainer';
import { isAnybodysBuild, isExtraPackage } from './rpm-names';
import { isOneOf, shippedVersions } from './shipped-versions';

/** RHEL and what is built from it: they share the mark `.el9`. */
const RED_HATS = new Set([
  'rhel',
  'redhat',
  'centos',
  'centos-stream',
  'rocky-linux',
  'almalinux',
  'oracle-linux',
  'eurolinux',
  'scientific',
  'virtuozzo',
  'cloudlinux',
]);

/** Marks that distributions end the releases of their RPMs in, by the family. */
const TAGS: ReadonlyMap<string, RegExp> = new Map(
  Object.entries({
    fedora: /\.fc(\d+)/,
    'amazon-linux': /\.amzn(\d+)/,
    photon: /\.ph(\d+)/,
    mageia: /\.mga(\d+)/,
    'azure-linux': /\.(?:azl|cm)(\d+)/,
    azurelinux: /\.(?:azl|cm)(\d+)/,
    mariner: /\.cm(\d+)/,
    openeuler: /\.oe(\d+)/,
  }),
);

/** Packages of Amazon Linux 2023 in several versions; `dnf supportinfo` tells until when it supports each. */
const ENDS_APART =
  /^(?:php\d\.\d|nodejs(?:\d+)?|npm|postgresql\d+|mariadb\d+|python3\.1\d|(?:dotnet|aspnetcore|netstandard)[\w.-]*|ruby\d\.\d|redis\d|valkey|tomcat\d+|java-\d.*-openjdk|(?:clang|llvm)\d+|gcc\d+)(?:-|$)/;

const EL = /\.(?:module[+_])?el(\d+)(_\d+)?([a-z]+)?(.*)$/;
/** Marks that rebuilds and branches of RHEL write behind `.el9`. */
const BEHIND_EL =
  /^(?:[._]\d+)*(?:\.(?:centos|rocky|alma|ML|inferit|plus|cloud|openela)[\w.]*)?(?:\+[\w.+]*)?$/;
/** Products of Red Hat's that are supported apart from RHEL: `.el8ap` is Ansible, `.el8eap` JBoss. */
const LAYERED =
  /^(?:s|ap|eap|jws|jbcs|sat|satc|ost|cp|ev|rhgs|ose|iv|pc|cnv|rhaos|sso|scon|dsrv|op|mt|tfm)$/;
/** Tools for Oracle's own kernel. */
const ORACLES = /^(?:uek|ek)$/;

/** SUSE counts builds: `150400.3.14.1`, `lp155.2.3`, `1.27`. */
const SUSE = /^(?:lp\d{3}\.|\d{6}\.)?\d+(?:\.\d+)+$/;
const PACKAGE_HUB = /^bp\d{3}\./;
const SUSES = new Set(['sles', 'opensuse', 'suse', 'suse-linux-micro', 'suse-manager-server']);

/** Whether a distribution built an RPM, as its release (what stands behind the last `-`) tells. */
export function rpmBuild(build: PackagedBuild): Maintainer {
  const release = build.version.slice(build.version.lastIndexOf('-') + 1);
  if (build.version === release) {
    return ofNobodyKnown(
      `${quoted(build.version)} has no release, which every RPM of a distribution has`,
    );
  }
  const family = build.release?.family ?? null;
  if (family !== null && SUSES.has(family)) return suseBuild(release);
  if (family === null || RED_HATS.has(family)) {
    if (EL.test(release)) return redHatBuild(build, release);
    if (family !== null) return unmarked(release, '.el');
  }
  const tag = family === null ? undefined : TAGS.get(family);
  if (tag === undefined) return taggedBuild(release);
  const [mark, number = ''] = tag.exec(release) ?? [];
  if (mark === undefined) return unmarked(release, String(tag.source).replace(/\\|\(.*/g, ''));
  if (family === 'amazon-linux' && number === '2' && isExtraPackage(build)) {
    return ofNobodyKnown(
      'Amazon Linux 2 has it as an extra only, and extras end on days of their own',
    );
  }
  const names = [build.name, ...build.sources.map((source) => source.name)];
  if (family === 'amazon-linux' && number === '2023' && names.some((one) => ENDS_APART.test(one))) {
    return ofNobodyKnown(
      'Amazon Linux 2023 gives it an end of its own, before that of the distribution',
    );
  }
  if (family !== null && shippedVersions(family, number, names)?.length === 0) {
    return ofNobodyKnown(`the release has no ${quoted(build.name)}, so somebody else built it`);
  }
  if (family === 'fedora' && isFusionName(build.name)) return rpmFusion();
  return ofDistribution(`${quoted(mark)} ends the releases of the distribution`);
}

function unmarked(release: string, mark: string): Maintainer {
  return ofNobodyKnown(
    `${quoted(release)} does not hold ${quoted(mark)}, which the distribution ends its releases in`,
  );
}

/** Where nothing names the distribution, a mark of any is one. */
function taggedBuild(release: string): Maintainer {
  const marks = [EL, ...TAGS.values()].flatMap((tag) => tag.exec(release)?.[0] ?? []);
  const [mark] = marks;
  if (mark !== undefined)
    return ofDistribution(`${quoted(mark)} ends the releases of distributions`);
  return SUSE.test(release)
    ? ofDistribution(`${quoted(release)} is a release as SUSE counts them`)
    : ofNobodyKnown(`${quoted(release)} holds no mark of a distribution’s`);
}

function suseBuild(release: string): Maintainer {
  if (PACKAGE_HUB.test(release)) {
    return ofNobodyKnown(
      `${quoted(release)} is of SUSE Package Hub, which its community looks after and SUSE does not support`,
    );
  }
  if (SUSE.test(release))
    return ofDistribution(`${quoted(release)} is a release as SUSE counts them`);
  return ofNobodyKnown(`${quoted(release)} is no release as SUSE counts them`);
}

function redHatBuild(build: PackagedBuild, release: string): Maintainer {
  const [mark = '', major = '', minor, letters, behind = ''] = EL.exec(release) ?? [];
  const { name, sources } = build;
  const names = [name, ...sources.map((source) => source.name)];
  if (letters !== undefined && ORACLES.test(letters)) {
    return ofDistribution(`${quoted(mark)} is of Oracle’s own kernel`);
  }
  if (letters !== undefined) {
    return LAYERED.test(letters)
      ? ofNobodyKnown(
          `${quoted(mark)} is of a product or a special interest group of its own, supported apart`,
        )
      : ofNobodyKnown(`${quoted(mark)} is no mark of the distribution’s`);
  }
  if (!BEHIND_EL.test(behind)) {
    return ofNobodyKnown(
      `${quoted(behind)} behind .el${major} is nothing that the distribution writes`,
    );
  }
  const installed = majorOf(build.release?.versionId ?? null);
  if (installed !== null && installed !== major) {
    return ofNobodyKnown(`${quoted(mark)} is of release ${major}, not of ${installed}`);
  }
  const isModule = /\.module[+_]el/.test(release);
  const stream = streamOf(names, major, isModule);
  if (stream !== null) return stream;
  const isUpdate = minor !== undefined && Number(major) < 10;
  if (!isModule && !isUpdate) {
    if (names.some(isEpelName)) {
      return ofVendor(
        'EPEL',
        'EPEL packages it, whose volunteers promise no support, and the distribution does not',
        { slug: null, isByName: true },
      );
    }
    const shipped = shippedVersions('el', major, names);
    const upstream = build.version.slice(0, build.version.lastIndexOf('-')).replace(/^\d+:/, '');
    if (shipped !== null && !isOneOf(upstream, shipped)) {
      const what = shipped.length === 0 ? 'none' : shipped.join(', ');
      return ofNobodyKnown(
        `release ${major} has ${what} of ${quoted(name)}, so ${quoted(build.version)} was built by somebody else`,
      );
    }
    if (isFusionName(name)) return rpmFusion();
    if (shipped === null && isAnybodysBuild(build, release)) {
      return ofNobodyKnown(
        `whoever builds for release ${major} numbers a first build ${quoted(release)}, and ${quoted(name)} is not known to be the distribution’s`,
      );
    }
  }
  return ofDistribution(`${quoted(mark)} ends the releases of the distribution`);
}

function majorOf(versionId: string | null): string | null {
  return /^(?:el)?(\d+)/.exec(versionId ?? '')?.[1] ?? null;
}

function rpmFusion(): Maintainer {
  return ofVendor('RPM Fusion', 'RPM Fusion packages it, and the distribution does not', {
    slug: null,
    isByName: true,
  });
}

/** Application streams that end before the release that they are for, on days that no catalog here has. */
const MODULES =
  /^(?:nodejs|npm|php|postgresql|python3[89]|python39?|ruby|rubygem|nginx|mariadb|mysql|redis|maven|varnish|scala|mongodb|swig|mercurial|log4j|jmc|ant|nodejs-\w+)(?:-|$)/;
const STREAMS: readonly RegExp[] = [
  /^nodejs(?:\d+)?(?:-|$)/,
  /^python3\.1[1-9](?:-|$)/,
  /^python3[89](?:-|$)/,
  /^postgresql1[4-9](?:-|$)/,
  /^ruby(?:31|33|34)(?:-|$)/,
  /^(?:rh|sclo|devtoolset|httpd24|gcc-toolset|llvm-toolset)-/,
];

const OPENJDK = /^java-(?:1\.8\.0|\d{2})-openjdk(?:-|$)/;

function streamOf(names: readonly string[], major: string, isModule: boolean): Maintainer | null {
  if (names.some((name) => OPENJDK.test(name))) {
    return ofVendor(
      'Red Hat',
      'RHEL and its rebuilds have it for as long as Red Hat builds this release of OpenJDK',
      { slug: 'redhat-build-of-openjdk', isByName: true },
    );
  }
  if (Number(major) >= 8 && isModule && names.some((name) => MODULES.test(name))) {
    return ofNobodyKnown(
      'it is a module, an application stream with an end of its own before that of the distribution',
    );
  }
  if (names.some((name) => STREAMS.some((stream) => stream.test(name)))) {
    return ofNobodyKnown(
      'it is an application stream, with an end of its own before that of the distribution',
    );
  }
  return null;
}

const FUSION =
  /^(?:ffmpeg(?:-libs|-devel)?|x26[45](?:-libs|-devel)?|vlc(?:-.*)?|akmod-.*|kmod-nvidia.*|xorg-x11-drv-nvidia.*|nvidia-(?:driver|kmod|settings|persistenced|modprobe)(?:-.*)?|libdvdcss|unrar|steam|mpv-libs|.*-freeworld|gstreamer1?-plugins-(?:bad-nonfree|ugly-freeworld)|gstreamer1-libav-freeworld|broadcom-wl|faac|handbrake.*|obs-studio-freeworld)$/;

function isFusionName(name: string): boolean {
  return FUSION.test(name);
}

/** Packages of EPEL that RHEL has never had; `.el9` is the mark of both. */
const EPEL = new Set(
  `
ack ansible-collection-community-general ansible-lint apptainer aria2 arj asciinema atop autossh awscli2
backintime bacula-client bat bird bmon boinc-client borgbackup bpytop btop byobu cacti caddy cbonsai ccache
certbot cherokee chkrootkit ck clamav clamd cloc cmake3 cockpit-navigator collectd conky copr-cli cowsay
cppcheck cpulimit croc darkhttpd dateutils dbench ddclient debmirror deltarpm direnv distribution-gpg-keys
dkms dnf-plugin-system-upgrade dnscrypt-proxy dnsperf duf duplicity dust dzdo entr epel-release
epel-rpm-macros erlang exa exim eza fail2ban fail2ban-firewalld fail2ban-sendmail fail2ban-server fakeroot
fd-find figlet fish fping fuse-sshfs fzf ganglia gdal geany geoipupdate git-delta gitolite3 glances
glances-web globus goaccess golang-github-prometheus gperftools haveged hdf5 hexyl hiredis-devel hping3 htop
httpie httrack icinga icinga2 iftop igraph imapfilter inxi ioping iotop-c iperf irssi jemalloc jhead jo john
jpegoptim keepassxc kitty knot knot-resolver koji lcov leptonica libsodium lighttpd lmod lnav lsyncd lxc lynis
mbedtls mcrypt mediawiki meld minidlna mock mod_evasive modsecurity mongodb monit moreutils mosh mosquitto
mrtg msmtp multitail munin munin-node nagios nagios-common nagios-nrpe nagios-plugins nagios-plugins-all ncdu
neovim netcdf netdata netdiscover nethogs nginx-mod-modsecurity nginx-mod-naxsi ngrep nikto nload nrpe nsd
nsnake ntfs-3g octave offlineimap openvpn optipng p7zip p7zip-plugins pam_yubico pandoc parallel pass pdns
pdns-recursor pdsh perl-Mojolicious php-pecl-imagick php-pecl-memcached php-pecl-mongodb php-pecl-redis5
php-pecl-redis6 phpldapadmin phpMyAdmin postgresql-pgpool-II privoxy proftpd proxychains-ng pssh pv pwgen
python2-certbot python3-certbot python3-virtualenvwrapper python34 qbittorrent R R-core R-core-devel
rabbitmq-server rclone rdiff-backup remmina restic ripgrep rkhunter roundcubemail rsnapshot rtorrent s3cmd
salt screen screenfetch ShellCheck shellcheck shorewall singularity slurm smem snapd snapd-selinux sshfs
sshguard sshpass ssmtp stress supervisor swaks tarsnap tcpreplay terminator the_silver_searcher thefuck tig
tinc tinyproxy tor torsocks transmission transmission-cli tripwire trojita uwsgi varnish-modules vnstat w3m
wavemon wdiff weechat whatmask wine wordpress xl2tpd xmlstarlet xrdp yubikey-manager yum-axelget zabbix
zabbix-agent zabbix40 zabbix50 zeromq zfs-fuse zmap znc zoxide zsh-syntax-highlighting
`
    .trim()
    .split(/\s+/),
);

function isEpelName(name: string): boolean {
  return EPEL.has(name);
}
