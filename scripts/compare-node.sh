#!/usr/bin/env bash
# Compares the Node that npm installed with the one that the Node project released: its checksums are signed, and an npm package is
# made by somebody else. Needs curl, gpgv and tar, and the network; CI runs it where they are.
set -euo pipefail
cd "$(dirname "$0")/.."

mirror="${NODE_MIRROR:-https://nodejs.org/dist}"
# The keys of the releasers, https://github.com/nodejs/release-keys.
keyring="${NODE_KEYRING:-https://github.com/nodejs/release-keys/raw/HEAD/gpg/pubring.kbx}"
installed="$(readlink -f node_modules/.bin/node)"
version="$("$installed" --version)"
platform="$("$installed" -p 'process.platform + "-" + process.arch')"
archive="node-$version-$platform.tar.xz"

folder="$(mktemp -d)"
trap 'rm -rf "$folder"' EXIT
fetch() { curl --fail --silent --show-error --location --output "$folder/$2" "$1"; }

fetch "$keyring" pubring.kbx
fetch "$mirror/$version/SHASUMS256.txt" SHASUMS256.txt
fetch "$mirror/$version/SHASUMS256.txt.sig" SHASUMS256.txt.sig
fetch "$mirror/$version/$archive" "$archive"
gpgv --quiet --keyring "$folder/pubring.kbx" "$folder/SHASUMS256.txt.sig" "$folder/SHASUMS256.txt"
(cd "$folder" && grep " $archive\$" SHASUMS256.txt | sha256sum --check --quiet --strict)

tar --extract --xz --to-stdout --file "$folder/$archive" "${archive%.tar.xz}/bin/node" | cmp - "$installed" || {
  echo "The Node in $installed is not the released $version for $platform. Do not run it." >&2
  exit 1
}
echo "node $version is the released one"
