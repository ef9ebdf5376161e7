// `npm run screens`: photographs every screen as the browser tests see it, and lays the pictures out on one contact sheet,
// screens/contact-sheet.png.
import './setup/require-node.mjs'

import('./setup/on-node-24.mjs').then(({ onNode24 }) =>
  onNode24(() => import('./screens/take-screenshots.mjs').then(({ photograph }) => photograph())),
)
