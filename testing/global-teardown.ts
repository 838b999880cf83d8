import { rmSync } from 'node:fs';

export default function teardown(): void {
  const directory = process.env.CHARGE_ONCE_TEST_RUN;
  if (directory) rmSync(directory, { recursive: true, force: true });
}
