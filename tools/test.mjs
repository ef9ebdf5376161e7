// `npm test`: installs what is missing, runs every check and test, and closes with one line of counts.
// `npm test -- unit` runs the named parts only.
import './setup/require-node.mjs'

import('./test/run.mjs').then(({ runTests }) => runTests(process.argv.slice(2)))
