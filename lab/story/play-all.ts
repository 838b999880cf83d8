import type { ExhibitResult } from './exhibit';
import { EXHIBITS } from './exhibits/index';
import { play } from './play';
import { startSystem } from './system';

/** Plays these exhibits, numbered from 1, one after the other on one system. */
export async function playAll(numbers: readonly number[], onPlayed: (result: ExhibitResult) => void = () => {}): Promise<ExhibitResult[]> {
  const system = await startSystem();
  try {
    const results: ExhibitResult[] = [];
    for (const number of numbers) {
      const result = await play(number, EXHIBITS[number - 1]!, system);
      onPlayed(result);
      results.push(result);
    }
    return results;
  } finally {
    await system.close();
  }
}
