// `node tools/browser-support.mjs`: fails when a built app uses features that the oldest browsers of its users lack.
import { findUnsupportedFeatures, oldestBrowsers } from './browser-support/check.mjs'
import { inProject } from './setup/project.mjs'

for (const [app, oldest] of Object.entries(oldestBrowsers)) {
  const problems = findUnsupportedFeatures(inProject(`dist/${app}`), oldest)
  const names = Object.entries(oldest).map((browser) => browser.join(' '))
  console.log(problems.join('\n') || `${names.join(', ')} support everything that dist/${app} uses.`)
  if (problems.length > 0) process.exitCode = 1
}
