/**
 * What the builder's container runs. Everything comes by environment and files, so that the text is the same for all builds; the
 * private store is empty, and bases are pinned: a builder that finds another architecture under a name builds wrong content
 * without an error (`docs/compatibility/layering.md#what-builders-do`). Exit codes: 65 nothing to build, 66 wrong machine.
 */
export const buildScript = `set -eu
machine=$(uname -m)
case "$EXPECTED_ARCH" in
  amd64) expected=x86_64 ;;
  arm64) expected=aarch64 ;;
  *) expected=$EXPECTED_ARCH ;;
esac
if [ "$machine" != "$expected" ]; then
  echo "this machine is $machine, the image is for $expected" >&2
  exit 66
fi
if [ ! -s /run/build/Containerfile ]; then
  echo "the Containerfile is empty" >&2
  exit 65
fi
store=$STORE
conf=$REGISTRIES/registries.conf
if [ ! -s "$conf" ]; then conf=; fi
authorities=$REGISTRIES
if [ ! -s "$REGISTRIES/ca.crt" ]; then authorities=; fi
buildah() {
  command buildah --root "$store/root" --runroot "$store/runroot" --storage-driver vfs \\
    \${conf:+--registries-conf "$conf"} "$@"
}
set -- --isolation chroot --pull-always --platform "$PLATFORM" --format "$FORMAT" --timestamp 0
set -- "$@" --label "$KEY_LABEL=$PLATFORM_KEY" --label "org.opencontainers.image.base.digest=$BASE_DIGEST"
if [ -s /run/secrets/pull/config.json ]; then set -- "$@" --authfile /run/secrets/pull/config.json; fi
if [ -n "$authorities" ]; then set -- "$@" --cert-dir "$authorities"; fi
while IFS= read -r argument; do
  if [ -n "$argument" ]; then set -- "$@" --build-arg "$argument"; fi
done < /run/build/arguments
buildah build "$@" -t "$TARGET" -f /run/build/Containerfile /run/build
set -- --digestfile "$RESULTS/digest"
if [ -s /run/secrets/push/config.json ]; then set -- "$@" --authfile /run/secrets/push/config.json; fi
if [ -n "$authorities" ]; then set -- "$@" --cert-dir "$authorities"; fi
buildah push "$@" "$TARGET" "docker://$TARGET"
echo "$machine" > "$RESULTS/machine"
`;
