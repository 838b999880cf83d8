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
   * Writes if the stored state is still `seen` (`undefined`: if there is none). Resolves to the new state, or to `undefined` when
   * somebody else was first. A repeat of our own write, after its answer was lost, counts as done.
   *
   * @param expiresAt epoch seconds after which the store may delete the document; it may also keep it for days longer
   */
  write<T>(address: Address, body: T, seen: Stored | undefined, expiresAt?: number): Promise<Stored<T> | undefined>;
  /** Consistent, in the order of the sort key, at most `limit`. */
  list(pk: string, range: Range): Promise<Stored[]>;
}
