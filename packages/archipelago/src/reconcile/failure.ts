/** An operand that could not be brought about. */
export type Failure =
  | { readonly kind: 'failed'; readonly message: string }
  /** The configuration that is written is not the one that counts; operands are not the worse for it. */
  | {
      readonly kind: 'refused';
      readonly message: string;
      readonly leaves: LeftAlone;
      /** For programs; absent: `ConfigurationRefused`. */
      readonly reason?: 'DowngradeRefused';
    }
  /** The HyperConverged is being deleted; `isHeld`: nothing is removed for the time being. */
  | { readonly kind: 'uninstalling'; readonly message: string; readonly isHeld: boolean }
  | {
      readonly kind: 'notServed';
      readonly operand: string;
      readonly definition: string;
      /** What is the matter with the definition; absent: there is none. */
      readonly lack?: string | undefined;
    }
  | {
      readonly kind: 'forbidden';
      /** The server's words: who may not do what to what, and where. */
      readonly message: string;
      /** How to grant it. */
      readonly fix: string;
      /** What cannot be seen for it; absent: only something could not be done. */
      readonly unseen?: string;
    };

/** Which operands are not cared for while a configuration is refused. */
export type LeftAlone = 'nothing' | 'operand' | 'everything';
