import { AwsError } from '../types';

/** Errors that several actions answer, with the words of AWS. */

export function queueDoesNotExist(): AwsError {
  return new AwsError('QueueDoesNotExist', 'The specified queue does not exist.');
}

export function missingParameter(name: string): AwsError {
  return new AwsError('MissingParameter', `The request must contain the parameter ${name}.`);
}

export function invalidParameter(message: string): AwsError {
  return new AwsError('InvalidParameterValue', message);
}

export function invalidValue(name: string, value: unknown, reason: string): AwsError {
  return invalidParameter(`Value ${String(value)} for parameter ${name} is invalid. Reason: ${reason}`);
}

export function invalidAttributeName(name: string): AwsError {
  return new AwsError('InvalidAttributeName', `Unknown Attribute ${name}.`);
}

export function invalidAttributeValue(name: string, reason = ''): AwsError {
  return new AwsError('InvalidAttributeValue', `Invalid value for the parameter ${name}.${reason && ` Reason: ${reason}`}`);
}

export function receiptHandleExpired(handle: string): AwsError {
  return invalidValue('ReceiptHandle', handle, 'The receipt handle has expired.');
}

export function resourceNotFound(message: string): AwsError {
  return new AwsError('ResourceNotFoundException', message, 404);
}
