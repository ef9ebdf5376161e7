// Delays to the millisecond: the page's clock stands still, and goes on only when told.
import type { Page } from '@playwright/test'

/** Before the page is opened: its clock can be stopped later, and goes on as usual until then. */
export const holdClock = (page: Page): Promise<void> => page.clock.install()

/** From here on time passes only by `page.clock.runFor`. */
export const stopClock = (page: Page): Promise<void> => page.clock.pauseAt(new Date(Date.now() + 1000))
