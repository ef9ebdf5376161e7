// Holds the clicks on a prerendered page's buttons until its code has loaded, and repeats them then: before, a click does
// nothing, or sends a form in vain and loses what was typed. Built into the HTML of these pages (tools/prerender.mjs), so it
// must stay small.
declare global {
  var repeatEarlyClicks: (() => void) | undefined
}

// A set, because somebody who clicks twice wants the same as somebody who waits.
const clicked = new Set<HTMLButtonElement>()
const events = ['click', 'beforeinput', 'error', 'unhandledrejection']
for (const type of events) addEventListener(type, hold, true)

function hold(event: Event) {
  if (event.type === 'beforeinput') return forgetSubmits()
  // Without the code, the browser sends a form by itself, and the server's answer loads the page again.
  if (event.type !== 'click') return stop()
  const button = (event.target as Element).closest('button')
  if (!button) return
  event.preventDefault()
  clicked.add(button)
  button.setAttribute('aria-busy', 'true')
}

/** Who goes on typing does not want half of it to be sent. */
function forgetSubmits() {
  for (const button of clicked)
    if (button.type === 'submit') {
      clicked.delete(button)
      button.removeAttribute('aria-busy')
    }
}

function stop() {
  for (const type of events) removeEventListener(type, hold, true)
  for (const button of clicked) button.removeAttribute('aria-busy')
}

globalThis.repeatEarlyClicks = () => {
  stop()
  for (const button of clicked) button.click()
}

export {}
