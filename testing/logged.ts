import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { until } from './operator';

/** What a function has logged, once there is something: the simulator collects lines before it writes them. */
export function logged(folder: string, data: string): Promise<string> {
  const file = join(data, 'logs', `${folder}.log`);
  return until(async () => (existsSync(file) ? readFileSync(file, 'utf8') : undefined));
}
