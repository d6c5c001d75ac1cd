/**
 * What the scripts of the builder's containers have in common: buildah with the pod's own store, the registries of the deployment,
 * and nothing written outside of that store, because the root of these containers cannot be written.
 */
export const builderShell = `set -eu
store=$STORE
export HOME="$store/home" TMPDIR="$store/tmp" XDG_RUNTIME_DIR="$store/run"
mkdir -p "$HOME" "$TMPDIR" "$XDG_RUNTIME_DIR"
conf=$REGISTRIES/registries.conf
if [ ! -s "$conf" ]; then conf=; fi
authorities=$REGISTRIES
if [ ! -s "$REGISTRIES/ca.crt" ]; then authorities=; fi
buildah() {
  command buildah --root "$store/root" --runroot "$store/runroot" --storage-driver vfs \\
    \${conf:+--registries-conf "$conf"} "$@"
}
`;
