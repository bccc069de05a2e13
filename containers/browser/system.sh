#!/bin/sh
# system.sh PROCESSOR STATUS FOLDER: unpacks into FOLDER what Chromium needs of Debian for a PROCESSOR (arm64, amd64),
# beside what dpkg's STATUS file says is there. Nothing of it runs: it may be for another processor than this one.
set -eu
processor=$1 status=$2 folder=$3
wanted=$(dirname "$0")/system.txt
work=$(mktemp -d)
mkdir -p "$work/lists/partial" "$work/archives/partial" "$folder"
set -- -qq -o "APT::Architecture=$processor" -o APT::Sandbox::User=root \
    -o "Dir::State=$work" -o "Dir::State::status=$status" -o "Dir::Cache=$work"
apt-get "$@" update
# shellcheck disable=SC2046 # one word for each package
apt-get "$@" install --yes --no-install-recommends --download-only $(cat "$wanted")
for package in "$work"/archives/*.deb; do
    dpkg-deb --extract "$package" "$folder"
done
# in the image /lib is a link to /usr/lib, which a copy of a folder would replace
if [ -d "$folder/lib" ]; then
    cp -a "$folder/lib/." "$folder/usr/lib/"
    rm -r "$folder/lib"
fi
rm -r "$work"
