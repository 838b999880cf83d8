/** Runs workers side by side, one step of each after another: the worst interleaving, every time. */
export async function interleave(...workers: AsyncGenerator<void, void>[]): Promise<void> {
  for (let running = workers; running.length > 0; ) {
    const unfinished: typeof running = [];
    for (const worker of running) if (!(await worker.next()).done) unfinished.push(worker);
    running = unfinished;
  }
}
