// `npm start`: installs what is missing, builds what changed, and serves everything until it is stopped.
import './setup/require-node.mjs'

// Dynamic imports: static ones would be parsed, and fail on an old Node.js, before its version is checked.
import('./setup/on-node-24.mjs').then(({ onNode24 }) =>
  onNode24(() => import('./run/start.mjs').then(({ start }) => start())),
)
