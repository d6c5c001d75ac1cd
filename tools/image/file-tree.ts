/** What stands at a path. */
export type TreeEntry =
  | { readonly kind: 'file'; readonly content: Uint8Array; readonly isExecutable: boolean }
  | { readonly kind: 'link'; readonly target: string }
  | { readonly kind: 'folder'; readonly mode: number };

/** Files by their path from the root, without a slash in front. Folders are there where something lies in them. */
export type FileTree = ReadonlyMap<string, TreeEntry>;

/** A file of text that everybody may read. */
export function textFile(text: string): TreeEntry {
  return { kind: 'file', content: new TextEncoder().encode(text), isExecutable: false };
}
