/** How pods are played: nothing is executed. */
export interface PodPlay {
  /** Put on every pod that is played, for people. */
  readonly annotations: Readonly<Record<string, string>>;
  /**
   * Before the annotations with which people say how a pod fares: `PREFIX/exit-code` and `PREFIX/run-seconds` (it ends so, after
   * so long), `PREFIX/not-ready` (it never becomes ready).
   */
  readonly prefix: string;
  /** Architectures that there is an image for, as nodes call them; undefined for an image that nobody knows. */
  imageArchitectures(image: string): readonly string[] | undefined;
}

/** Pods that say nothing run, whatever their image. */
export const plainPlay: PodPlay = {
  annotations: {},
  prefix: 'kube-sandbox',
  imageArchitectures: () => undefined,
};
