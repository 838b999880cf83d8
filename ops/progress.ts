import { Presets, SingleBar } from 'cli-progress';
import type { Terminal } from './terminal';

export interface Progress {
  update(value: number, total: number): void;
  stop(): void;
}

/** A bar on standard error while long work goes on. Where no terminal is, it stays silent. */
export function progressBar({ stderr }: Terminal, what: string): Progress {
  const bar = new SingleBar(
    { stream: stderr, format: `${what} {bar} {value}/{total}`, hideCursor: true, emptyOnZero: true },
    Presets.shades_classic,
  );
  bar.start(0, 0);
  return {
    update: (value, total) => {
      bar.setTotal(total);
      bar.update(value);
    },
    stop: () => bar.stop(),
  };
}
