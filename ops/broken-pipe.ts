/** Ends the process without a word when nobody reads its standard output any longer, as behind `| head`: that is the reader's choice, and no error. */
export function endOnBrokenPipe(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    process.exit();
  });
}
