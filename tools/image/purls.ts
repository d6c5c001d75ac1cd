/** The package URL of a package of npm. */
export function npmPurl(name: string, version: string): string {
  return `pkg:npm/${name.replace('@', '%40')}@${encodeURIComponent(version)}`;
}

/** The package URL of a package of Debian. */
export function debianPurl(name: string, version: string, architecture: string): string {
  const shown = encodeURIComponent(version).replaceAll('%3A', ':');
  return `pkg:deb/debian/${encodeURIComponent(name)}@${shown}?arch=${architecture}`;
}
