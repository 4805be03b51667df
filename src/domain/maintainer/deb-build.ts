import { kernelBuild } from './kernel-build';
import {
  type Maintainer,
  ofDistribution,
  ofNobodyKnown,
  type PackagedBuild,
  quoted,
} from './maintainer';
import { isOneOf, shippedVersions, sourceNames } from './shipped-versions';

/** `+deb12u3`, `~deb11u1`: an update of a release by Debian (developers' reference 5.8.5.4). */
const UPDATE = /[+~.]?deb(\d{1,2})u\d+/;
/** `~bpo12+1`: backports, which people of Debian look after in their own time; no security team, no LTS. */
const BACKPORT = /~bpo(\d{1,2})(?:\+|$)/;
/**
 * Marks that only the building of Debian's and Ubuntu's archives leaves: repacked sources, rebuilds, uploads of
 * others.
 */
const PACKAGERS = /[+~.-]dfsg|[+~.]ds\d*(?=[-+.~]|$)|\+b\d+$|\+nmu\d|\dbuild\d+(?:\.\d+)?$/;
const UBUNTUS =
  /ubuntu\d|(?:^|[^\d])(?:1[2-9]|2\d)\.(?:04|10)(?:\.\d+)*$|[+~](?:1[2-9]|2\d)\.(?:04|10)/;
const ESM = /[+~.]esm\d+/;
/** A Debian revision: numbers, with what rebuilds and updates add. */
const REVISION = /^f?\d+[\d.+~a-z]*$/;

/** Whether a version holds a mark that nobody but Debian or Ubuntu writes. */
export function hasDebianMark(version: string): boolean {
  return UPDATE.test(version) || PACKAGERS.test(version) || /\dubuntu\d/.test(version);
}

const NVIDIAS = /^(?:lib)?nvidia-|^xserver-xorg-video-nvidia-/;

/** Whether Debian, Ubuntu or another distribution made of them built a package, as its version tells. */
export function debianBuild(build: PackagedBuild): Maintainer {
  const { version, release } = build;
  const [backport, of] = BACKPORT.exec(version) ?? [];
  if (backport !== undefined && !UPDATE.test(version)) {
    return ofNobodyKnown(
      `${quoted(backport)} marks a backport to Debian ${of ?? ''}, which neither Debian’s security team nor its long-term support looks after`,
    );
  }
  if (release?.family === 'debian' && /\dubuntu\d/.test(version)) {
    return ofNobodyKnown(`${quoted(version)} is Ubuntu’s build, in a release of Debian`);
  }
  const [esm] = ESM.exec(version) ?? [];
  if (esm !== undefined) return ofDistribution(`${quoted(esm)} is of Ubuntu Pro’s updates`);
  const [update] = UPDATE.exec(version) ?? [];
  if (update !== undefined) return ofDistribution(`${quoted(update)} is of Debian’s updates`);
  const [mark] = PACKAGERS.exec(version) ?? [];
  if (mark !== undefined) return ofDistribution(`${quoted(mark)} is what its packagers write`);
  if (NVIDIAS.test(build.name) && version.endsWith('-0ubuntu1')) {
    return ofNobodyKnown(
      'NVIDIA’s own archive numbers its driver so, and Ubuntu’s next release too',
    );
  }
  const [ubuntus] = UBUNTUS.exec(version) ?? [];
  if (ubuntus !== undefined && release?.family !== 'debian') {
    return ofDistribution(`${quoted(ubuntus)} is what Ubuntu writes`);
  }
  return plainBuild(build);
}

/** Sources whose projects have archives of their own, and write into their versions no more than Debian does. */
const ALIKE = new Set(['rabbitmq-server', 'erlang', 'elixir']);
/** `linux-image-6.1.0-18-amd64`; `linux-image-amd64` is whatever comes next. */
const KERNEL_IMAGE = /^linux-image-(?:unsigned-)?(\d.*?)(?:-(?:unsigned|dbg|dbgsym))*$/;

