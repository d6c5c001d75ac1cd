/** Whether a reference to an image names a tag: one without is read as of the tag latest, which nobody has asked to write. */
export function namesTag(reference: string): boolean {
  return /:[^/:@]+$/.test(reference);
}
