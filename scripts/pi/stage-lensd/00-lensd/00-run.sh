#!/bin/bash -e
# Installs the package, with the programs of the Pi's cameras, and has the box claimed at its first start: no key, no station, a code in
# its log. Nothing of the machine that builds stays: each card gets a machine id and a set-up code of its own.
install -D -m 644 files/lensd.deb "${ROOTFS_DIR}/tmp/lensd.deb"
on_chroot <<'CHROOT'
export DEBIAN_FRONTEND=noninteractive
apt-get install -y --no-install-recommends /tmp/lensd.deb "$(dpkg-deb -f /tmp/lensd.deb Recommends)"
if apt-cache show rpicam-apps-lite >/dev/null 2>&1; then apt-get install -y --no-install-recommends rpicam-apps-lite; fi
apt-get clean
rm -rf /tmp/lensd.deb /var/lib/lensd /var/cache/lensd
: >/etc/machine-id
CHROOT
