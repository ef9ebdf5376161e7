// Installs the service worker after everything that the page itself needs has loaded.
import { runAfterQuiet } from '#kit/http/activity.ts'

/** Milliseconds without a call after which a slow connection counts as idle. */
const quietTime = 3000

/** In built pages only: in development the files change too often for a cache. */
export function installServiceWorker() {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  const registerWhenQuiet = () =>
    runAfterQuiet(quietTime, () => {
      // Without the worker the app still works online.
      navigator.serviceWorker.register('/service-worker.js', { updateViaCache: 'none' }).catch(() => {})
    })
  if (document.readyState === 'complete') registerWhenQuiet()
  else addEventListener('load', registerWhenQuiet)
}
