/** What Node says of a failed call, such as `ENOENT`; empty where it says nothing. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

/** Why a file or folder could not be read or written, for people. */
export function fileProblem(error: unknown): string {
  switch (codeOf(error)) {
    case 'ENOENT':
      return 'there is no such file';
    case 'EEXIST':
      return 'it is there already';
    case 'EISDIR':
      return 'it is a folder';
    case 'ENOTDIR':
      return 'a part of its path is no folder';
    case 'EACCES':
      return 'permission denied';
    default:
      return error instanceof Error ? error.message : String(error);
  }
}
