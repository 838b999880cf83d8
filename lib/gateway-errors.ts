import { type GatewayResponseOptions, ResponseType } from 'aws-cdk-lib/aws-apigateway';

/** API Gateway substitutes these; the message is a JSON string with its quotes. */
const MESSAGE = '$context.error.messageString';
const KIND = '$context.error.responseType';
const REQUEST_ID = '$context.requestId';

const answer = (type: ResponseType, contentType: string, body: string): GatewayResponseOptions => ({
  type,
  responseHeaders: { 'Content-Type': `'${contentType}'` },
  // The key selects a template by the request's Accept header and falls back to this one; the header above names the type of the answer.
  templates: { 'application/json': body },
});

const problem = (type: ResponseType, name: string, title: string): GatewayResponseOptions =>
  answer(
    type,
    'application/problem+json',
    `{"type":"${name}","title":"${title}","detail":${MESSAGE},"reason":"${KIND}","requestId":"${REQUEST_ID}"}`,
  );

/** What API Gateway answers itself, as RFC 9457 problem details: the form of the functions' own errors. */
export const PROBLEM_DETAILS = [
  problem(ResponseType.DEFAULT_4XX, 'request-refused', 'The request was refused before it reached the API'),
  problem(ResponseType.DEFAULT_5XX, 'temporarily-unavailable', 'No answer came in time; send the same request again'),
];
