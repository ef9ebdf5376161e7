// `npm test`: installs what is missing, runs every check and test, and closes with one line of counts.
// `npm test -- unit` runs the named parts only.
import './setup/require-node.mjs'

// Dynamic imports: static ones would be parsed, and fail on an old Node.js, before its version is checked.
import('./setup/on-node-24.mjs').then(({ onNode24 }) =>
  onNode24(() => import('./test/run.mjs').then(({ runTests }) => runTests(process.argv.slice(2)))),
)
