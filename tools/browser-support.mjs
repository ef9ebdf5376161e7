// `node tools/browser-support.mjs`: fails when the built web app asks for more than Chrome 87, Firefox 78 and Safari 14 have.
import { complaintsAbout } from './browser-support/check.mjs'
import { inProject } from './setup/project.mjs'

const complaints = complaintsAbout(inProject('dist/web'))
console.log(complaints.join('\n') || 'Chrome 87, Firefox 78 and Safari 14 can read the built web app.')
if (complaints.length > 0) process.exitCode = 1
