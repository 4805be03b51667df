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

/** What Ubuntu's metapackages of kernels are numbered like: `5.15.0.91.88`. */
const KERNEL_METAPACKAGE = /^\d+\.\d+\.\d+\.\d+\.\d+/;
/** What Debian's and Ubuntu's metapackages of PHP are numbered like: `2:8.2+93`. */
const PHP_METAPACKAGE = /^\d:\d\.\d\+\d+/;

export function isNativePackage(name: string, version: string): boolean {
  if (NATIVE.has(name)) return true;
  if (name.startsWith('linux-')) return KERNEL_METAPACKAGE.test(version) || name.endsWith('-base');
  if (name.startsWith('php')) return PHP_METAPACKAGE.test(version);
  return FAMILIES.some((family) => family.test(name));
}