function plainBuild({ name, version, sources, release }: PackagedBuild): Maintainer {
  const names = [name, ...sources.map((source) => source.name)];
  const dash = version.lastIndexOf('-');
  if (dash <= 0) {
    if (names.some((one) => isNativePackage(one, version))) {
      return ofDistribution(
        'the distribution makes it itself, so that its version has no revision',
      );
    }
    return ofNobodyKnown(
      `${quoted(version)} has no revision, which a distribution gives whatever it packages`,
    );
  }
  const revision = version.slice(dash + 1);
  if (!REVISION.test(revision)) {
    return ofNobodyKnown(`${quoted(revision)} is no revision as the distribution writes it`);
  }
  if (revision === '1' && names.flatMap(sourceNames).some((one) => ALIKE.has(one))) {
    return ofNobodyKnown(
      'the distribution and the project itself both write a first build so, and nothing else tells them apart',
    );
  }
  const [, kernel] = KERNEL_IMAGE.exec(name) ?? [];
  const builders = kernel === undefined ? null : kernelBuild(kernel)?.families;
  if (builders?.length === 0) {
    return ofNobodyKnown(`${quoted(kernel ?? '')} is no name that the distribution gives a kernel`);
  }
  const upstream = version.slice(0, dash).replace(/^\d+:/, '');
  const number = release === null ? null : releaseNumber(release.versionId);
  const shipped =
    release === null || number === null ? null : shippedVersions(release.family, number, names);
  if (shipped !== null && !isOneOf(upstream, shipped)) {
    const what = shipped.length === 0 ? 'none' : shipped.join(', ');
    return ofNobodyKnown(
      `the release has ${what} of ${quoted(name)}, so ${quoted(version)} was built by somebody else`,
    );
  }
  return ofDistribution(`${quoted(`-${revision}`)} is a revision as the distribution writes it`);
}

const NUMBERS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    buster: '10',
    bullseye: '11',
    bookworm: '12',
    trixie: '13',
    bionic: '18.04',
    focal: '20.04',
    jammy: '22.04',
    noble: '24.04',
  }),
);

/** `12` of `12.5` and `bookworm`, `22.04` of `jammy`. */
function releaseNumber(versionId: string): string | null {
  const named = NUMBERS.get(versionId.toLowerCase().split(' ', 1)[0] ?? '');
  if (named !== undefined) return named;
  const [number] = /^\d+\.(?:04|10)|^\d+/.exec(versionId) ?? [];
  return number ?? null;
}

/**
 * Packages that Debian and Ubuntu make themselves, so that their versions have no revision (Debian policy 5.6.12): by
 * source or binary name. What has no revision and is none of these was built by somebody else.
 */
