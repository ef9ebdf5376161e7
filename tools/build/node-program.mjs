// Builds a program for Node: the sources' own tree as JavaScript, packages left to node_modules.
import { cpSync, readdirSync, rmSync, statSync } from 'node:fs'
import { basename, isAbsolute, join, relative } from 'node:path'
import { build } from 'vite'
import { inProject, root } from '../setup/project.mjs'

// The program itself, the office's commands, and what runs in a thread of its own.
const startsByItself = /(^|\/)(main|[\w-]+[.-]worker)\.ts$|^commands\/(?!open-)[\w-]+\.ts$/

/**
 * Builds `src/<world>` into `dist/<world>`, file by file, so that what a source finds beside itself by
 * `import.meta.url` it finds beside its built self too.
 * @param {'server' | 'simulators'} world
 */
export async function buildNodeProgram(world) {
  const source = inProject(`src/${world}`)
  const output = inProject(`dist/${world}`)
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
  rmSync(output, { recursive: true, force: true })
  await build({
    configFile: false,
    root,
    publicDir: false,
    logLevel: 'warn',
    build: {
      ssr: true,
      outDir: output,
      target: 'node20',
      sourcemap: true,
      minify: false,
      rolldownOptions: {
        input: files.filter((file) => startsByItself.test(file)).map((file) => join(source, file)),
        output: {
          preserveModules: true,
          preserveModulesRoot: inProject('src'),
          // src/server/platform/encryption/encryption.ts is dist/server/db/seal.js, src/shared/rules/fees.ts is dist/server/shared/rules/fees.js
          entryFileNames: ({ facadeModuleId, name }) => `${placeOf(facadeModuleId ?? name, source)}.js`,
        },
      },
    },
  })
  for (const file of files) {
    if (isReadAtRunTime(file) && statSync(join(source, file)).isFile()) cpSync(join(source, file), join(output, file))
  }
}

/**
 * @param {string} module
 * @param {string} source
 */
function placeOf(module, source) {
  // What the bundler itself adds has no file of ours.
  if (!isAbsolute(module)) return basename(module).replace(/[^\w-]/g, '-')
  const bare = module.replace(/\.(tsx?|json)$/, '')
  const inside = relative(source, bare)
  return inside.startsWith('..') ? relative(inProject('src'), bare) : inside
}

/**
 * Migrations, fonts and other files that the code opens by their place.
 * @param {string} file
 */
const isReadAtRunTime = (file) => !/\.(tsx?|md)$/.test(file) && !file.endsWith('tsconfig.json')
