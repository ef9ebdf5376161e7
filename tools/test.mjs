// `npm test`: installs missing packages and runs every check and test; the last line has the counts.
// `npm test -- unit` runs the named parts only, `npm test -- --changed` what the uncommitted changes can affect.
import './setup/require-node.mjs'

// Dynamic imports: static ones would be parsed, and fail on an old Node.js, before its version is checked.
import('./setup/on-node-24.mjs').then(({ onNode24 }) =>
  onNode24(() => import('./test/run.mjs').then(({ runTests }) => runTests(process.argv.slice(2)))),
)
