/** Where a document lives. */
export interface Address {
  readonly pk: string;
  readonly sk: string;
}

/** A JSON document as it was read or written. `rev` is new with every write, so that it names one state of the document. */
export interface Stored<T = unknown> extends Address {
  readonly rev: string;
  readonly body: T;
}

/** `overtaken`: somebody else was first, and `present` is what stood there instead, if anything did. */
export type Outcome<T> =
  | { readonly kind: 'written'; readonly document: Stored<T> }
  | { readonly kind: 'overtaken'; readonly present: Stored | undefined };

/** What the store knows of a document beside its body. A write replaces these as well, so each must name what is to stay. */
export interface Marks {
  /** Epoch seconds after which the store may delete the document; it may also keep it for days longer. */
  readonly expiresAt?: number;
  /** Place in the time line; absent: not in it. */
  readonly timelineKey?: string;
}

/** A document's address and its place in the time line. */
export interface TimelineEntry extends Address {
  readonly timelineKey: string;
}

export interface Range {
  /** Inclusive bounds of the sort key. */
  readonly from?: string;
  readonly to?: string;
  /** Sort key to go on after, in the order asked for. */
  readonly after?: string;
  readonly newestFirst?: boolean;
  readonly limit: number;
}

/**
 * What the acquirer needs of a database: documents that are replaced only by whoever saw their present state. Every rule about money
 * rests on `write`; nothing here spans two documents.
 */
export interface Store {
  /** Consistent, in the order of `addresses`; `undefined` for what does not exist. */
  read(addresses: readonly Address[]): Promise<(Stored | undefined)[]>;
  /**
   * Writes if the stored state is still `seen` (`undefined`: if there is none). A repeat of our own write, after its answer was lost, counts
   * as written.
   */
  write<T>(address: Address, body: T, seen: Stored | undefined, marks?: Marks): Promise<Outcome<T>>;
  /** One partition: consistent, in the order of the sort key, at most `limit`. */
  list(pk: string, range: Range): Promise<Stored[]>;
  /** All documents with a place in the time line, in its order, at most `limit`. Eventually consistent: the latest writes may be missing. */
  timeline(range: Range): Promise<TimelineEntry[]>;
}
