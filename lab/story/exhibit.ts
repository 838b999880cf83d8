import type { Scene } from './scene';

/** What a side says beyond the acquirer's books. */
export interface Verdict {
  /** How often something else than a charge was done, where the books are another table's. */
  readonly debits?: number;
  /** The layer that did the work, when it is none that counts what it suppresses. */
  readonly layer?: string;
}

/** One way of charging twice, played on both sides. */
export interface Exhibit {
  readonly title: string;
  /** How many teams ship it, in a line. */
  readonly brokenSetup: string;
  /** Source of what they ship, a file in `lab/story/broken/`. */
  readonly brokenSource: string;
  readonly shippedSetup: string;
  readonly broken: (scene: Scene) => Promise<Verdict | undefined>;
  readonly shipped: (scene: Scene) => Promise<Verdict | undefined>;
  /** The sentence to remember. */
  readonly remember: string;
}

export interface TimelineEntry {
  readonly side: 'broken' | 'shipped';
  /** Virtual time since the side began, such as `+14 h`. */
  readonly at: string;
  readonly text: string;
}

export interface SideResult {
  /** The most that one order was charged, as the acquirer's books say. */
  readonly charges: number;
  /** Orders that were accepted and never charged. */
  readonly lost: number;
  /** Times that a balance was debited for one payment, where that is what is judged. */
  readonly debits?: number;
}

/** What `--json` prints. */
export interface ExhibitResult {
  readonly number: number;
  readonly title: string;
  readonly timeline: readonly TimelineEntry[];
  readonly broken: SideResult & { readonly setup: string; readonly source: string };
  readonly shipped: SideResult & { readonly setup: string; readonly layer: string };
  readonly remember: string;
}
