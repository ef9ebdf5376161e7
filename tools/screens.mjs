// `npm run screens`: takes screenshots of every screen and draws them on screens/contact-sheet.png.
import './setup/require-node.mjs'

import('./setup/on-node-24.mjs').then(({ onNode24 }) =>
  onNode24(() => import('./screens/take-screenshots.mjs').then(({ takeScreenshots }) => takeScreenshots())),
)
