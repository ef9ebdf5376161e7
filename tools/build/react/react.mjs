// What the apps import as 'react' and 'react-dom': Preact (docs/decisions/0029-preact.md).
// @ts-expect-error: its types describe a CommonJS module.
export * from 'preact/compat'
export { default } from 'preact/compat'

/** Named by a part of the router that no page uses. */
export function useOptimistic() {
  throw new Error('useOptimistic is not available.')
}
