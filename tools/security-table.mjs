// `npm run security-table`: writes docs/security.md, the table of security requirements and the tests that prove them.
import './setup/require-node.mjs'

import('./setup/on-node-24.mjs').then(({ onNode24 }) =>
  onNode24(async () => {
    const [{ runCommand }, { writeSecurityPage }] = await Promise.all([
      import('./setup/failure.mjs'),
      import('./security/write-page.ts'),
    ])
    await runCommand(writeSecurityPage)
  }),
)
