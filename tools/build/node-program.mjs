// Builds a program for Node.js: one JavaScript file per source file; packages stay in node_modules.
import { cpSync, readdirSync, rmSync, statSync } from 'node:fs'
import { basename, isAbsolute, join, relative } from 'node:path'
import { build } from 'vite'
import { inProject, root } from '../setup/project.mjs'

// Programs, commands, and worker threads.
const isEntry = /(^|\/)(main|[\w-]+[.-]worker)\.ts$|^commands\/(?!open-|command-line)[\w-]+\.ts$/

/**
 * Builds each `src/<world>` into `dist/<world>`, file by file, so that paths relative to `import.meta.url` stay valid. What
 * the worlds share is built once, into the first.
 * @param {('server' | 'demo' | 'simulators')[]} worlds
 */
export async function buildNodePrograms(...worlds) {
  const output = inProject('dist')
  const [first = ''] = worlds
  const entries = worlds.flatMap((world) =>
    filesOf(world)
      .filter((file) => isEntry.test(file))
      .map((file) => inProject(`src/${world}/${file}`)),
  )
  for (const world of worlds) rmSync(join(output, world), { recursive: true, force: true })
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
      emptyOutDir: false,
      target: 'node24',
      sourcemap: true,
      minify: false,
      rolldownOptions: {
        input: entries,
        output: {
          preserveModules: true,
          preserveModulesRoot: inProject('src'),
          // src/server/app.ts becomes dist/server/app.js, src/shared/routes.ts becomes dist/server/shared/routes.js.
          entryFileNames: ({ facadeModuleId, name }) => {
            const path = outputPathOf(facadeModuleId ?? name)
            return `${worlds.some((world) => path.startsWith(`${world}/`)) ? path : `${first}/${path}`}.js`
          },
        },
      },
    },
  })
  for (const world of worlds) {
    for (const file of filesOf(world).filter(isAsset))
      cpSync(inProject(`src/${world}/${file}`), join(output, world, file))
  }
}

/** @param {string} world */
const filesOf = (world) =>
  readdirSync(inProject(`src/${world}`), { recursive: true, encoding: 'utf8' }).filter((file) =>
    statSync(inProject(`src/${world}/${file}`)).isFile(),
  )

/** @param {string} module */
function outputPathOf(module) {
  // The bundler's own modules have no source file.
  if (!isAbsolute(module)) return basename(module).replace(/[^\w-]/g, '-')
  const bare = module.replace(/\.(tsx?|json|m?js)$/, '')
  const [, inPackages] = bare.split('/node_modules/')
  return inPackages ? `packages/${inPackages}` : relative(inProject('src'), bare)
}

/**
 * Migrations, fonts and other files that the code opens at run time.
 * @param {string} file
 */
const isAsset = (file) => !/\.(tsx?|md)$/.test(file) && !file.endsWith('tsconfig.json')
