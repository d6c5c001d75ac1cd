import { builderShell } from './builder-shell.ts';

/**
 * What runs foreign commands: it has no login, and leaves the image as files for the container that pushes. What was fetched is used
 * as it is; what was not, is pulled without a login. A store that holds another build's content would not do (`fetch-script.ts`).
 *
 * From 1.39 on buildah enters the root of a command by pivot_root, and then remounts the old root without its flags: in a user
 * namespace the kernel allows that of no root that is read-only, and after it the way back to chroot, which older ones take at once,
 * is gone. BUILDAH_NOPIVOT is that way from the start (`docs/decisions/0028-the-image.md`).
 */
export const buildScript = `${builderShell}export BUILDAH_NOPIVOT=1
set -- --isolation chroot --pull=false --platform "$PLATFORM" --format "$FORMAT" --timestamp 0
set -- "$@" --label "$KEY_LABEL=$PLATFORM_KEY" --label "org.opencontainers.image.base.digest=$BASE_DIGEST"
if [ -n "$authorities" ]; then set -- "$@" --cert-dir "$authorities"; fi
while IFS= read -r argument; do
  if [ -n "$argument" ]; then set -- "$@" --build-arg "$argument"; fi
done < /run/build/arguments
buildah build "$@" -t "$TARGET" -f /run/build/Containerfile /run/build
case "$FORMAT" in
  docker) manifest=v2s2 ;;
  *) manifest=oci ;;
esac
buildah push --format "$manifest" "$TARGET" "dir:$IMAGE"
`;
