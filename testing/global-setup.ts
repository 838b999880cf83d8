import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A folder for what all test files of this run share. Workers inherit the variable. */
export default function setup(): void {
  process.env.CHARGE_ONCE_TEST_RUN = mkdtempSync(join(tmpdir(), 'charge-once-run-'));
  // The simulator's own tests put theirs beside it.
  process.env.SIMULATOR_TEST_DIRECTORY = process.env.CHARGE_ONCE_TEST_RUN;
}
