import { type ImagePlatform, imagePlatforms } from './image-platforms.ts';

const packages = [
  ...['base-files', 'ca-certificates', 'gcc-14-base', 'libc6', 'libgcc-s1'],
  ...['buildah', 'coreutils', 'dash', 'golang-github-containers-common', 'netavark'],
  // what these are linked to, and what that is
  ...['libacl1', 'libassuan9', 'libattr1', 'libaudit1', 'libbsd0', 'libbz2-1.0', 'libcap-ng0', 'libcrypt1'],
  ...['libgpg-error0', 'libgpgme11t64', 'libmd0', 'libpam0g', 'libpcre2-8-0', 'libseccomp2', 'libselinux1'],
  ...['libsemanage2', 'libsepol2', 'libsqlite3-0', 'libsubid5'],
];

/** What the scripts of build jobs run (`builder-shell.ts` of layering): the shell, buildah, and two of coreutils. */
const programs = [
  ...['usr/bin/buildah', 'usr/bin/dash', 'usr/bin/mkdir', 'usr/bin/uname'],
  // buildah ends where it does not find it, although it makes no network with `--isolation chroot`
  'usr/lib/podman/netavark',
];

/** The shell by the name that jobs start it by; buildah pulls nothing without a policy. */
const data = ['bin/sh', 'etc/containers/policy.json'];

/** Those of the builder's image: the same packages for all. */
export const builderPlatforms: readonly ImagePlatform[] = imagePlatforms.map((platform) => ({
  ...platform,
  packages,
  programs,
  data,
}));
