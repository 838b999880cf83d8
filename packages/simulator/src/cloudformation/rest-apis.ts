import type { GatewayResponseDefinition, RestApiDefinition, RouteDefinition } from './deployment';
import { functionName } from './functions';
import type { Resource, Stack } from './stack';

interface MethodProperties {
  HttpMethod: string;
  ResourceId: string;
  RestApiId: string;
  Integration?: { Type?: string; Uri?: string };
}

/** The REST APIs of a stack with the routes that a Lambda proxy integration answers. */
export function restApis(stack: Stack): RestApiDefinition[] {
  return ofType(stack, 'AWS::ApiGateway::RestApi').map((api) => {
    const stages = ofType(stack, 'AWS::ApiGateway::Stage').filter((stage) => stage.properties().RestApiId === api.ref);
    if (stages.length !== 1) {
      throw new Error(
        `${stack.name}: ${api.logicalId} (${api.type}): the simulator serves an API with one stage, this has ${stages.length}`,
      );
    }
    const variables = stages[0]!.properties().Variables as Record<string, string> | undefined;
    return {
      id: api.ref,
      name: (api.properties().Name as string | undefined) ?? api.logicalId,
      stack: stack.name,
      stage: stages[0]!.ref,
      stageVariables: variables ?? null,
      binaryMediaTypes: (api.properties().BinaryMediaTypes as string[] | undefined) ?? [],
      routes: routes(stack, api),
      gatewayResponses: gatewayResponses(stack, api),
    };
  });
}

function routes(stack: Stack, api: Resource): RouteDefinition[] {
  const paths = resourcePaths(stack, api);
  return ofType(stack, 'AWS::ApiGateway::Method').flatMap((method) => {
    const properties = method.properties() as unknown as MethodProperties;
    if (properties.RestApiId !== api.ref) return [];
    const { Type: type, Uri: uri } = properties.Integration ?? {};
    // `…:lambda:path/2015-03-31/functions/<function ARN>/invocations`
    const target = uri?.match(/functions\/(.+)\/invocations$/)?.[1];
    if (type !== 'AWS_PROXY' || !target) {
      throw new Error(
        `${stack.name}: ${method.logicalId} (${method.type}): the simulator runs Lambda proxy integrations, not ${type ?? 'none'}`,
      );
    }
    return {
      httpMethod: properties.HttpMethod,
      resourcePath: paths.get(properties.ResourceId) ?? '/',
      resourceId: properties.ResourceId,
      functionName: functionName(target),
    };
  });
}

/** Full path of every resource id. */
function resourcePaths(stack: Stack, api: Resource): Map<string, string> {
  const parents = new Map(
    ofType(stack, 'AWS::ApiGateway::Resource').map((resource) => {
      const { ParentId: parentId, PathPart: part } = resource.properties() as { ParentId: string; PathPart: string };
      return [resource.ref, { parentId, part }];
    }),
  );
  const path = (id: string): string => {
    const resource = parents.get(id);
    return resource ? `${path(resource.parentId)}/${resource.part}` : '';
  };
  return new Map([[api.attributes.RootResourceId!, '/'], ...[...parents.keys()].map((id): [string, string] => [id, path(id)])]);
}

function gatewayResponses(stack: Stack, api: Resource): GatewayResponseDefinition[] {
  return ofType(stack, 'AWS::ApiGateway::GatewayResponse').flatMap((resource) => {
    const properties = resource.properties() as {
      RestApiId: string;
      ResponseType: string;
      StatusCode?: string;
      ResponseParameters?: Record<string, string>;
      ResponseTemplates?: Record<string, string>;
    };
    if (properties.RestApiId !== api.ref) return [];
    const headers = Object.entries(properties.ResponseParameters ?? {})
      .map(([name, value]) => [/^gatewayresponse\.header\.(.+)$/.exec(name)?.[1]?.toLowerCase(), /^'(.*)'$/.exec(value)?.[1]])
      .filter(([name, value]) => name !== undefined && value !== undefined);
    return {
      type: properties.ResponseType,
      statusCode: properties.StatusCode === undefined ? undefined : Number(properties.StatusCode),
      headers: Object.fromEntries(headers) as Record<string, string>,
      body: properties.ResponseTemplates?.['application/json'],
    };
  });
}

function ofType(stack: Stack, type: string): Resource[] {
  return stack.resources.filter((resource) => resource.type === type);
}
