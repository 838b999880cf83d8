/** One guard of money taken away or weakened, by one replacement in one file of the product. */
export interface Mutant {
  /** What the product no longer does. */
  readonly name: string;
  /** Path from the root of the repository. */
  readonly file: string;
  /** Text that occurs exactly once in the file. */
  readonly from: string;
  readonly to: string;
  /** Test files of which one must fail. */
  readonly tests: readonly string[];
  /** Pattern of the sentences to run, where a whole file would take long. */
  readonly only?: string;
}

/** Mutants of one file that the same tests should notice. */
export function mutantsOf(file: string, tests: readonly string[], mutations: readonly Omit<Mutant, 'file' | 'tests'>[]): readonly Mutant[] {
  return mutations.map((mutation) => ({ file, tests, ...mutation }));
}
