/** The queues that the stacks name in their outputs: `ChargeQueueUrl` gives `ChargeQueue`. */
export function namedQueues(outputs: Record<string, string>): { label: string; url: string }[] {
  return Object.entries(outputs)
    .filter(([name]) => /(Queue|Dlq)Url$/.test(name))
    .map(([name, url]) => ({ label: name.slice(0, -'Url'.length), url }));
}

/** The label of a queue by its physical name, or that name where no output names the queue. */
export function queueLabels(outputs: Record<string, string>): (queue: string) => string {
  const labels = new Map(namedQueues(outputs).map(({ url, label }) => [url.slice(url.lastIndexOf('/') + 1), label]));
  return (queue) => labels.get(queue) ?? queue;
}
