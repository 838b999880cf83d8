/** What was to be reached, and what was found. */
export interface Goal {
  readonly goal: string;
  readonly found: string;
  readonly met: boolean;
  /** For a goal that was missed: what stands in the way. */
  readonly why?: string;
}

export interface Table {
  readonly caption?: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** One part of the report. */
export interface Section {
  readonly title: string;
  /** What was measured and how, and what the figures cannot say. */
  readonly text: string;
  readonly goals: readonly Goal[];
  /** The first one holds the ratios. */
  readonly tables: readonly Table[];
}
