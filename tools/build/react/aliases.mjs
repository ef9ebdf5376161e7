// By which packages the apps' imports of React are answered.
import { fileURLToPath } from 'node:url'

const react = fileURLToPath(new URL('react.mjs', import.meta.url))

/** @type {Record<string, string>} */
export const reactPackages = {
  react,
  'react-dom': react,
  'react-dom/client': 'preact/compat/client',
  'react-dom/server': 'preact-render-to-string',
  'react-dom/test-utils': 'preact/test-utils',
  'react/jsx-runtime': 'preact/compat/jsx-runtime',
  'react/jsx-dev-runtime': 'preact/compat/jsx-dev-runtime',
}

/** For Vite, which would replace the beginning of a longer name, too. */
export const reactAliases = Object.entries(reactPackages).map(([name, replacement]) => ({
  find: new RegExp(`^${name}$`),
  replacement,
}))
