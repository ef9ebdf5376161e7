// `npm run screens`: takes screenshots of every screen and draws them on screens/contact-sheet.png.
// `npm run screens -- staff`: those of the browser tests with that in their names.
import './setup/require-node.mjs'

import('./setup/on-node-24.mjs').then(({ onNode24 }) =>
  onNode24(() =>
    import('./screens/take-screenshots.mjs').then(({ takeScreenshots }) => takeScreenshots(process.argv.slice(2))),
  ),
)
