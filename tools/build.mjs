// `npm run build`: builds what changed since the last build.
import './setup/require-node.mjs'

import('./build/build.mjs').then(({ buildChanged }) => buildChanged())
