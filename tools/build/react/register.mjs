// For tests: packages that import React get Preact as well, although they are not built. Those that require it get the same
// ES modules, so that there is one Preact.
import { registerHooks } from 'node:module'
import { pathToFileURL } from 'node:url'
import { reactPackages } from './aliases.mjs'

const urls = new Map(
  Object.entries(reactPackages).map(([name, replacement]) => [
    name,
    replacement.startsWith('/') ? pathToFileURL(replacement).href : import.meta.resolve(replacement),
  ]),
)

registerHooks({
  resolve(specifier, context, next) {
    const url = urls.get(specifier)
    return url === undefined ? next(specifier, context) : { url, format: 'module', shortCircuit: true }
  },
})
