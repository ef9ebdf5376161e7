// `npm run build`: builds what changed since the last build.
import './setup/require-node.mjs'

// Dynamic imports: static ones would be parsed, and fail on an old Node.js, before its version is checked.
import('./setup/on-node-24.mjs').then(({ onNode24 }) =>
  onNode24(() => import('./build/build.mjs').then(({ buildOutdated }) => buildOutdated())),
)
