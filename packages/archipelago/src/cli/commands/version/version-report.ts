/** What `archipelago version -o json` prints. */
export interface VersionReport {
  readonly client: {
    readonly version: string;
    /** Of Node, without a `v`. */
    readonly node: string;
    /** As in an image index: `linux/amd64`. */
    readonly platform: string;
  };
  /** Absent: nobody asked it. */
  readonly server?: { readonly version: string };
  /** Absent: the HyperConverged does not say it, or is not there. */
  readonly operator?: {
    /** The release of the HyperConverged Cluster Operator that it is, or behaves as. */
    readonly version: string;
    /** The release of Archipelago; absent: another operator configured the cluster, or one before 0.2.0. */
    readonly archipelago?: string;
  };
}
