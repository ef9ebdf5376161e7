// `npm run dev`: the same as `npm start`, with every change on the screen at once.
import './setup/require-node.mjs'

import('./run/dev.mjs').then(({ dev }) => dev())
