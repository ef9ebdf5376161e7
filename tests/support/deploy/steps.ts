// The pages of steps in docs/, whose blocks the tests run.
import { readFileSync } from 'node:fs'

interface Step {
  heading: string
  /** Who runs it: what stands behind `sh` in its fence. */
  kind: string
  script: string
}

/** The blocks of a page in order; blocks of the kind `not-tried` are no part of it. */
export function readSteps(page: string): Step[] {
  const sections = readFileSync(page, 'utf8').split(/^## /m)
  return sections.flatMap((section) =>
    [...section.matchAll(/^```sh ?([\w-]*)\n(.*?)^```$/gms)]
      .map(([, kind = '', script = '']) => ({ heading: section.split('\n')[0] ?? '', kind, script }))
      .filter(({ kind }) => kind !== 'not-tried'),
  )
}

/** What the provider of payments, NINs and files has issued. */
export const fillIn = (script: string): string =>
  script.replaceAll('=https://…', '=https://provider.example.org').replaceAll('=…', '=issued-by-the-provider-1')
