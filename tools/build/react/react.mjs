// What the apps import as 'react' and 'react-dom': Preact (docs/decisions/0029-preact.md), and what it does otherwise than
// React where a user would notice.
import { options } from 'preact'

// @ts-expect-error: its types describe a CommonJS module.
export * from 'preact/compat'
export { default } from 'preact/compat'

// Effects run at once, as React's do after what a user did, rather than after the next frame: until then, the focus that
// they move would be on something else, which screen readers read, and phones would not open the keyboard.
options.requestAnimationFrame = queueMicrotask

// What is moved within the page loses the focus in browsers without moveBefore; React gives it back.
options.debounceRendering = (render) =>
  queueMicrotask(() => {
    const focused = document.activeElement
    render()
    if (focused instanceof HTMLElement && focused.isConnected && document.activeElement === document.body)
      focused.focus({ preventScroll: true })
  })

const { vnode: prepare } = options
options.vnode = (vnode) => {
  prepare?.(vnode)
  // An attribute that is false would be left out, and the browser, or a service that it asks, would check a password.
  const props = /** @type {{ spellCheck?: unknown }} */ (vnode.props)
  if (props.spellCheck === false) props.spellCheck = 'false'
}

/** Named by a part of the router that no page uses. */
export function useOptimistic() {
  throw new Error('useOptimistic is not available.')
}
