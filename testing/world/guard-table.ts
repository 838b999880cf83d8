import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';

/** The only condition that Powertools sets. Another one, after an upgrade, must stop this proof and not pass it by. */
const CONDITION =
  'attribute_not_exists(#id) OR #expiry < :now OR (#status = :inprogress AND attribute_exists(#in_progress_expiry) AND #in_progress_expiry < :now_in_millis)';

type Item = Record<string, unknown>;
type Attributes = Parameters<typeof unmarshall>[0];
interface Input {
  readonly Item: Attributes;
  readonly Key: Attributes;
  readonly ConditionExpression?: string;
  readonly UpdateExpression: string;
  readonly ExpressionAttributeNames: Record<string, string>;
  readonly ExpressionAttributeValues: Attributes;
}

/** The guard's table: what DynamoDB does with the commands of Powertools. Times are compared as the commands carry them. */
export function guardTable(clock: { now(): number }) {
  const items = new Map<string, Item>();
  const idOf = (key: Attributes) => String(unmarshall(key).id);

  function put({ Item: attributes, ConditionExpression, ExpressionAttributeValues }: Input): object {
    if (ConditionExpression !== CONDITION) throw new Error(`an unknown condition: ${ConditionExpression}`);
    const id = idOf(attributes);
    const stored = items.get(id);
    const values = unmarshall(ExpressionAttributeValues);
    const leaseOver =
      stored?.status === values[':inprogress'] &&
      stored?.in_progress_expiration !== undefined &&
      Number(stored.in_progress_expiration) < values[':now_in_millis'];
    if (stored && !(Number(stored.expiration) < values[':now']) && !leaseOver) {
      throw new ConditionalCheckFailedException({ message: 'The conditional request failed', $metadata: {}, Item: marshall(stored) });
    }
    items.set(id, unmarshall(attributes));
    return {};
  }

  function update({ Key, UpdateExpression, ExpressionAttributeNames, ExpressionAttributeValues }: Input): object {
    const values = unmarshall(ExpressionAttributeValues);
    const changed: Item = { id: idOf(Key), ...items.get(idOf(Key)) };
    for (const [, name, value] of UpdateExpression.matchAll(/(#\w+) = (:\w+)/g)) changed[ExpressionAttributeNames[name!]!] = values[value!];
    items.set(idOf(Key), changed);
    return {};
  }

  function call(action: string, input: Record<string, unknown>): unknown {
    const command = input as unknown as Input;
    switch (action) {
      case 'PutItem':
        return put(command);
      case 'UpdateItem':
        return update(command);
      case 'DeleteItem':
        items.delete(idOf(command.Key));
        return {};
      case 'GetItem': {
        const stored = items.get(idOf(command.Key));
        return stored ? { Item: marshall(stored) } : {};
      }
      default:
        throw new Error(`an unknown command: ${action}`);
    }
  }

  return {
    call,
    /** What TTL does, in the end, to every record that is past its time. */
    purgeExpired() {
      for (const [id, { expiration }] of items) if (Number(expiration) * 1000 < clock.now()) items.delete(id);
    },
    /** The whole table gone. */
    lose: () => items.clear(),
  };
}
