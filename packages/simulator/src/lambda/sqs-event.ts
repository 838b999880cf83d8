import type { SqsReceivedMessage } from '../types';

interface MessageAttribute {
  dataType: string;
  stringValue?: string;
  binaryValue?: string;
  stringListValues: never[];
  binaryListValues: never[];
}

function messageAttribute({ DataType, StringValue, BinaryValue }: SqsReceivedMessage['MessageAttributes'][string]): MessageAttribute {
  return {
    ...(StringValue === undefined ? {} : { stringValue: StringValue }),
    ...(BinaryValue === undefined ? {} : { binaryValue: BinaryValue }),
    stringListValues: [],
    binaryListValues: [],
    dataType: DataType,
  };
}

/** The event a function gets for a batch of messages. https://docs.aws.amazon.com/lambda/latest/dg/with-sqs.html#example-fifo-queue-message-event */
export function sqsEvent(queueArn: string, messages: (SqsReceivedMessage & { MD5OfMessageAttributes?: string })[]): string {
  const awsRegion = queueArn.split(':')[3];
  return JSON.stringify({
    Records: messages.map((message) => ({
      messageId: message.MessageId,
      receiptHandle: message.ReceiptHandle,
      body: message.Body,
      attributes: message.Attributes,
      messageAttributes: Object.fromEntries(
        Object.entries(message.MessageAttributes).map(([name, attribute]) => [name, messageAttribute(attribute)]),
      ),
      // Absent without attributes: `JSON.stringify` leaves it out.
      md5OfMessageAttributes: message.MD5OfMessageAttributes,
      md5OfBody: message.MD5OfBody,
      eventSource: 'aws:sqs',
      eventSourceARN: queueArn,
      awsRegion,
    })),
  });
}
