import type { Action } from './action';
import { changeMessageVisibility, changeMessageVisibilityBatch } from './change-visibility';
import { createQueue } from './create-queue';
import { deleteMessage, deleteMessageBatch } from './delete-message';
import { deleteQueue, purgeQueue } from './delete-queue';
import { getQueueUrl, listDeadLetterSourceQueues, listQueues } from './list-queues';
import { cancelMessageMoveTask, listMessageMoveTasks, startMessageMoveTask } from './message-move-tasks';
import { getQueueAttributes, setQueueAttributes } from './queue-attributes';
import { listQueueTags, permissionsUnsupported, tagQueue, untagQueue } from './queue-tags';
import { receiveMessage } from './receive-message';
import { sendMessage, sendMessageBatch } from './send-message';

/** Every action of the SQS API. A map, so that no name of an object's own members is taken for one. */
export const ACTIONS: ReadonlyMap<string, Action> = new Map([
  ['AddPermission', permissionsUnsupported],
  ['CancelMessageMoveTask', cancelMessageMoveTask],
  ['ChangeMessageVisibility', changeMessageVisibility],
  ['ChangeMessageVisibilityBatch', changeMessageVisibilityBatch],
  ['CreateQueue', createQueue],
  ['DeleteMessage', deleteMessage],
  ['DeleteMessageBatch', deleteMessageBatch],
  ['DeleteQueue', deleteQueue],
  ['GetQueueAttributes', getQueueAttributes],
  ['GetQueueUrl', getQueueUrl],
  ['ListDeadLetterSourceQueues', listDeadLetterSourceQueues],
  ['ListMessageMoveTasks', listMessageMoveTasks],
  ['ListQueueTags', listQueueTags],
  ['ListQueues', listQueues],
  ['PurgeQueue', purgeQueue],
  ['ReceiveMessage', receiveMessage],
  ['RemovePermission', permissionsUnsupported],
  ['SendMessage', sendMessage],
  ['SendMessageBatch', sendMessageBatch],
  ['SetQueueAttributes', setQueueAttributes],
  ['StartMessageMoveTask', startMessageMoveTask],
  ['TagQueue', tagQueue],
  ['UntagQueue', untagQueue],
]);
