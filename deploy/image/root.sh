#!/bin/sh
# root.sh FOLDER PACKAGE...: copies Debian packages that are installed here to a folder, which becomes the root of an
# image, with their papers, so that scanners know what they are.
set -eu
root=$1
shift
mkdir -p "$root/usr/bin" "$root/usr/sbin" "$root/usr/lib" "$root/usr/lib64" "$root/var/lib/dpkg/status.d"
# /bin and its like are links to below /usr.
for link in /bin /sbin /lib /lib64; do
  if [ -L "$link" ]; then cp -a "$link" "$root/"; fi
done
for package in "$@"; do
  dpkg-query --listfiles "$package" | while read -r path; do
    case $path in
      # Manuals and other languages; what is said of rights stays.
      /usr/share/doc/*/copyright) ;;
      /usr/share/doc/* | /usr/share/man/* | /usr/share/locale/* | /usr/share/lintian/* | /usr/share/info/*) continue ;;
      # Tables of characters of other machines, which iconv alone reads.
      */gconv/*) continue ;;
    esac
    if [ -L "$path" ] || [ -f "$path" ]; then cp -a --parents "$path" "$root/"; fi
  done
  dpkg-query --status "$package" > "$root/var/lib/dpkg/status.d/$package"
done
# The user that everything runs as, by name too: PostgreSQL asks who it is.
mkdir -p "$root/etc" "$root/tmp" "$root/data" "$root/proc" "$root/sys" "$root/dev" "$root/run"
printf 'root:x:0:0:root:/root:/usr/sbin/nologin\neventide:x:10001:10001:Eventide:/data:/usr/sbin/nologin\n' > "$root/etc/passwd"
printf 'root:x:0:\neventide:x:10001:\n' > "$root/etc/group"
printf 'passwd: files\ngroup: files\nhosts: files dns\n' > "$root/etc/nsswitch.conf"
# Node comes with Eventide.
ln -s /app/bin/node "$root/usr/bin/node"
chmod 1777 "$root/tmp"
chown 10001:10001 "$root/data"
chmod 0750 "$root/data"
