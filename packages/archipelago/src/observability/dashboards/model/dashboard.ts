/** How a panel shows what its queries give. */
export type PanelKind = 'stat' | 'time-series' | 'table' | 'status-history';

/** What the values are. */
export type Unit = 'number' | 'seconds' | 'per-second' | 'bytes';

export type Colour = 'green' | 'yellow' | 'red' | 'blue' | 'grey';

export interface Query {
  /** PromQL, built with `query.ts`. */
  readonly expression: string;
  /** Name of a series, with labels as `{{label}}`; in a table, the title of the column. */
  readonly legend: string;
}

/** From this value on, this colour. */
export interface Threshold {
  readonly from: number;
  readonly colour: Colour;
}

/** What a value that is a state means. */
export interface Meaning {
  readonly value: number;
  readonly text: string;
  readonly colour: Colour;
}

/** Titles of the columns that labels make, by label. */
type Columns = Readonly<Record<string, string>>;

export interface Panel {
  /** Unique in its dashboard. */
  readonly id: string;
  readonly title: string;
  /** What it shows, and what to do where it looks bad. */
  readonly description: string;
  readonly kind: PanelKind;
  readonly unit: Unit;
  /** Columns of twelve. */
  readonly width: 2 | 3 | 4 | 6 | 8 | 12;
  readonly queries: readonly Query[];
  /** Ascending; below the first one, green. */
  readonly thresholds?: readonly Threshold[];
  readonly meanings?: readonly Meaning[];
  /** Of a table. */
  readonly columns?: Columns;
}

export interface Row {
  readonly title: string;
  readonly panels: readonly Panel[];
}

/** A choice at the top of a dashboard: values of a label; queries name it as `$name`. */
export interface Variable {
  readonly name: string;
  readonly title: string;
  readonly metric: string;
  readonly label: string;
}

/** A dashboard, whatever draws it. */
export interface Dashboard {
  /** Name of its files and objects. */
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly variables: readonly Variable[];
  readonly rows: readonly Row[];
}
