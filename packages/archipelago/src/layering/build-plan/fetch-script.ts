import { builderShell } from './builder-shell.ts';

/**
 * Brings the images that a build starts from into the pod's store, with the login for them, and runs nothing of them. Everything
 * comes by environment and files, so that the text is the same for all builds. The private store is empty, and bases are pinned: a
 * builder that finds another architecture under a name builds wrong content without an error
 * (`docs/compatibility/layering.md#what-builders-do`). Exit codes: 65 nothing to build, 66 wrong machine.
 */
export const fetchScript = `${builderShell}machine=$(uname -m)
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
set -- --platform "$PLATFORM"
if [ -s /run/login/config.json ]; then set -- "$@" --authfile /run/login/config.json; fi
if [ -n "$authorities" ]; then set -- "$@" --cert-dir "$authorities"; fi
buildah pull "$@" "$BASE"
while IFS= read -r image; do
  if [ -n "$image" ] && [ "$image" != "$BASE" ] && ! buildah pull "$@" "$image"; then
    echo "$image was not fetched; where the build needs it, it is asked for without a login" >&2
  fi
done < /run/fetch/images
echo "$machine" > "$RESULTS/machine"
`;
