// `node tools/browser-support.mjs`: fails when the built web app uses features that Chrome 87, Firefox 78 or Safari 14 lack.
import { findUnsupportedFeatures } from './browser-support/check.mjs'
import { inProject } from './setup/project.mjs'

const problems = findUnsupportedFeatures(inProject('dist/web'))
console.log(
  problems.join('\n') || 'Chrome 87, Firefox 78 and Safari 14 support everything that the built web app uses.',
)
if (problems.length > 0) process.exitCode = 1
