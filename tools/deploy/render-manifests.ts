import { stringify } from 'yaml'
import { manifests } from './manifests.ts'

const heading = '# Written by `npm run manifests` from tools/deploy/manifests.ts; change it there.\n'

// kubectl reads YAML 1.1, where `no` and `off` without quotes are false: no value for a setting or an annotation.
const format = { version: '1.1', lineWidth: 0, aliasDuplicateObjects: false } as const

/** The text of each file in deploy/kubernetes. */
export const renderManifests = (): Record<string, string> =>
  Object.fromEntries(
    Object.entries(manifests).map(([file, documents]) => [
      file,
      heading + documents.map((one) => stringify(one, format)).join('---\n'),
    ]),
  )
