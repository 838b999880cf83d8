import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A template of the cloud assembly with the assets that it deploys. */
export interface StackTemplate {
  name: string;
  template: Template;
  /** Absolute directory of each asset, by the object key that the template uses for it. */
  assetDirectories: ReadonlyMap<string, string>;
}

export interface Template {
  Parameters?: Record<string, { Type: string; Default?: unknown }>;
  Mappings?: Record<string, Record<string, Record<string, unknown>>>;
  Conditions?: Record<string, unknown>;
  Resources?: Record<string, TemplateResource>;
  Outputs?: Record<string, { Value: unknown; Condition?: string; Export?: { Name: unknown } }>;
}

export interface TemplateResource {
  Type: string;
  Condition?: string;
  Properties?: Record<string, unknown>;
}

interface Artifact {
  type: string;
  displayName?: string;
  properties?: { templateFile?: string; stackName?: string };
}

interface AssetManifest {
  files?: Record<string, { source: { path?: string; packaging?: string }; destinations: Record<string, { objectKey: string }> }>;
}

/** Reads every stack of a synthesized cloud assembly. Throws when the directory is not one. */
export function readAssembly(directory: string): StackTemplate[] {
  const manifestFile = join(directory, 'manifest.json');
  if (!existsSync(manifestFile)) throw new Error(`${directory} is not a cloud assembly: it has no manifest.json`);
  const manifest = readJson(manifestFile) as { artifacts?: Record<string, Artifact> };
  return Object.entries(manifest.artifacts ?? {})
    .filter(([, artifact]) => artifact.type === 'aws:cloudformation:stack')
    .map(([id, artifact]) => {
      const templateFile = artifact.properties?.templateFile ?? `${id}.template.json`;
      return {
        name: artifact.properties?.stackName ?? id,
        template: readJson(join(directory, templateFile)) as Template,
        assetDirectories: readAssets(directory, join(directory, `${id}.assets.json`)),
      };
    });
}

function readAssets(directory: string, file: string): Map<string, string> {
  const directories = new Map<string, string>();
  if (!existsSync(file)) return directories;
  for (const asset of Object.values((readJson(file) as AssetManifest).files ?? {})) {
    // Only zipped directories hold code; the template itself is listed as an asset too.
    if (asset.source.packaging !== 'zip' || !asset.source.path) continue;
    for (const { objectKey } of Object.values(asset.destinations)) directories.set(objectKey, join(directory, asset.source.path));
  }
  return directories;
}

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(file, 'utf8'));
}
