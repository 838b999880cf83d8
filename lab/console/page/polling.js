const EVERY_MS = 1000;

/**
 * Runs `work` about once a second while the page can be seen, and never twice at once. Returns a function that runs it now, or again as soon
 * as the run that is under way has ended.
 *
 * @param {() => Promise<void>} work must not reject
 */
export function poll(work) {
  let timer;
  let running = false;
  let again = false;

  async function run() {
    clearTimeout(timer);
    if (running) {
      again = true;
      return;
    }
    running = true;
    do {
      again = false;
      await work();
    } while (again);
    running = false;
    if (!document.hidden) timer = setTimeout(run, EVERY_MS);
  }

  document.addEventListener('visibilitychange', () => {
    if (document.hidden) clearTimeout(timer);
    else void run();
  });
  void run();
  return run;
}
