// `npm run screens`: photographs every screen as the journeys see it, and lays the pictures out on one contact sheet,
// screens/contact-sheet.png.
import './setup/require-node.mjs'

import('./screens/take-screenshots.mjs').then(({ photograph }) => photograph())
