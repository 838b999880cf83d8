import './quiet';
import { startSimulator } from '../../start/start';

/** What the parent asks of a simulator that runs in a process of its own. */
export type Question = { readonly ask: 'memory' } | { readonly ask: 'close' };

/** Bytes after a garbage collection. */
export interface Memory {
  readonly heapUsed: number;
  readonly rss: number;
}

async function main([assembly, data]: string[]): Promise<void> {
  const simulator = await startSimulator({ assembly: assembly!, data: data!, port: 0, awsPort: 0, acquirerPort: 0, quiet: true });
  // Whoever measures is gone: its functions must not stay behind.
  process.on('disconnect', () => void simulator.close().finally(() => process.exit(1)));
  process.on('message', async ({ ask }: Question) => {
    if (ask === 'memory') {
      globalThis.gc?.();
      const { heapUsed, rss } = process.memoryUsage();
      process.send!({ heapUsed, rss });
      return;
    }
    await simulator.close();
    process.exit(0);
  });
  process.send!({ url: simulator.apiUrl });
}

void main(process.argv.slice(2));