const NATIVE = new Set(
  `
account-plugin-facebook acheck acheck-rules adduser alien anacron apparmor-profiles-extra apport
apport-symptoms architecture-properties astromatic at authbind auto-apt-proxy autodep8 autopkgtest
autotools-dev awesome-extra base-files base-passwd bbdb bcmwl-kernel-source bdf2psf big-cursor blackbox-themes
blag blag-doc blends blends-common blends-dev blends-doc blends-tasks bolt-tweaks boost-defaults bootcd
bootlogd bsdmainutils bsdutils build-essential build-essential-mipsen buildd ca-certificates cairo-5c calendar
casacore-data casacore-data-tai-utc casper cdbs cgroupfs-mount check-dfsg-status chromium-browser
chromium-browser-l10n chromium-codecs-ffmpeg chromium-codecs-ffmpeg-extra cinnamon-core cloud-guest-utils
cloud-initramfs-copymods cloud-initramfs-dyn-netconf command-not-found command-not-found-data
config-package-dev core-snap corekeeper cowbuilder cowdancer cramfsswap cron cron-apt cryptsetup-nuke-password
cyclades-serial-client d-shlibs datefudge db-defaults db-util ddtc default-d-compiler default-jdk default-jre
default-libmysqlclient-dev default-libmysqld-dev default-mysql-client default-mysql-client-core
default-mysql-server default-mysql-server-core devscripts-el dhelp diffutils diploma discover-data discover1
distro-info-data dkim-rotate dkms-signed dlocate dmz-cursor-theme dnsvi doc-base doc-central dpmb dput dselect
duck dupload dwww e2fsprogs ec2-hibinit-agent eclipse-debian-helper ecryptfs-utils-udev elbe-archive-keyring
elbe-keyring electronics-all electronics-analog electronics-asic-dev electronics-cad-gui electronics-digital
electronics-doc electronics-dsp-dev electronics-fpga-dev electronics-gadgets electronics-measurements
electronics-microcontrollers electronics-pcb electronics-radio-dev electronics-simulation electronics-tasks
elida equivs eso-pipelines evdi-signed extrepo fasttrack-archive-keyring fbx-all fbx-tasks fdpowermon
fdpowermon-icons feed2exec feed2exec-doc fenics fenicsx finalrd  firmware-sof-signed freecdb friendly
friendly-recovery ftpwatch fwupd-amd64-signed fwupdate-signed galternatives gccgo-go gdebi gdebi-core gem2deb
gem2deb-test-runner germinate git-build-recipe git-buildpackage git-buildpackage-rpm gitlabracadabra gitpkg
gkdebconf gnome gnucobol gnupg-agent golang golang-defaults gpgv gradle-debian-helper grub-cloud
grub-cloud-amd64 grub-efi-amd64-signed grub-efi-arm64-signed grub2-signed gst-plugins-rtp
gstreamer1.0-plugins-rtp gup hackage-tracker hardening-runtime hello-snap help2man hibagent hobbit-plugins
hostname how-can-i-help hp-search-mac humanity-icon-theme hunspell-en-us hwdata ieee-data ifenslave im-config
indicator-common initscripts insserv installation-birthday installation-guide-amd64 installation-report
intltool-debian ipip ipset-persistent iptables-persistent irssi-scripts isa-support isc-dhcp-client
isc-dhcp-common isenkram isenkram-cli ivy-debian-helper javatools jenkins-debian-glue
jenkins-debian-glue-buildenv jetring juju jumpnbump-levels kanjidic kanjidic-xml kdump-tools keepassx
kerberos-configs kernel-handbook keymapper kickoff krb5-config ksh ksh93u+m kuvert landscape-client
landscape-common landslide laptop-detect ledger-wallets-udev light-themes lintian-brush localepurge
lockfile-progs login lsb lsb-base lsb-core lsb-invalid-mta lsb-release lsb-security lua-any lxd
lxd-agent-loader lxd-client maas maas-cli madison-lite mail-expire makedev manpages-posix matchbox mate-core
matlab-support matlab-support-dev mawk mdetect media-types menu menu-l10n menu-xdg mercurial-buildpackage
metacity-themes mime-support mimefilter mini-dinstall mini-soong miniramfs mklibs mklibs-copy mobile-tweaks
mobile-tweaks-common module-assistant module-init-tools mokutil-signed molly-guard motd-news-config
mpi-default-bin mpi-default-dev mpi-defaults multistrap myrepos mysql-common mysql-defaults nala ncal
needrestart-session netbase netfilter-persistent netplan newpid nickle nis notify-osd-icons nux-tools opalmod
open-font-design-toolkit orphan-sysvinit-scripts os-prober oss-compat overlay-scrollbar package-notes
packagekit-hw packagesearch packaging-dev packaging-tutorial palo pan-coherent-diffraction pan-config
pan-control-systems pan-control-systems-dev pan-data-reduction-frameworks pan-data-reduction-frameworks-dev
pan-diffraction pan-grazing-incidence pan-imaging pan-machine-learning pan-modelling pan-mx pan-powder
pan-small-angle-scattering pan-spectroscopy pan-tasks pan-tomography pan-xas passwd pastebinit pbuilder
perl-base php php-all-dev php-bcmath php-bz2 php-cgi php-cli php-common php-curl php-defaults php-dev
php-enchant php-fpm php-gd php-gmp php-imap php-interbase php-intl php-json php-ldap php-mbstring php-mysql
php-odbc php-pgsql php-phpdbg php-pspell php-readline php-snmp php-soap php-sqlite3 php-sybase php-tidy
php-xml php-zip pinentry-defaults pinephone-tweaks pinetab-tweaks policy-rcd-declarative
policy-rcd-declarative-allow-all policy-rcd-declarative-deny-all policykit-desktop-privileges pollinate
popularity-contest posh powermgmt-base pppconfig printer-driver-all printer-driver-all-enforce printing-metas
pristine-tar pro-client procps psmisc publican-debian pubpaste puppet-module-oci pypi2deb qcom-phone-utils
qemubuilder rbootd readline-common reboot-notifier refcard reportbug reportbug-gtk reprotest ri ricochet rinse
rng-tools-debian routine-update rover rsendmail rtkit-defaults runit-helper sauce sbsigntool-signed sbuild
sbuild-debian-developer-setup sbuild-qemu scalable-cyrfonts scalable-cyrfonts-tex screen-resolution-extra
sdate secnet secureboot-db selinux-basics sensible-utils session-migration sessioninstaller shellia
shim-signed shutdown-at-night signify-openbsd-keys simple-cdd slay sleepd smrtanalysis smrtanalysis-dev snapd
snmptrapfmt sosreport sse3-support sse4.1-support sse4.2-support ssh-import-id ssl-cert startpar statnews
stressant stressant-doc stressant-meta svn-buildpackage synaptic syslogout sysprofile system-service
sysuser-helper t1-cyrillic t1-oldslavic t1-teams thermald-common thunderbird-locale-en ticker tint
tmperamental tmpreaper todo.txt-base todo.txt-gtd tpm-udev translate trydiffoscope ttf-tagbanwa tuptime tzdata
ubiquity ubiquity-frontend-gtk ubufox ubuntu ucf udev unattended-upgrades unburden-home-dir
unburden-home-dir-doc undertime unison unison-gtk unp upgrade-system upstart-compat ureadahead
usb-creator-common usb-creator-gtk user-setup userv vacation verse vlan vm-builder vrms wajig weex
whalebuilder whiptail whois whoopsie-preferences win32-loader wireless-crda wireless-regdb witalian wspanish
wwwconfig-common wzip xbase-clients xidle xtrlock xul-ext-ubufox xutils xutils-dev yaru-theme-gtk yelp-xsl
zsys
`
    .trim()
    .split(/\s+/),
);

