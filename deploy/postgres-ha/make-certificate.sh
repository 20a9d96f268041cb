#!/bin/sh
# Makes the certificate of one machine of the cluster in the current folder, and the authority that signs it if it is not
# there yet. See docs/guides/postgres-ha.md.
#
#   sh make-certificate.sh db1 IP:10.0.0.21,DNS:db1.internal
set -eu
name=${1:?name of the machine, such as db1}
reached_as=${2:?addresses and names by which others reach it, such as IP:10.0.0.21,DNS:db1.internal}
umask 077

new_key() {
  openssl req -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes "$@"
}

test -e ca.key ||
  new_key -x509 -days 3650 -subj "/CN=survey-platform cluster" -addext "keyUsage=critical,keyCertSign,cRLSign" \
    -keyout ca.key -out ca.crt

# Each machine is a server and a client of the others.
new_key -subj "/CN=$name" -addext "subjectAltName=$reached_as" -addext "extendedKeyUsage=serverAuth,clientAuth" \
  -keyout "$name.key" -out "$name.csr"
openssl x509 -req -in "$name.csr" -copy_extensions copy -days 825 -CA ca.crt -CAkey ca.key -CAcreateserial -out "$name.crt"
rm "$name.csr"
