/** The sources of the packages of this workspace, by the names they are imported by. */
export function workspaceSources(root: string): Record<string, string>;
