/** Finds the function's handler as the Node.js runtimes of Lambda do. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const EXTENSIONS = ['.js', '.mjs', '.cjs'];

function failure(name, message) {
  return Object.assign(new Error(message), { name });
}

/**
 * Imports the module and returns the exported async function. Node 24 has no callback handlers any more.
 *
 * @param {string} directory the unpacked asset
 * @param {string} handler `file.export`, the file with or without folders
 */
export async function loadHandler(directory, handler) {
  const dot = handler.indexOf('.', handler.lastIndexOf('/') + 1);
  const [module, name] = [handler.slice(0, dot), handler.slice(dot + 1)];
  const file = EXTENSIONS.map((extension) => path.join(directory, module + extension)).find(existsSync);
  if (!file) throw failure('Runtime.ImportModuleError', `Error: Cannot find module '${module}'`);

  const exported = await import(pathToFileURL(file));
  // `module.exports = …` arrives as the default export; its members are not always detected as named exports.
  const found = exported[name] ?? exported.default?.[name];
  if (typeof found !== 'function') throw failure('Runtime.HandlerNotFound', `${handler} is undefined or not exported`);
  if (found.length > 2) {
    throw failure(
      'Runtime.CallbackHandlerDeprecated',
      'Callback-based function handlers are not supported by Node.js 24: use an async function',
    );
  }
  return found;
}
