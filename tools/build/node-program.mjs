// Builds a program for Node.js: one JavaScript file per source file; packages stay in node_modules.
import { cpSync, readdirSync, rmSync, statSync } from 'node:fs'
import { basename, isAbsolute, join, relative } from 'node:path'
import { build } from 'vite'
import { inProject, root } from '../setup/project.mjs'

// The program itself, the registry's commands, and worker threads.
const isEntry = /(^|\/)(main|[\w-]+[.-]worker)\.ts$|^commands\/(?!open-|command-line)[\w-]+\.ts$/

/**
 * Builds `src/<world>` into `dist/<world>`, file by file, so that paths relative to `import.meta.url` stay valid.
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
    // Node.js reads the table of a package's exports again for each file that imports it, and this package has a thousand.
    ssr: { noExternal: ['drizzle-orm'] },
    build: {
      ssr: true,
      outDir: output,
      target: 'node24',
      sourcemap: true,
      minify: false,
      rolldownOptions: {
        input: files.filter((file) => isEntry.test(file)).map((file) => join(source, file)),
        output: {
          preserveModules: true,
          preserveModulesRoot: inProject('src'),
          // src/server/app.ts becomes dist/server/app.js, src/shared/routes.ts becomes dist/server/shared/routes.js.
          entryFileNames: ({ facadeModuleId, name }) => `${outputPathOf(facadeModuleId ?? name, source)}.js`,
        },
      },
    },
  })
  for (const file of files) {
    if (isAsset(file) && statSync(join(source, file)).isFile()) cpSync(join(source, file), join(output, file))
  }
}

/**
 * @param {string} module
 * @param {string} source
 */
function outputPathOf(module, source) {
  // The bundler's own modules have no source file.
  if (!isAbsolute(module)) return basename(module).replace(/[^\w-]/g, '-')
  const bare = module.replace(/\.(tsx?|json|m?js)$/, '')
  const [, inPackages] = bare.split('/node_modules/')
  if (inPackages) return `packages/${inPackages}`
  const inside = relative(source, bare)
  return inside.startsWith('..') ? relative(inProject('src'), bare) : inside
}

/**
 * Migrations, fonts and other files that the code opens at run time.
 * @param {string} file
 */
const isAsset = (file) => !/\.(tsx?|md)$/.test(file) && !file.endsWith('tsconfig.json')
