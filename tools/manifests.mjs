// `npm run manifests` writes deploy/kubernetes from tools/deploy/manifests.ts.
import { mkdirSync, writeFileSync } from 'node:fs'
import { renderManifests } from './deploy/render-manifests.ts'
import { inProject } from './setup/project.mjs'

mkdirSync(inProject('deploy/kubernetes'), { recursive: true })
for (const [file, text] of Object.entries(renderManifests()))
  writeFileSync(inProject(`deploy/kubernetes/${file}`), text)