/** Families of names that only distributions make: metapackages, tools of packaging, translations. */
const FAMILIES = [
  // Libraries are what vendors package most: only those of the packages that Debian makes itself.
  /^lib(?:apache2-mod-(?:php$|auth-plain)|apt-(?:inst|pkg)|ben-ocaml|boost-|cairo-5c|catalyst-modules|cdb1$|cdb-dev$|cgi-application-(?:basic|extra)|config-model-dpkg|cupt|db(?:\+\+)?-dev$|debconf|debhelper|debian-|distro-info|dlrestrictions|dpkg|ept\d|ept-dev|js-protoaculous|moonshot|pam-(?:mklocaluser|tmpdir)|paper|php-embed|rem5-|ruby$|sbuild|sitesummary|tcl-chiark|tr-tid)/,
  /^(?:fonts-|font-|xfonts-|education-|task-|tasksel|dh-|games-|med-|science-|gis-|hamradio-|junior-|astro-|multimedia-|parl-|design-|ezgo-|forensics-|freedom-maker|live-(?:boot|build|config|images|manual|task|tools|wrapper)|mobian-|phosh-|ros-|openstack-|console-(?:braille|common|cyrillic|data|setup|tools)|keyboard-configuration|cdebconf|dbconfig-|developers-reference|maint-guide|grml|mupen64plus|piuparts|bilibop|hippotat|moonshot-|sigrok|cruft|chiark|fortunes?-|bible-)/,
  /^(?:debian\w*|deb(?:-gview|archiver|ci|conf|delta|helper|ichem|mirror|ocker|ootstick|ootstrap|orphan|pear|ram|roster|secan|sig-verify|sigs|sums|tags|tree|vm)|dpkg)(?:-.*)?$/,
  /^apt(?:-(?:build|cacher|clone|config|cudf|doc|dpkg|file|forktracer|key|list|move|rdepends|show|src|transport-(?:https|tor|s3|spacewalk)|utils|xapian).*|daemon.*|fs|icron.*|offline.*|url.*)?$/,
  /^(?:golang(?:-(?:any|doc|go|src))?|ruby(?:-(?:all-dev|debian|dev|full|launchy-shim|standalone))?|rubygems-integration|tcl(?:-dev|-doc)?|tk(?:-dev|-doc)?|gnat|raku|haskell-(?:compiler|devscripts.*)|maven-(?:ant|debian|repo)-helper|java-(?:common|policy|wrappers|propose-classpath)|javahelper|jarwrapper|android-sdk(?:-.*)?|emacs-goodies-el|emacsen-common|emacs-lintian|elpa-(?:debian-el|devscripts|dpkg-dev-el|lintian)|tex-common|latex-cjk-chinese-arphic-.*|sgml-(?:base|data).*|ocaml-(?:base|best)?-?[\w-]*|binutils-(?:m68hc1x|sh-elf)|vim-(?:addon-manager|scripts)|nagios-(?:images|plugins-contrib)|uwsgi-plugin-(?:luajit|mongo|php)|dict-gcide|dictionaries-common.*|aspell-(?:pt.*|sk)|u-boot-menu|plymouth-theme-.*|calamares-settings-.*|tryton-(?:modules-all|meta|client|server).*|ifup(?:down.*)?|init-system-helpers)$/,
  /^python3?-(?:apt|apport|aptdaemon|astropy-affiliated|blends|commandnotfound|deb822|debconf|debian|debianbts|debmutate|distro-info|distupgrade|distutils-extra|dput|germinate|landslide|language-selector|popcon|problem-report|reportbug|simple-cdd|software-properties|ubuntutools|update-manager)(?:-.*)?$/,
  /^(?:kde(?:-(?:baseapps|full|plasma-desktop|standard|telepathy.*)|accessibility|admin|edu|games|graphics|multimedia|network|pim|sdk|toys|utils|webdev)|gnome-(?:core|games|pkg-tools|platform-devel|devel|api-docs)|gnustep(?:-.*)?|mate-desktop-environment.*|cinnamon-desktop-environment|xfce4(?:-goodies)?|lx(?:de|qt)(?:-.*)?|bzr(?:-[a-z]+|tools)?|brz-debian|cross(?:-config|-gcc-dev|build-essential-\w+|grader|hurd)|pkg-(?:haskell|js|kde|perl|php)-.*|x11-(?:apps|common|session-utils|utils|xfs-utils|xkb-utils|xserver-utils)|xorg(?:-dev)?|xserver-xorg(?:-(?:input|video)-all)?)$/,
  /^(?:ubuntu-|(?:ku|xu|lu|edu)buntu-|ubuntustudio-|language-(?:pack|selector|support)|software-properties-|oem-(?:config|.*meta$)|update-(?:inetd|manager|motd|notifier)|nvidia-(?:common|prime)(?:$|-))/,
];

/** Numbers of Ubuntu's metapackages of kernels: `5.15.0.91.88`. */
const KERNEL_METAPACKAGE = /^\d+\.\d+\.\d+\.\d+\.\d+/;
/** Numbers of Debian's and Ubuntu's metapackages of PHP: `2:8.2+93`. */
const PHP_METAPACKAGE = /^\d:\d\.\d\+\d+/;

function isNativePackage(name: string, version: string): boolean {
  if (NATIVE.has(name)) return true;
  if (name.startsWith('linux-')) return KERNEL_METAPACKAGE.test(version) || name.endsWith('-base');
  if (name.startsWith('php')) return PHP_METAPACKAGE.test(version);
  return FAMILIES.some((family) => family.test(name));
}
