// A complaint that appears when a field is left moves what stands below it. When the field was left by pressing a
// button, that button would slip away from under the finger before the press counts; so complaints wait for it.

let isPressed = false
let waiting: (() => void)[] = []
let clock: ReturnType<typeof setTimeout> | undefined

/** Some presses never become a click (ms). */
const longest = 300

/** Runs at once, or as soon as the press that is going on has counted. */
export function afterPress(act: () => void) {
  if (isPressed) waiting.push(act)
  else act()
}

/** Watches for presses until the returned function is called. */
export function watchPresses() {
  addEventListener('pointerdown', press, true)
  addEventListener('pointerup', release, true)
  addEventListener('pointercancel', release, true)
  addEventListener('click', counted, true)
  return () => {
    removeEventListener('pointerdown', press, true)
    removeEventListener('pointerup', release, true)
    removeEventListener('pointercancel', release, true)
    removeEventListener('click', counted, true)
    end()
  }
}

function press() {
  isPressed = true
}

function release() {
  clearTimeout(clock)
  clock = setTimeout(end, longest)
}

/** After the click's own listeners. */
function counted() {
  clearTimeout(clock)
  clock = setTimeout(end)
}

function end() {
  clearTimeout(clock)
  isPressed = false
  const acts = waiting
  waiting = []
  for (const act of acts) act()
}
