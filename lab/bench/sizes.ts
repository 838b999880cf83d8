/** How much is measured. A full run stays below ten minutes on two cores; a quick one only shows that everything runs. */
export interface Sizes {
  /** Batches of ten measured in each cell, by the provider's latency in milliseconds. */
  readonly batches: Readonly<Record<0 | 50 | 200, number>>;
  /** Orders hit by each kind of fault. */
  readonly faultOrders: number;
  /** Processes started of each bundle. */
  readonly coldStarts: number;
  /** Requests of each kind at each number of clients. */
  readonly requests: number;
  /** Payments stored when the growth of the cost is looked at. */
  readonly stored: readonly number[];
  /** Messages in the DLQ. */
  readonly deadLetters: number;
  /** Rounds of so many payments through the whole system. */
  readonly rounds: number;
  readonly paymentsARound: number;
  readonly simulatorStarts: number;
  readonly queueMessages: number;
  readonly queueGroups: number;
}

export const FULL: Sizes = {
  batches: { 0: 20, 50: 5, 200: 2 },
  faultOrders: 8,
  coldStarts: 20,
  requests: 192,
  stored: [1_000, 10_000, 100_000],
  deadLetters: 10_000,
  rounds: 5,
  paymentsARound: 300,
  simulatorStarts: 3,
  queueMessages: 100_000,
  queueGroups: 1_000,
};

export const QUICK: Sizes = {
  batches: { 0: 3, 50: 1, 200: 1 },
  faultOrders: 2,
  coldStarts: 2,
  requests: 64,
  stored: [100, 1_000],
  deadLetters: 300,
  rounds: 3,
  paymentsARound: 50,
  simulatorStarts: 1,
  queueMessages: 5_000,
  queueGroups: 100,
};
