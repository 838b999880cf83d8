import { randomUUID } from 'node:crypto';
import type { Broker } from '../broker';
import { invalidParameter, resourceNotFound } from '../errors';
import { MAX_MOVE_RATE } from '../limits';
import { describeTask, formatTaskHandle, isActive, type MoveTask, parseTaskHandle, TASKS_KEPT } from '../move-task';
import type { Queue } from '../queue';
import { type Input, optionalInteger, optionalString, requiredString } from '../request';
import type { Action } from './action';

function queueOfArn(broker: Broker, parameter: string, arn: string): Queue {
  const queue = broker.queueByArn(arn);
  if (!queue) throw resourceNotFound(`The resource that you specified for the ${parameter} parameter doesn't exist.`);
  return queue;
}

/** One task at a time for each source, which must be the dead-letter queue of at least one queue. */
export const startMessageMoveTask: Action = ({ broker, moveTasks }, input) => {
  const sourceArn = requiredString(input, 'SourceArn');
  const destinationArn = optionalString(input, 'DestinationArn');
  const source = queueOfArn(broker, 'SourceArn', sourceArn);
  if (destinationArn !== undefined) queueOfArn(broker, 'DestinationArn', destinationArn);
  if (broker.deadLetterSources(sourceArn).length === 0) throw invalidParameter('Source queue must be configured as a Dead Letter Queue.');
  if (destinationArn === sourceArn) throw invalidParameter('Source queue arn and destination queue arn must be different.');
  if (broker.state.tasks.some((task) => task.sourceArn === sourceArn && isActive(task))) {
    throw invalidParameter('There is already a task running. Only one active task is allowed for a source queue arn at a given time.');
  }
  broker.settle(source);
  const task: MoveTask = {
    id: randomUUID(),
    sourceArn,
    destinationArn,
    maxPerSecond: readRate(input),
    startedAt: broker.clock.now(),
    toMove: source.counts.visible,
    moved: 0,
    status: 'RUNNING',
  };
  moveTasks.start(task);
  return { TaskHandle: formatTaskHandle(task) };
};

function readRate(input: Input): number | undefined {
  return optionalInteger(input, 'MaxNumberOfMessagesPerSecond', 1, MAX_MOVE_RATE, `Must be an integer from 1 to ${MAX_MOVE_RATE}.`);
}

/** Latest first; one unless `MaxResults` asks for more. */
export const listMessageMoveTasks: Action = ({ broker }, input) => {
  const { arn } = queueOfArn(broker, 'SourceArn', requiredString(input, 'SourceArn'));
  const limit = optionalInteger(input, 'MaxResults', 1, TASKS_KEPT, `Must be an integer from 1 to ${TASKS_KEPT}.`) ?? 1;
  const tasks = broker.state.tasks.filter(({ sourceArn }) => sourceArn === arn);
  return { Results: tasks.reverse().slice(0, limit).map(describeTask) };
};

export const cancelMessageMoveTask: Action = ({ broker, moveTasks }, input) => {
  const { id, sourceArn } = parseTaskHandle(requiredString(input, 'TaskHandle'));
  queueOfArn(broker, 'SourceArn', sourceArn);
  const task = broker.state.tasks.find((kept) => kept.id === id && kept.sourceArn === sourceArn);
  if (!task) throw resourceNotFound('Task does not exist.');
  if (task.status !== 'RUNNING') throw invalidParameter(`Only a running task can be cancelled; this one is ${task.status}.`);
  moveTasks.cancel(task);
  return { ApproximateNumberOfMessagesMoved: task.moved };
};
