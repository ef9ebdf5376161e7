import { stringify } from 'yaml'
import { manifests } from './manifests.ts'

const heading = '# Written by `npm run manifests` from tools/deploy/manifests.ts; change it there.\n'

/** The text of each file in deploy/kubernetes. */
export const renderManifests = (): Record<string, string> =>
  Object.fromEntries(
    Object.entries(manifests).map(([file, documents]) => [
      file,
      heading + documents.map((one) => stringify(one, { lineWidth: 0, aliasDuplicateObjects: false })).join('---\n'),
    ]),
  )
