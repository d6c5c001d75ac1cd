/** What every page is given. */
export interface PageProps {
  /** Of the session. */
  readonly token: string;
  /** Goes to another page. */
  readonly go: (path: string) => void;
}
