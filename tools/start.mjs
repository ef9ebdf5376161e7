// `npm start`: installs what is missing, builds what changed, and serves everything until it is stopped.
import './setup/require-node.mjs'

// Not a static import: it would be read, and fail, before the version is looked at.
import('./run/start.mjs').then(({ start }) => start())
