/** One part of the proof: what was tried, in numbers, and what was found. */
export interface Section {
  readonly title: string;
  /** What this part shows and how, in a few sentences. */
  readonly text: string;
  /** Rows of the summary table: name and value, such as `schedules` and `100,000`. */
  readonly figures: readonly (readonly [name: string, value: string | number])[];
  /** Further Markdown, such as a table of cells. */
  readonly details?: string;
  readonly doubleCharges: number;
  readonly lostPayments: number;
  /** Any other broken invariant; empty when all held. */
  readonly violations: readonly string[];
}
