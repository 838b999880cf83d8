import type { StackTemplate, TemplateResource } from './cloud-assembly';
import { resolve, type Scope } from './intrinsics';
import { type Identity, plainIdentity, RESOURCE_TYPES, WITHOUT_LOCAL_EFFECT } from './resource-types';

/** A resource of a template, its properties resolved when asked for. */
export interface Resource {
  stack: string;
  logicalId: string;
  type: string;
  /** What `Ref` gives. */
  ref: string;
  attributes: Record<string, string>;
  properties(): Record<string, unknown>;
}

export interface Stack {
  name: string;
  template: StackTemplate;
  resources: Resource[];
  /** Values by logical id of the output. */
  outputs(): Record<string, string>;
  /** Values by export name. */
  exports(): Map<string, () => unknown>;
}

/** A template whose intrinsics resolve against itself and, for imports, against the exports of all stacks. */
export function openStack(template: StackTemplate, awsEndpoint: string, importValue: (name: string) => unknown): Stack {
  const { name, template: body } = template;
  const declared = body.Resources ?? {};
  const identities = new Map<string, Identity>();

  const identity = (logicalId: string): Identity => {
    const known = identities.get(logicalId);
    if (known) return known;
    const resource = declared[logicalId];
    if (!resource) throw new Error(`there is no resource or parameter ${logicalId}`);
    const property = (key: string) => {
      const value = resource.Properties?.[key];
      return value === undefined ? undefined : String(resolve(value, scope));
    };
    const named = { stack: name, logicalId, property, awsEndpoint };
    const made = RESOURCE_TYPES[resource.Type]?.(named) ?? plainIdentity(resource.Type, named);
    identities.set(logicalId, made);
    return made;
  };

  const scope: Scope = {
    stackName: name,
    ref: (logicalId) => {
      const parameter = body.Parameters?.[logicalId];
      if (!parameter) return identity(logicalId).ref;
      if (parameter.Default === undefined) throw new Error(`parameter ${logicalId} has no default`);
      return parameter.Default;
    },
    getAtt: (logicalId, attribute) => {
      const value = identity(logicalId).attributes[attribute];
      if (value === undefined)
        throw new Error(`the simulator does not know attribute ${attribute} of ${logicalId} (${declared[logicalId]?.Type})`);
      return value;
    },
    importValue,
    condition: (condition) => {
      const definition = body.Conditions?.[condition];
      if (definition === undefined) throw new Error(`there is no condition ${condition}`);
      return resolve(definition, scope) === true;
    },
    mapping: (map, key, item) => {
      const value = body.Mappings?.[map]?.[key]?.[item];
      if (value === undefined) throw new Error(`there is no mapping ${map}.${key}.${item}`);
      return value;
    },
  };

  const present = (condition: string | undefined) => condition === undefined || scope.condition(condition);
  const outputs = Object.entries(body.Outputs ?? {}).filter(([, output]) => present(output.Condition));
  return {
    name,
    template,
    resources: Object.entries(declared)
      .filter(([, resource]) => present(resource.Condition))
      .map(([logicalId, resource]) => openResource(logicalId, resource)),
    outputs: () =>
      Object.fromEntries(outputs.map(([id, output]) => [id, String(inContext(`output ${id}`, () => resolve(output.Value, scope)))])),
    exports: () =>
      new Map(
        outputs
          .filter(([, output]) => output.Export)
          .map(([, output]) => [String(resolve(output.Export?.Name, scope)), () => resolve(output.Value, scope)]),
      ),
  };

  function openResource(logicalId: string, resource: TemplateResource): Resource {
    const { Type: type } = resource;
    return inContext(`${logicalId} (${type})`, () => {
      if (!RESOURCE_TYPES[type] && !WITHOUT_LOCAL_EFFECT.has(type)) throw new Error('the simulator does not know this resource type');
      const { ref, attributes } = identity(logicalId);
      const properties = () =>
        inContext(`${logicalId} (${type})`, () => resolve(resource.Properties ?? {}, scope) as Record<string, unknown>);
      return { stack: name, logicalId, type, ref, attributes, properties };
    });
  }

  /** Names the place in the template at which something could not be resolved. */
  function inContext<T>(place: string, work: () => T): T {
    try {
      return work();
    } catch (error) {
      throw new Error(`${name}: ${place}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
}
