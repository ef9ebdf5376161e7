// Has the service worker put the app onto the device, after everything that the page itself needs.
import { whenQuiet } from '../http/activity.ts'

/** Milliseconds without a call before a slow line is taken for idle. */
const quiet = 3000

/** Built pages only: in development the files change under the worker's feet. */
export function keepOnDevice() {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  const settle = () => whenQuiet(quiet, register)
  if (document.readyState === 'complete') settle()
  else addEventListener('load', settle, { once: true })
}

function register() {
  // Without it the app works as long as there is a line.
  navigator.serviceWorker.register('/service-worker.js', { updateViaCache: 'none' }).catch(() => {})
}
