// An error that appears when a field loses the focus moves everything below it. If the field lost the focus to a
// click on a button, that button would move away before the click counts. So the error waits for the click.

let isPointerDown = false
let pending: (() => void)[] = []
let timer: ReturnType<typeof setTimeout> | undefined

/** Some pointers are released without a click: wait no longer than this (ms). */
const clickTimeout = 300

/** Runs at once, or after the click that the pointer has begun. */
export function runAfterClick(action: () => void) {
  if (isPointerDown) pending.push(action)
  else action()
}

/** Tracks the pointer until the returned function is called. */
export function trackPointer() {
  addEventListener('pointerdown', onPointerDown, true)
  addEventListener('pointerup', onRelease, true)
  addEventListener('pointercancel', onRelease, true)
  addEventListener('click', onClick, true)
  return () => {
    removeEventListener('pointerdown', onPointerDown, true)
    removeEventListener('pointerup', onRelease, true)
    removeEventListener('pointercancel', onRelease, true)
    removeEventListener('click', onClick, true)
    runPending()
  }
}

function onPointerDown() {
  isPointerDown = true
}

function onRelease() {
  clearTimeout(timer)
  timer = setTimeout(runPending, clickTimeout)
}

/** A timeout, so that the button's own click handler runs first. */
function onClick() {
  clearTimeout(timer)
  timer = setTimeout(runPending)
}

function runPending() {
  clearTimeout(timer)
  isPointerDown = false
  const actions = pending
  pending = []
  for (const action of actions) action()
}
