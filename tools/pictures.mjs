// `npm run pictures`: cuts the pictures of README and docs out of the screenshots, which journeys take where SCREENS is set.
import './setup/require-node.mjs'

import('./setup/on-node-24.mjs').then(({ onNode24 }) =>
  onNode24(async () => {
    const { drawPictures } = await import('./screens/pictures.mjs')
    const { inProject } = await import('./setup/project.mjs')
    const { runCommand } = await import('./setup/failure.mjs')
    await runCommand(() => drawPictures(inProject('screens'), inProject('docs/pictures')))
  }),
)
