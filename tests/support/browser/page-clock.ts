// Controls the page's clock, for tests of delays.
import type { Page } from '@playwright/test'

/** Call it before the page is opened; time passes normally until `stopClock`. */
export const installClock = (page: Page): Promise<void> => page.clock.install()

/** From now on time passes only with `page.clock.runFor`. */
export const stopClock = (page: Page): Promise<void> => page.clock.pauseAt(new Date(Date.now() + 1000))
